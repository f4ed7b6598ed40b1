/** The API reference. All that it says about operations comes from the OpenAPI document. */

const documentUrl = new URL('../openapi.json', import.meta.url);
const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'];
/** Browsers slow down on longer text. */
const shownMax = 1_000_000;

const byId = (id) => document.getElementById(id);
let api;

// Building nodes. Text from the document only ever becomes text nodes, so it cannot become markup.

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false));
  return node;
}

const code = (text) => el('code', {}, text);
const textOf = (value, indent) => (typeof value === 'string' ? value : JSON.stringify(value, null, indent));
const literal = (value) => code(textOf(value));
const between = (parts, separator) => parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
const slug = (text) => text.replaceAll(/[^\w.-]+/g, '-');

/** A block of text that can be scrolled by keyboard too. */
const block = (label, text = '') => el('pre', { tabindex: '0', role: 'group', 'aria-label': label }, code(text));

function inline(text = '') {
  const pieces = text.split(/(`[^`]+`|\*(?!\s)[^*]*[^*\s]\*)/);
  return pieces.map((piece, index) => {
    if (index % 2 === 0) return piece;
    return el(piece.startsWith('`') ? 'code' : 'em', {}, piece.slice(1, -1));
  });
}

function prose(text = '') {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => el('p', {}, inline(paragraph)));
}

/** A link only for addresses of the web: a document could hold others. */
const link = (url, text) => (/^https?:/.test(url ?? '') ? el('a', { href: url, rel: 'noreferrer' }, text) : text);

// Reading the document

function lookUp(reference) {
  const parts = reference.replace(/^#\/?/, '').split('/');
  const names = parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce((node, name) => node?.[name], api);
}

function resolve(value) {
  const seen = new Set();
  let node = value;
  while (typeof node?.$ref === 'string' && !seen.has(node.$ref)) {
    const { $ref, ...beside } = node;
    seen.add($ref);
    node = { ...lookUp($ref), ...beside };
  }
  return node ?? {};
}

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, entry]) => {
    const item = resolve(entry);
    return methods.filter((method) => item[method] !== undefined).map((method) => operationOf(path, method, item));
  });
}

