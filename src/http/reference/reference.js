/** The API reference. All that it says about operations comes from the OpenAPI document. */

const documentUrl = new URL('../openapi.json', import.meta.url);
const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'];
/** Browsers slow down on longer text. */
const shownMax = 250_000;
let api;

/** Something that went wrong, in words for the reader. */
class Failure extends Error {}

// Nodes. Text from the document only ever becomes text nodes, never markup.

const byId = (id) => document.getElementById(id);

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false));
  return node;
}

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const code = (value) => el('code', {}, textOf(value));
const between = (parts, separator) => parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
const slug = (text) => text.replaceAll(/[^\w.-]+/g, '-');
const hint = (...children) => el('p', { class: 'hint' }, children);
const heading = (level, text, id) => el(`h${level}`, { id }, text);
const need = (required) => (required ? el('strong', {}, 'required') : 'optional');
const methodLabel = (method) => el('span', { class: 'method', 'data-method': method }, method);

function inline(text = '') {
  const pieces = text.split(/(`[^`]+`|\*(?!\s)[^*]*[^*\s]\*)/);
  const mark = (piece) => el(piece.startsWith('`') ? 'code' : 'em', {}, piece.slice(1, -1));
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : mark(piece)));
}

const prose = (text) => (text ? text.split(/\n\s*\n/).map((paragraph) => el('p', {}, inline(paragraph))) : []);
const example = (text) =>
  el('div', { class: 'field' }, el('p', { class: 'label' }, 'Example'), el('pre', {}, code(text)));

function table(label, heads, rows) {
  // The headings above the tables tell what they hold; those who cannot see the columns are told by these.
  const head = heads.map((text) => el('th', { scope: 'col' }, el('span', { class: 'hidden' }, text)));
  const body = rows.map(([name, ...cell]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, cell)));
  const parts = [el('thead', {}, el('tr', {}, head)), el('tbody', {}, body)];
  return el('table', { 'aria-label': label, 'data-of': heads[0] }, parts);
}

// Reading the document

function resolve(node = {}) {
  if (node.$ref === undefined) return node;
  const { $ref, ...beside } = node;
  const names = $ref.split('/').slice(1);
  const find = (inner, name) => inner?.[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  return { ...resolve(names.reduce(find, api)), ...beside };
}

function operations() {
  const of = ([path, item]) => methods.filter((name) => item[name]).map((name) => operationOf(path, name, item));
  return Object.entries(api.paths).flatMap(of);
}

function operationOf(path, method, item) {
  const own = item[method];
  return {
    ...own,
    id: `operation-${slug(own.operationId ?? method + path)}`,
    method: method.toUpperCase(),
    path,
    title: own.summary ?? path,
    tag: own.tags?.[0] ?? 'other',
    parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])].map(resolve),
    content: Object.entries(resolve(own.requestBody).content ?? {}),
    responses: Object.entries(own.responses ?? {}).map(([status, response]) => [status, resolve(response)]),
  };
}

function servers() {
  const given = api.servers?.length > 0 ? api.servers : [{ url: '/' }];
  return given.map(({ url, description }) => ({ url: new URL(url, documentUrl).href.replace(/\/$/, ''), description }));
}

const schemes = () => Object.entries(api.components?.securitySchemes ?? {}).map(([name, one]) => [name, resolve(one)]);

function headerOf(scheme) {
  if (scheme.type === 'http' && /^bearer$/i.test(scheme.scheme)) return { name: 'Authorization', prefix: 'Bearer ' };
  return scheme.type === 'apiKey' && scheme.in === 'header' ? { name: scheme.name, prefix: '' } : undefined;
}

function keyHeaderFor(operation) {
  const names = (operation.security ?? api.security ?? []).flatMap(Object.keys);
  const headers = schemes().map(([name, scheme]) => names.includes(name) && headerOf(scheme));
  return headers.find(Boolean);
}

// Schemas

const schemaId = (name) => `schema-${slug(name)}`;

