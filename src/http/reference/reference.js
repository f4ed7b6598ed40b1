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
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== ''));
  return node;
}

const code = (text) => el('code', {}, text);
const literal = (value) => code(typeof value === 'string' ? value : JSON.stringify(value));
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

function row({ name, schema, description, required, place }) {
  const full = resolve(schema);
  const limits = limitsOf(full);
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      code(name),
      el('span', { class: 'type' }, typeOf(schema)),
      el('span', { class: 'type' }, [place ?? [], required ? el('strong', {}, 'required') : 'optional'].flat().join(', ') && between([place ?? [], required ? el('strong', {}, 'required') : 'optional'].flat(), ', ')),
    ),
    el('td', {}, el('p', {}, inline(description ?? full.description)), limits.length > 0 && el('p', { class: 'hint' }, limits)),
  );
}