function operationOf(path, method, item) {
  const own = item[method];
  const parameters = new Map();
  for (const parameter of [...(item.parameters ?? []), ...(own.parameters ?? [])].map(resolve)) {
    parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return {
    ...own,
    id: `operation-${slug(own.operationId ?? `${method}${path}`)}`,
    method: method.toUpperCase(),
    path,
    title: own.summary ?? own.operationId ?? path,
    tag: own.tags?.[0] ?? 'other',
    parameters: [...parameters.values()],
    requestBody: own.requestBody && resolve(own.requestBody),
    responses: Object.entries(own.responses ?? {}).map(([status, response]) => [status, resolve(response)]),
  };
}

function groupsOf(operations) {
  const names = new Set([...(api.tags ?? []).map(({ name }) => name), ...operations.map(({ tag }) => tag)]);
  const groups = [...names].map((name) => ({
    id: `tag-${slug(name)}`,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    description: api.tags?.find((tag) => tag.name === name)?.description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return groups.filter(({ operations: own }) => own.length > 0);
}

function headerOfScheme(scheme) {
  if (scheme.type === 'http' && /^bearer$/i.test(scheme.scheme)) return { name: 'Authorization', prefix: 'Bearer ' };
  return scheme.type === 'apiKey' && scheme.in === 'header' ? { name: scheme.name, prefix: '' } : undefined;
}

const schemes = () => Object.entries(api.components?.securitySchemes ?? {}).map(([name, one]) => [name, resolve(one)]);
const needs = (operation) => (operation.security ?? api.security ?? []).flatMap(Object.keys);

function keyHeaderOf(operation) {
  const names = needs(operation);
  const usable = schemes().filter(([name]) => names.includes(name));
  return usable.map(([, scheme]) => headerOfScheme(scheme)).find((header) => header !== undefined);
}

// Schemas

const schemaId = (name) => `schema-${slug(name)}`;

function typeOf(schema = {}) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    return schema.$ref.startsWith('#/components/schemas/') ? el('a', { href: `#${schemaId(name)}` }, name) : name;
  }
  if (schema.allOf) return between(schema.allOf.map(typeOf), ' and ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return between(choices.map(typeOf), ' or ');
  if (schema.items) return ['array of ', typeOf(schema.items)];
  const name = [schema.type ?? 'any value'].flat().join(' or ');
  return schema.format ? `${name} (${schema.format})` : name;
}

const limitWords = [
  ['const', 'always', ''],
  ['minimum', 'at least', ''],
  ['exclusiveMinimum', 'more than', ''],
  ['maximum', 'at most', ''],
  ['exclusiveMaximum', 'less than', ''],
  ['multipleOf', 'a multiple of', ''],
  ['minLength', 'at least', ' characters'],
  ['maxLength', 'at most', ' characters'],
  ['minItems', 'at least', ' items'],
  ['maxItems', 'at most', ' items'],
  ['pattern', 'matching', ''],
  ['default', 'default', ''],
  ['example', 'for example', ''],
];

function limitsOf(schema) {
  const given = limitWords.filter(([name]) => schema[name] !== undefined);
  const words = given.map(([name, before, after]) => [`${before} `, literal(schema[name]), after]);
  const values = schema.enum && ['one of ', between(schema.enum.map(literal), ', ')];
  return between(values ? [values, ...words] : words, '; ');
}

function row({ name, schema, description, notes = [] }) {
  const full = resolve(schema);
  const limits = limitsOf(full);
  const kind = [typeOf(schema), ...notes].map((note) => el('span', { class: 'note' }, note));
  const meaning = el('p', {}, inline(description ?? full.description));
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, code(name), kind),
    el('td', {}, meaning, limits.length > 0 && el('p', { class: 'hint' }, limits)),
  );
}

function table(label, heads, rows) {
  const head = el(
    'tr',
    {},
    heads.map((text) => el('th', { scope: 'col' }, text)),
  );
  return el('table', { 'aria-label': label }, el('thead', {}, head), el('tbody', {}, rows));
}

/** The object that a schema is about: itself, its parts together, or what its array holds. */
function objectOf(schema) {
  const full = resolve(schema);
  if (full.items) return objectOf(full.items);
  const parts = [full, ...(full.allOf ?? []).map(resolve)];
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

function fieldsOf(schema, label) {
  const { properties, required } = objectOf(schema);
  const rows = Object.entries(properties).map(([name, field]) =>
    row({ name, schema: field, notes: [required.includes(name) ? el('strong', {}, 'required') : 'optional'] }),
  );
  return rows.length > 0 ? table(label, ['Field', 'Meaning'], rows) : [];
}

/** An example with what is required and no more, so that it can be sent as it is. */
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
  const plain = { integer: full.minimum ?? 0, number: full.minimum ?? 0, boolean: true, string: 'text', object: {} };
  return plain[[full.type].flat()[0]] ?? null;
}

function sampleText(media) {
  const named = resolve(Object.values(media.examples ?? {})[0]).value;
  return textOf(media.example ?? named ?? sampleOf(media.schema), 2);
}

// Sections

const heading = (level, text) => el(`h${level}`, {}, text);

function section(id, title, ...children) {
  return el('section', { id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), children);
}

function aboutSection({ description, license }) {
  const terms = license && el('p', { class: 'quiet' }, 'Licence: ', link(license.url, license.name));
  return section('about', 'About', prose(description), terms);
}

function serversSection() {
  const items = servers().map(({ url, description }) =>
    el('li', {}, code(url), description && [': ', inline(description)]),
  );
  return section('servers', 'Servers', el('ul', {}, items));
}

function authenticationSection() {
  const ways = schemes().map(([name, scheme]) => {
    const header = headerOfScheme(scheme);
    const how = header
      ? ['Send the header ', code(`${header.name}: ${header.prefix}<key>`), ' with each call.']
      : [`Of type ${scheme.type}. “Try it” cannot send this kind.`];
    return [heading(3, name), prose(scheme.description), el('p', {}, how)];
  });
  return section('authentication', 'Authentication', ways.length > 0 ? ways : el('p', {}, 'No key is needed.'));
}

function operationSection(operation) {
  const { id, title, method, path, description, deprecated, requestBody, parameters, responses } = operation;
  const stability = operation['x-stability'];
  return el(
    'article',
    { id, 'aria-labelledby': `${id}-title` },
    el('h3', { id: `${id}-title` }, title),
    el(
      'p',
      { class: 'signature' },
      el('span', { class: 'method', 'data-method': method }, method),
      code(path),
      stability && el('span', { class: 'badge', 'data-stability': stability }, stability),
      deprecated && el('span', { class: 'badge', 'data-stability': 'deprecated' }, 'deprecated'),
    ),
    deprecated && deprecationNote(operation['x-sunset']),
    prose(description),
    keyHeaderOf(operation) === undefined && needs(operation).length === 0 && el('p', {}, 'No key is needed.'),
    parameters.length > 0 && [heading(4, 'Parameters'), parameterTable(operation)],
    requestBody && [heading(4, 'Request body'), requestBodyPart(operation)],
    responses.length > 0 && [heading(4, 'Responses'), responseTable(operation)],
    tryIt(operation),
  );
}

function deprecationNote(sunset) {
  const end = sunset && [' It will be removed on ', el('time', { datetime: sunset }, sunset), '.'];
  return el('p', { class: 'notice' }, 'This operation is deprecated: do not start using it.', end);
}

function parameterTable({ title, parameters }) {
  const rows = parameters.map(({ name, schema, description, required, in: place }) =>
    row({ name, schema, description, notes: [`in ${place}`, required ? el('strong', {}, 'required') : 'optional'] }),
  );
  return table(`Parameters of ${title}`, ['Parameter', 'Meaning'], rows);
}

function requestBodyPart({ title, requestBody }) {
  return Object.entries(requestBody.content ?? {}).map(([type, media]) => {
    const full = resolve(media.schema);
    const limits = limitsOf({ ...full, example: undefined });
    const shape = media.schema?.$ref && full.items ? [', ', typeOf(full)] : [];
    return [
      el('p', {}, code(type), ': ', typeOf(media.schema), shape, requestBody.required ? ', required.' : ', optional.'),
      limits.length > 0 && el('p', { class: 'hint' }, limits),
      fieldsOf(media.schema, `Request body of ${title}`),
      el('p', { class: 'label' }, 'Example'),
      block(`Example request body of ${title}`, sampleText(media)),
    ];
  });
}

function responseTable({ title, responses }) {
  const rows = responses.map(([status, { description, content = {}, headers = {} }]) => {
    const bodies = Object.entries(content).map(([type, { schema }]) => [
      el('p', { class: 'hint' }, 'Body: ', code(type), ', ', typeOf(schema)),
      schema?.properties && fieldsOf(schema, `Body of ${status} of ${title}`),
    ]);
    const named = Object.entries(headers).map(([name, header]) =>
      el('p', { class: 'hint' }, 'Header ', code(name), ': ', inline(resolve(header).description)),
    );
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, code(status)),
      el('td', {}, el('p', {}, inline(description)), bodies, named),
    );
  });
  return table(`Responses of ${title}`, ['Status', 'Meaning'], rows);
}