function typeOf(schema = {}) {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return el('a', { href: `#${schemaId(name)}` }, name);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return between(choices.map(typeOf), ' or ');
  if (schema.allOf) return between(schema.allOf.map(typeOf), ' and ');
  if (schema.items) return ['array of ', typeOf(schema.items)];
  return [schema.type ?? 'any value'].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '');
}

const limitWords = {
  minimum: 'at least #',
  maximum: 'at most #',
  minLength: 'length at least #',
  maxLength: 'length at most #',
  minItems: 'number of items at least #',
  maxItems: 'number of items at most #',
  pattern: 'matching #',
  default: 'default #',
  example: 'for example #',
};

function limitsOf(schema) {
  const names = Object.keys(limitWords).filter((name) => schema[name] !== undefined);
  const limits = names.map((name) => between(limitWords[name].split('#'), code(schema[name])));
  if (schema.enum) limits.unshift(['one of ', between(schema.enum.map(code), ', ')]);
  return limits.length > 0 && hint(between(limits, '; '));
}

function valueRow(name, schema, notes, description) {
  const full = resolve(schema);
  const kind = [typeOf(schema), between(notes, ', ')].map((note) => el('span', { class: 'note' }, note));
  return [[code(name), kind], el('p', {}, inline(description ?? full.description)), limitsOf(full)];
}

/** The object that a schema is about: itself, its parts together, or what its array holds. */
function objectOf(schema) {
  const full = resolve(schema);
  if (full.items) return objectOf(full.items);
  const parts = [full, ...(full.allOf ?? []).map(objectOf)];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return { properties, required: parts.flatMap((part) => part.required ?? []) };
}

function fieldTable(label, schema) {
  const { properties, required } = objectOf(schema);
  const rows = Object.entries(properties).map(([name, one]) => valueRow(name, one, [need(required.includes(name))]));
  return rows.length > 0 && table(label, ['Field', 'Meaning'], rows);
}

/** What is required and no more, so that it can be sent as it is. */
function sampleOf(schema, depth = 0) {
  const full = resolve(schema);
  const given = [full.example, full.examples?.[0], full.default, full.const, full.enum?.[0]];
  const found = given.find((value) => value !== undefined);
  if (found !== undefined || depth > 8) return found ?? null;
  const inner = (part) => sampleOf(part, depth + 1);
  const choice = full.oneOf?.[0] ?? full.anyOf?.[0];
  if (choice) return inner(choice);
  if (full.items) return [inner(full.items)];
  const { properties, required } = objectOf(full);
  const names = required.length > 0 ? required : Object.keys(properties);
  if (names.length > 0) return Object.fromEntries(names.map((name) => [name, inner(properties[name])]));
  return { integer: full.minimum ?? 0, number: 0, boolean: true, string: 'text', object: {} }[full.type] ?? null;
}

function bodySample({ example: given, examples, schema }) {
  return textOf(given ?? resolve(Object.values(examples ?? {})[0]).value ?? sampleOf(schema));
}

// What is said of operations and schemas

function article(id, title, ...children) {
  return el('article', { id, 'aria-labelledby': `${id}-title` }, heading(3, title, `${id}-title`), children);
}

function operationArticle(operation) {
  const { id, title, method, path, description, parameters, content, responses, deprecated } = operation;
  const badges = [operation['x-stability'], deprecated && 'deprecated'].filter(Boolean);
  const badge = (text) => el('span', { class: 'badge', 'data-badge': text }, text);
  return article(
    id,
    title,
    el('p', { class: 'signature' }, methodLabel(method), code(path), badges.map(badge)),
    deprecated && deprecationNote(operation['x-sunset']),
    prose(description),
    keyHeaderFor(operation) === undefined && el('p', {}, 'No key is needed.'),
    parameters.length > 0 && [heading(4, 'Parameters'), parameterTable(operation)],
    content.length > 0 && [heading(4, 'Request body'), content.map((one) => requestBody(title, one))],
    [heading(4, 'Responses'), table(`Responses: ${title}`, ['Status', 'Meaning'], responses.map(responseRow))],
    tryIt(operation),
  );
}

function deprecationNote(sunset) {
  const end = sunset && [' It goes away on ', el('time', { datetime: sunset }, sunset), '.'];
  return el('p', { class: 'notice' }, 'Deprecated: do not start using this.', end);
}