function schemaArticle([name, schema]) {
  const { properties } = objectOf(schema);
  const limits = limitsOf({ ...resolve(schema), example: undefined });
  return el(
    'article',
    { id: schemaId(name), 'aria-labelledby': `${schemaId(name)}-title` },
    el('h3', { id: `${schemaId(name)}-title` }, name),
    prose(schema.description),
    el('p', { class: 'hint' }, 'Type: ', typeOf(schema), limits.length > 0 && ['; ', limits]),
    schema.items === undefined && fieldsOf(schema, `Fields of ${name}`),
    Object.keys(properties).length > 0 && [
      el('p', { class: 'label' }, 'Example'),
      block(`Example of ${name}`, textOf(sampleOf(schema), 2)),
    ],
  );
}

function tableOfContents(groups, schemas) {
  const item = (id, text, children) => el('li', {}, el('a', { href: `#${id}` }, text), children);
  const list = (items) => el('ul', {}, items);
  const method = (name) => el('span', { class: 'method', 'data-method': name }, name);
  const operations = ({ operations: own }) =>
    list(own.map((one) => item(one.id, [method(one.method), ' ', one.title])));
  return list([
    item('about', 'About'),
    item('servers', 'Servers'),
    item('authentication', 'Authentication'),
    groups.map((group) => item(group.id, group.title, operations(group))),
    schemas.length > 0 && item('schemas', 'Schemas', list(schemas.map(([name]) => item(schemaId(name), name)))),
  ]);
}

// Trying it

function servers() {
  const given = api.servers?.length > 0 ? api.servers : [{ url: '/' }];
  return given.map(({ url, description, variables }) => {
    const filled = url.replaceAll(/\{([^}]+)\}/g, (whole, name) => variables?.[name]?.default ?? whole);
    return { url: new URL(filled, documentUrl).href.replace(/\/$/, ''), description };
  });
}

function otherOriginNote(url) {
  const { origin } = new URL(url);
  if (origin === location.origin) return '';
  return `This page may only call ${location.origin}, not ${origin}. For that server, use the curl line.`;
}

function inputOf({ id }, { name, required, in: place, schema, example }) {
  const full = resolve(schema);
  const given = example ?? full.example ?? full.default;
  // Text, also for numbers: a number field would round large petIds and keep wrong values from being tried.
  const attributes = { id: `${id}-${place}-${slug(name)}`, required: required === true, autocomplete: 'off' };
  if (full.enum) {
    const values = required ? full.enum : ['', ...full.enum];
    return el(
      'select',
      attributes,
      values.map((value) => el('option', {}, textOf(value))),
    );
  }
  const whole = [full.type].flat().includes('integer');
  const value = required && given !== undefined ? textOf(given) : undefined;
  return el('input', { ...attributes, value, spellcheck: 'false', inputmode: whole ? 'numeric' : 'text' });
}

function field(input, label, hint) {
  return el(
    'div',
    { class: 'field' },
    el('label', { for: input.id }, label, hint && el('span', { class: 'quiet' }, ` ${hint}`)),
    input,
  );
}

/** What is to be sent, without the key. */
function draftOf(operation, fields, body, type) {
  const filled = fields.filter(({ input }) => input.value !== '');
  const pairs = (place) =>
    filled
      .filter(({ parameter }) => parameter.in === place)
      .map(({ parameter, input }) => [parameter.name, input.value]);
  const put = (path, [name, value]) => path.replaceAll(`{${name}}`, () => encodeURIComponent(value));
  const query = new URLSearchParams(pairs('query')).toString();
  return {
    method: operation.method,
    url: byId('server').value + pairs('path').reduce(put, operation.path) + (query && `?${query}`),
    headers: [...(body ? [['Content-Type', type]] : []), ...pairs('header')],
    body: body?.value,
    keyHeader: keyHeaderOf(operation),
    streams: operation.responses.some(([, { content }]) => content?.['text/event-stream'] !== undefined),
  };
}