function parameterTable({ title, parameters }) {
  const row = (one) => valueRow(one.name, one.schema, [`in ${one.in}`, need(one.required)], one.description);
  return table(`Parameters: ${title}`, ['Parameter', 'Meaning'], parameters.map(row));
}

function requestBody(title, [type, media]) {
  const full = resolve(media.schema);
  const shape = full.items && media.schema.$ref ? [', ', typeOf(full)] : [];
  return [
    el('p', {}, code(type), ': ', typeOf(media.schema), shape),
    limitsOf({ ...full, example: undefined }),
    fieldTable(`Request body: ${title}`, media.schema),
    example(bodySample(media)),
  ];
}

function responseRow([status, { description, content = {}, headers = {} }]) {
  const body = ([type, { schema }]) => [
    hint('Body: ', code(type), ', ', typeOf(schema)),
    schema?.properties && fieldTable(`Body of ${status}`, schema),
  ];
  const header = ([name, one]) => hint('Header ', code(name), ': ', inline(resolve(one).description));
  const parts = [Object.entries(content).map(body), Object.entries(headers).map(header)];
  return [code(status), el('p', {}, inline(description)), parts];
}

function schemaArticle([name, schema]) {
  const isObject = Object.keys(objectOf(schema).properties).length > 0;
  return article(
    schemaId(name),
    name,
    prose(schema.description),
    hint('Type: ', typeOf(schema)),
    limitsOf({ ...schema, example: undefined }),
    schema.items === undefined && fieldTable(`Fields: ${name}`, schema),
    isObject && example(textOf(sampleOf(schema))),
  );
}

function addSection(id, title, text, articles, entries) {
  const content = [heading(2, title, `${id}-title`), prose(text), articles];
  byId('reference').append(el('section', { id, 'aria-labelledby': `${id}-title` }, content));
  const items = entries.map(([target, label]) => el('li', {}, el('a', { href: `#${target}` }, label)));
  byId('toc').append(el('li', {}, el('a', { href: `#${id}` }, title), el('ul', {}, items)));
}

function addOperations() {
  const all = operations();
  for (const name of new Set([...(api.tags ?? []).map((tag) => tag.name), ...all.map(({ tag }) => tag)])) {
    const own = all.filter(({ tag }) => tag === name);
    if (own.length === 0) continue;
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const text = api.tags?.find((tag) => tag.name === name)?.description;
    const entries = own.map((one) => [one.id, [methodLabel(one.method), ' ', one.title]]);
    addSection(`tag-${slug(name)}`, title, text, own.map(operationArticle), entries);
  }
}

function addSchemas() {
  const schemas = Object.entries(api.components?.schemas ?? {});
  const entries = schemas.map(([name]) => [schemaId(name), name]);
  if (schemas.length > 0) addSection('schemas', 'Schemas', '', schemas.map(schemaArticle), entries);
}

function fillIntroduction() {
  const { title, version, description, license } = api.info;
  const server = (one) => el('p', {}, code(one.url), one.description && [': ', inline(one.description)]);
  document.title = `${title}: API reference`;
  byId('title').textContent = title;
  byId('version').textContent = `Version ${version}`;
  byId('about').append(...prose(description), ...(license ? [hint('Licence: ', license.name)] : []));
  byId('servers').append(...servers().map(server));
  const ways = schemes().flatMap(schemeParts);
  byId('authentication').append(...(ways.length > 0 ? ways : prose('No key is needed.')));
}

function schemeParts([name, scheme]) {
  const header = headerOf(scheme);
  const how = header
    ? ['Send the header ', code(`${header.name}: ${header.prefix}<key>`), ' with each call.']
    : `This is of type ${scheme.type}, which “Try it” cannot send.`;
  return [heading(3, name), ...prose(scheme.description), el('p', {}, how)];
}

// Trying it

function otherOriginNote(url) {
  const { origin } = new URL(url);
  if (origin === location.origin) return '';
  return `This page may only call ${location.origin}. For ${origin}, use the command.`;
}