function curlOf({ method, url, headers, body, keyHeader, streams }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    `curl${streams ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    keyHeader && `-H "${keyHeader.name}: ${keyHeader.prefix}$PAWSTOCK_API_KEY"`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body !== undefined && `--data-raw ${quoted(body)}`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

function requestOf({ method, url, headers, body, keyHeader }, signal) {
  const note = otherOriginNote(url);
  if (note !== '') throw new Error(note);
  const key = byId('key').value.trim();
  const keyed = keyHeader && key !== '' ? [[keyHeader.name, keyHeader.prefix + key], ...headers] : headers;
  try {
    return new Request(url, { method, headers: keyed, body, signal, cache: 'no-store', credentials: 'omit' });
  } catch (error) {
    throw new Error(`The browser cannot send this: ${error.message}`);
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

/** Hands over the text as it comes. Answers whether that was all of it. */
async function readText(response, onText) {
  const reader = response.body?.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })).getReader();
  let room = shownMax;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    onText(value.slice(0, room));
    room -= value.length;
    if (room < 0) {
      await reader.cancel();
      return false;
    }
  }
  return true;
}

/** Shows an answer: its status, its body exactly as it came (or indented), its headers. */
function answerView() {
  const status = el('p', { role: 'status', class: 'status' });
  const body = block('Response body');
  const headers = block('Response headers');
  const indent = el('input', { type: 'checkbox', checked: true });
  const indentLabel = el('label', { class: 'check' }, indent, 'Indent');
  const bar = el('div', { class: 'actions' }, el('p', { class: 'label' }, 'Body'), indentLabel);
  const result = el(
    'div',
    { class: 'stack', hidden: true },
    bar,
    body,
    el('p', { class: 'label' }, 'Headers'),
    headers,
  );
  const say = (words, kind = '') => {
    status.textContent = words;
    status.dataset.kind = kind;
  };
  let text = '';
  const draw = () => {
    bar.hidden = text === '';
    body.hidden = text === '';
    body.firstChild.textContent = indent.checked && !indentLabel.hidden ? indented(text) : text;
  };
  const open = (response) => {
    headers.firstChild.textContent = [...response.headers].map((pair) => pair.join(': ')).join('\n');
    indentLabel.hidden = !/[/+]json\b/.test(response.headers.get('content-type') ?? '');
    result.hidden = false;
  };
  const clear = () => {
    text = '';
    result.hidden = true;
    draw();
  };
  /** Adds rather than draws anew, to keep what is selected in a stream. */
  const add = (more) => {
    text += more;
    bar.hidden = false;
    body.hidden = false;
    body.firstChild.append(more);
    body.scrollTop = body.scrollHeight;
  };
  const close = () => {
    draw();
    body.scrollTop = 0;
  };
  indent.addEventListener('change', draw);
  return { nodes: [status, result], say, clear, open, add, close };
}

async function send(draft, view, signal) {
  const started = performance.now();
  const time = () => `${Math.round(performance.now() - started).toLocaleString('en')} ms`;
  let answer = '';
  let kind = 'failed';
  view.clear();
  view.say('Sending…');
  try {
    const response = await fetch(requestOf(draft, signal));
    answer = `${`${response.status} ${response.statusText}`.trim()}. `;
    kind = response.ok ? 'ok' : 'failed';
    view.open(response);
    view.say(`${answer}First answer after ${time()}, more to come…`, kind);
    const whole = await readText(response, view.add);
    const cut = whole ? '' : ` Only the first ${shownMax.toLocaleString('en')} characters are shown.`;
    view.close();
    view.say(`${answer}Took ${time()}.${cut}`, kind);
  } catch (error) {
    view.say(answer + excuseFor(error, answer === '', time()), kind);
  }
}

function excuseFor(error, unanswered, time) {
  if (error.name === 'AbortError') return `Stopped after ${time}.`;
  if (!(error instanceof TypeError)) return error.message;
  if (unanswered) return 'No answer came. Is the service running, and are you online? Then send it again.';
  return `The connection broke after ${time}. What came before is below.`;
}

function copyButton(textToCopy) {
  // Browsers offer no clipboard to pages that came over plain HTTP from another machine.
  if (navigator.clipboard === undefined) return [];
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(textToCopy()).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Could not copy';
    setTimeout(() => button.replaceChildren('Copy'), 2000);
  };
  const button = el('button', { type: 'button', click: copy, 'aria-live': 'polite' }, 'Copy');
  return button;
}

function tryIt(operation) {
  const { id, title, parameters, requestBody } = operation;
  const settable = parameters.filter((parameter) => parameter.in !== 'cookie');
  const fields = settable.map((parameter) => ({ parameter, input: inputOf(operation, parameter) }));
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = media && el('textarea', { id: `${id}-body`, rows: '6', spellcheck: 'false' }, sampleText(media));
  const command = block(`curl for ${title}`);
  const view = answerView();
  const draft = () => draftOf(operation, fields, body, type);
  const refresh = () => command.firstChild.replaceChildren(curlOf(draft()));
  let running;
  const start = async (event) => {
    event.preventDefault();
    if (running) return;
    running = new AbortController();
    stop.hidden = false;
    await send(draft(), view, running.signal);
    if (document.activeElement === stop) go.focus();
    stop.hidden = true;
    running = undefined;
  };
  const go = el('button', { type: 'submit', class: 'primary' }, 'Send');
  const stop = el('button', { type: 'button', hidden: true, click: () => running?.abort() }, 'Stop');
  const form = el(
    'form',
    { class: 'stack', autocomplete: 'off', 'aria-label': `Try it: ${title}`, input: refresh, submit: start },
    fields.map(({ parameter, input }) => field(input, code(parameter.name), parameter.required ? 'required' : '')),
    body && field(body, 'Body', type),
    el(
      'div',
      { class: 'actions' },
      el('p', { class: 'label' }, 'As a command'),
      copyButton(() => curlOf(draft())),
    ),
    command,
    el('div', { class: 'actions' }, go, stop),
    view.nodes,
  );
  byId('server').addEventListener('change', refresh);
  refresh();
  return el(
    'details',
    { class: 'try' },
    el('summary', {}, 'Try it', el('span', { class: 'hidden' }, `: ${title}`)),
    form,
  );
}

// Starting

/** Keeps the digits of large numbers in examples and limits, where the browser can. */
function exactly(_name, value, context) {
  const large = typeof value === 'number' && !Number.isSafeInteger(value);
  return large && context?.source && JSON.rawJSON ? JSON.rawJSON(context.source) : value;
}

async function load() {
  const response = await fetch(documentUrl).catch(() => {
    throw new Error(`${documentUrl} cannot be reached. Is the service running, and are you online?`);
  });
  if (!response.ok) throw new Error(`${documentUrl} was answered with status ${response.status}.`);
  const text = await response.text();
  let parsed;
  try {
    parsed = JSON.parse(text, exactly);
  } catch (error) {
    throw new Error(`${documentUrl} is not valid JSON: ${error.message}`);
  }
  const fits = /^3\./.test(parsed?.openapi) && typeof parsed.info === 'object' && typeof parsed.paths === 'object';
  if (!fits) throw new Error(`${documentUrl} is not an OpenAPI 3 document with an info and paths.`);
  return parsed;
}

function showServers() {
  const select = byId('server');
  const tell = () => byId('server-hint').replaceChildren(otherOriginNote(select.value));
  const label = ({ url, description }) => (description ? `${description} (${url})` : url);
  select.replaceChildren(...servers().map((server) => el('option', { value: server.url }, label(server))));
  select.addEventListener('change', tell);
  tell();
}

function render() {
  const { title, version } = api.info;
  const groups = groupsOf(operationsOf(api));
  const schemas = Object.entries(api.components?.schemas ?? {});
  document.title = `${title}: API reference`;
  byId('title').textContent = title;
  byId('version').textContent = `Version ${version}`;
  showServers();
  byId('toc').replaceChildren(tableOfContents(groups, schemas));
  byId('content').replaceChildren(
    aboutSection(api.info),
    serversSection(),
    authenticationSection(),
    ...groups.map((group) =>
      section(group.id, group.title, prose(group.description), group.operations.map(operationSection)),
    ),
    ...(schemas.length > 0 ? [section('schemas', 'Schemas', schemas.map(schemaArticle))] : []),
  );
  byId('side').hidden = false;
}

function showFailure(error) {
  const retry = el('button', { type: 'button', class: 'primary', click: () => location.reload() }, 'Try again');
  const words = el('div', { role: 'alert' }, heading(2, 'The reference cannot be shown'), el('p', {}, error.message));
  byId('content').replaceChildren(words, retry);
}

/** Beside the text there is room for the contents; above it they would be in the way. */
function foldContents() {
  const wide = matchMedia('(min-width: 60rem)');
  const fold = () => byId('contents').toggleAttribute('open', wide.matches);
  wide.addEventListener('change', fold);
  fold();
}

byId('settings').addEventListener('submit', (event) => event.preventDefault());
foldContents();
try {
  api = await load();
  render();
  // The browser looked for the place in the address before there was one.
  if (location.hash !== '') byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
} catch (error) {
  showFailure(error);
}