/** Text, also for numbers: a number field would keep you from trying a wrong value. */
function inputFor({ required, schema, example: given }) {
  const value = required ? textOf(given ?? resolve(schema).example ?? '') : '';
  return el('input', { value, required: required ? '' : undefined, spellcheck: 'false', autocomplete: 'off' });
}

function labelled(input, label, note) {
  return el('label', { class: 'field' }, el('span', {}, label, ' ', el('span', { class: 'quiet' }, note)), input);
}

/** What is to be sent, without the key. */
function draftOf(operation, fields, body) {
  const filled = fields.filter(({ input }) => input.value !== '');
  const pairs = (place) => filled.filter((one) => one.in === place).map(({ name, input }) => [name, input.value]);
  const put = (path, [name, value]) => path.replaceAll(`{${name}}`, () => encodeURIComponent(value));
  const query = new URLSearchParams(pairs('query')).toString();
  return {
    method: operation.method,
    url: byId('server').value + pairs('path').reduce(put, operation.path) + (query && `?${query}`),
    headers: [...(body ? [['Content-Type', operation.content[0][0]]] : []), ...pairs('header')],
    body: body?.value,
    keyHeader: keyHeaderFor(operation),
    streams: operation.responses.some(([, { content }]) => content?.['text/event-stream']),
  };
}

function commandOf({ method, url, headers, body, keyHeader, streams }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    `curl${streams ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    keyHeader && `-H "${keyHeader.name}: ${keyHeader.prefix}$PAWSTOCK_API_KEY"`,
    ...headers.map((pair) => `-H ${quoted(pair.join(': '))}`),
    body !== undefined && `--data-raw ${quoted(body)}`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

function requestOf({ method, url, headers, body, keyHeader }, signal) {
  const note = otherOriginNote(url);
  if (note !== '') throw new Failure(note);
  const key = byId('key').value.trim();
  const keyed = keyHeader && key !== '' ? [[keyHeader.name, keyHeader.prefix + key], ...headers] : headers;
  try {
    return new Request(url, { method, headers: keyed, body, signal, cache: 'no-store', credentials: 'omit' });
  } catch {
    throw new Failure(
      'The browser refuses to send this. Look for unusual characters in the key and the header fields.',
    );
  }
}

/** Moves white space and nothing else: parsing would round petIds beyond 2^53. */
function indented(json) {
  let depth = 0;
  const newLine = (change) => {
    depth = Math.max(0, depth + change);
    return `\n${'  '.repeat(depth)}`;
  };
  const tokens = /("[^"\\]*(?:\\.[^"\\]*)*(?:"|$))|([[{])\s*([\]}])?|[\]},:]|\s+/g;
  return json.replace(tokens, (token, string, open, close) => {
    if (string) return string;
    if (open) return close ? open + close : open + newLine(1);
    if (token === ',') return token + newLine(0);
    if (token === ':') return ': ';
    return token.trim() === '' ? '' : newLine(-1) + token;
  });
}

/** Hands over the text as it comes, and tells whether that was all of it. */
async function readText(response, onText) {
  const reader = response.body?.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })).getReader();
  let room = shownMax;
  while (reader !== undefined && room > 0) {
    const { done, value } = await reader.read();
    if (done) return true;
    onText(value.slice(0, room));
    room -= value.length;
  }
  await reader?.cancel();
  return reader === undefined;
}

async function send(draft, view, signal) {
  const started = performance.now();
  const time = () => `${Math.round(performance.now() - started).toLocaleString('en')} ms`;
  let answer = '';
  view.say('Sending…');
  try {
    const response = await fetch(requestOf(draft, signal));
    answer = `${[response.status, response.statusText].join(' ').trim()}. `;
    view.open(response);
    if (draft.streams) view.say(`${answer}Began after ${time()}; listening for more…`, response.ok);
    const whole = await readText(response, view.add);
    const cut = whole ? '' : ` Only the first ${shownMax.toLocaleString('en')} characters are shown.`;
    view.say(`${answer}Took ${time()}.${cut}`, response.ok);
  } catch (error) {
    view.say(answer + excuseFor(error, answer !== '', time()), error.name === 'AbortError' ? undefined : false);
  }
  view.draw();
}

function excuseFor(error, answered, time) {
  if (error.name === 'AbortError') return `Stopped after ${time}.`;
  if (error instanceof Failure) return error.message;
  if (answered) return `The connection broke after ${time}.`;
  return 'No answer came. Is the service running, and are you online?';
}

/** Shows an answer in the parts of a form. */
function viewOf({ status, result, body, headers, indent, indentable }) {
  const box = body.parentNode;
  let text = '';
  const draw = () => body.replaceChildren(indent.checked && !indentable.hidden ? indented(text) : text);
  const say = (words, ok) => {
    status.textContent = words;
    status.dataset.ok = ok;
  };
  const open = (response) => {
    text = '';
    draw();
    headers.textContent = [...response.headers].map((pair) => pair.join(': ')).join('\n');
    indentable.hidden = !/[/+]json\b/.test(response.headers.get('content-type'));
    result.hidden = false;
  };
  const add = (more) => {
    text += more;
    body.append(more);
    if (indentable.hidden) box.scrollTop = box.scrollHeight;
  };
  // It can be scrolled, so it must be within reach of the keyboard.
  Object.assign(box, { tabIndex: 0, role: 'group', ariaLabel: 'Response body' });
  indent.addEventListener('change', draw);
  return { say, open, add, draw };
}

function tryIt(operation) {
  const node = byId('try').content.firstElementChild.cloneNode(true);
  const parts = Object.fromEntries([...node.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]));
  const fields = operation.parameters.map((parameter) => ({ ...parameter, input: inputFor(parameter) }));
  const [type, media] = operation.content[0] ?? [];
  const body = media && el('textarea', { rows: '6', spellcheck: 'false' }, bodySample(media));
  const draft = () => draftOf(operation, fields, body);
  const refresh = () => parts.command.replaceChildren(commandOf(draft()));
  const view = viewOf(parts);
  let running;

  parts.title.textContent = `: ${operation.title}`;
  parts.fields.append(...fields.map(({ name, required, input }) => labelled(input, code(name), need(required))));
  if (body) parts.fields.append(labelled(body, 'Body', type));
  parts.stop.addEventListener('click', () => running?.abort());
  node.addEventListener('input', refresh);
  byId('server').addEventListener('change', refresh);
  node.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return;
    running = new AbortController();
    parts.stop.hidden = false;
    parts.result.hidden = true;
    await send(draft(), view, running.signal);
    if (document.activeElement === parts.stop) parts.send.focus();
    parts.stop.hidden = true;
    running = undefined;
  });
  refresh();
  return node;
}

// Starting

async function load() {
  const response = await fetch(documentUrl).catch(() => undefined);
  if (response === undefined) throw new Failure(`${documentUrl} cannot be reached. Is the service running?`);
  if (!response.ok) throw new Failure(`${documentUrl} was answered with status ${response.status}.`);
  const found = await response.json().catch(() => undefined);
  if (/^3\./.test(found?.openapi) && found.info && found.paths) return found;
  throw new Failure(`${documentUrl} is not an OpenAPI 3 document in JSON.`);
}

function fillServers() {
  const select = byId('server');
  const tell = () => byId('server-hint').replaceChildren(otherOriginNote(select.value));
  select.append(...servers().map(({ url, description }) => el('option', { value: url }, description ?? url)));
  select.addEventListener('change', tell);
  tell();
}

function showFailure(error) {
  byId('loading').hidden = true;
  byId('reason').textContent =
    error instanceof Failure ? error.message : `${documentUrl} is malformed: ${error.message}`;
  byId('failure').hidden = false;
}

async function start() {
  byId('settings').addEventListener('submit', (event) => event.preventDefault());
  // Beside the text there is room for the contents; above it they would be in the way.
  byId('contents').open = matchMedia('(min-width: 60rem)').matches;
  api = await load();
  fillServers();
  fillIntroduction();
  addOperations();
  addSchemas();
  byId('loading').hidden = true;
  byId('side').hidden = false;
  byId('reference').hidden = false;
  // The browser looked for the place in the address before it was there.
  if (location.hash !== '') byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

start().catch(showFailure);
