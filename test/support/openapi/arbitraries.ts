import fc from 'fast-check';
import { type DocumentedOperation, fault, isObject, type Parameter, resolved, type Schema } from './schema.ts';

/** Requests made from the document: ones that it allows, and ones that it does not. */

export type DocumentedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw?: string;
};

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const knownPets = [1n, 2n, 3n, -5n, int64.min, int64.max];
const anyText = fc.string({ unit: 'binary', maxLength: 20 });

/** Any value that the schema allows, with every digit of its integers. */
function valuesOf(reference: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(reference);
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(valuesOf));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })));
  switch (schema.type) {
    case 'integer':
      return integerOf(schema);
    case 'string':
      return stringOf(schema);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema;
      const lengths = { minLength: minItems, maxLength: Math.min(maxItems, 5) };
      // Rows mostly name different pets.
      const unique = fc.uniqueArray(valuesOf(items), { ...lengths, selector: (row) => isObject(row) && row['petId'] });
      return fc.oneof({ weight: 9, arbitrary: unique }, fc.array(valuesOf(items), lengths));
    }
    case 'object':
      return objectOf(schema).filter((object) => fault(schema, object) === undefined);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`no way to make a value of ${JSON.stringify(schema)}`);
  }
}

function integerOf({ format, minimum, maximum }: Schema): fc.Arbitrary<bigint> {
  if (format === 'int64' && maximum === undefined)
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...knownPets) }, fc.bigInt(int64));
  const [min, max] = [BigInt(minimum ?? 0), BigInt(maximum ?? 0)];
  const small = fc.bigInt({ min: min > -20n ? min : -20n, max: max < 20n ? max : 20n });
  return fc.oneof({ weight: 4, arbitrary: small }, fc.bigInt({ min, max }), fc.constantFrom(min, max));
}

function stringOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time') {
    const [min, max] = [new Date('1970-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
    return fc
      .tuple(fc.date({ min, max, noInvalidDate: true }), fc.constantFrom('Z', '+05:30', '-08:00'))
      .map(([date, offset]) => date.toISOString().replace('Z', offset));
  }
  if (schema.format === 'uri') return fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true });
  const { pattern, maxLength = 60 } = schema;
  // What is looked ahead for is left to the filter, and so is what most texts match.
  const candidates =
    pattern === undefined || pattern.includes('[^')
      ? fc.oneof(
          fc.string({ unit: 'binary', maxLength }),
          fc.string({ unit: 'grapheme', maxLength }),
          fc.string({ maxLength }),
          fc.string({ unit: 'binary', maxLength, minLength: maxLength }),
        )
      : fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?![^)]*\)/g, '')), { maxLength });
  return candidates.filter((text) => fault(schema, text) === undefined);
}

function objectOf(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part)]));
  const plain = fc.record(Object.fromEntries(required.map((name) => [name, fields[name] ?? fc.constant(null)])));
  const declared = fc.oneof(plain, fc.record(fields, { requiredKeys: [...required] }));
  if (additionalProperties === false) return declared;
  const others = fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 });
  return fc.tuple(declared, others).map(([object, more]) => {
    const unknown = Object.entries(more).filter(([name]) => !Object.hasOwn(properties, name));
    return { ...object, ...Object.fromEntries(unknown) };
  });
}

/** JSON with every digit of a bigint. */
function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${jsonText(part)}`)}}`;
}

type Values = Readonly<Record<string, string>>;
type Parts = { readonly parameters: Values; readonly body?: unknown };

function parametersOf(parameters: readonly Parameter[]): fc.Arbitrary<Values> {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const texts = parameters.map((parameter) => [parameter.name, textOf(parameter)] as const);
  return fc.record(Object.fromEntries(texts), { requiredKeys: required }) as fc.Arbitrary<Values>;
}

function textOf({ in: place, schema }: Parameter): fc.Arbitrary<string> {
  // Clients resolve a segment of dots before they send it.
  if (place === 'path') {
    const texts = valuesOf(schema).map(String);
    const { example } = resolved(schema);
    // There is one with the id of the example.
    const known = typeof example === 'string' ? fc.oneof(fc.constant(example), texts) : texts;
    return known.filter((text) => !/^\.+$/.test(text));
  }
  if (place !== 'header') return valuesOf(schema).map(String);
  const { type, pattern, enum: values } = resolved(schema);
  const isFree = type === 'string' && pattern === undefined && values === undefined;
  const texts = isFree ? fc.string({ maxLength: 40 }) : valuesOf(schema).map(String);
  // Some that occur more than once, and match something. HTTP cuts off the spaces around a value.
  return fc
    .oneof(texts, fc.constantFrom('*', '"1"', '"6"', 'W/"6"', 'a'))
    .map((text) => text.trim())
    .filter((text) => isSendable(text) && isText(schema, text));
}

const isSendable = (text: string) => /^[\t -~\u0080-\u00ff]*$/.test(text);
const isText = (schema: Schema, text: string) => {
  const { type } = resolved(schema);
  if (type === 'boolean') return text === 'true' || text === 'false';
  return type === 'integer' ? isIntegerText(schema, text) : fault(schema, text) === undefined;
};
/** Forgiving: "007" may be taken for 7 or not. */
const isIntegerText = (schema: Schema, text: string) =>
  /^[+-]?\d+$/.test(text) && fault(schema, BigInt(text)) === undefined;

export function validRequests(operation: DocumentedOperation): fc.Arbitrary<DocumentedRequest> {
  return validParts(operation).map((parts) => requestOf(operation, parts));
}

function validParts({ parameters = [], requestBody }: DocumentedOperation): fc.Arbitrary<Parts> {
  const schema = requestBody?.content['application/json']?.schema;
  const values = parametersOf(parameters);
  if (schema === undefined) return values.map((texts) => ({ parameters: texts }));
  return fc.record({ parameters: values, body: valuesOf(schema) });
}

/** A valid request with one thing wrong with it. */
export function invalidRequests(operation: DocumentedOperation): fc.Arbitrary<DocumentedRequest> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const fallible = (operation.parameters ?? []).filter((parameter) => canBeWrong(parameter));
  const ways = [
    ...fallible.map((parameter) => wrongTexts(parameter).map((text) => ({ parameters: { [parameter.name]: text } }))),
    ...(schema === undefined ? [] : wrongBodies(schema)).map((way) => way.map((body) => ({ parameters: {}, body }))),
  ];
  const wrong = ways.map((way) =>
    fc
      .tuple(validParts(operation), way)
      .map(([{ parameters, ...rest }, fault]) =>
        requestOf(operation, { ...rest, ...fault, parameters: { ...parameters, ...fault.parameters } }),
      ),
  );
  return fc.oneof(...wrong, ...(operation.tags.includes('inventory') ? [] : [withUnknownQuery(operation)]));
}

/** A valid request with a query parameter that the operation does not have. */
function withUnknownQuery(operation: DocumentedOperation): fc.Arbitrary<DocumentedRequest> {
  const names = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const unknown = fc.string({ maxLength: 90 }).filter((name) => !names.includes(name));
  return fc.tuple(validRequests(operation), unknown, fc.string()).map(([request, name, value]) => {
    const separator = request.path.endsWith('?') ? '' : '&';
    return { ...request, path: `${request.path}${separator}${new URLSearchParams([[name, value]])}` };
  });
}

function canBeWrong({ schema }: Parameter): boolean {
  return resolved(schema).type !== 'string' || schema.pattern !== undefined || resolved(schema).enum !== undefined;
}

function wrongTexts({ in: place, schema, name }: Parameter): fc.Arbitrary<string> {
  return (
    fc
      .oneof(
        fc.string({ maxLength: 20 }),
        fc.bigInt().map(String),
        fc.double().map(String),
        fc.constant('x'.repeat(600)),
      )
      .map((text) => (place === 'header' ? text.trim() : text))
      .filter((text) => place !== 'path' || !/^$|^\.+$/.test(text))
      // An empty Last-Event-ID is what an EventSource sends that has none.
      .filter((text) => !(name === 'Last-Event-ID' && text === ''))
      .filter((text) => !isText(schema, text))
  );
}

/** Something else altogether, or a valid body in which one field is missing, is something else, or is one too many. */
function wrongBodies(schema: Schema): fc.Arbitrary<unknown>[] {
  const scraps = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.bigInt(), fc.constantFrom('5', '', null, true, [], {}));
  const changed = (change: (object: object, name: string, text: string, scrap: unknown) => object) =>
    fc.tuple(valuesOf(schema), fc.nat(), anyText, scraps).map(([value, choice, text, scrap]) => {
      const rows = Array.isArray(value) ? value : [value];
      const row: object = rows[choice % rows.length];
      const name = Object.keys(row)[choice % Object.keys(row).length] ?? '';
      const altered = change(row, name, text, scrap);
      return Array.isArray(value) ? value.with(choice % rows.length, altered) : altered;
    });
  const ways = [
    scraps,
    changed((object, name, _, scrap) => ({ ...object, [name]: scrap })),
    ...(needsFields(schema) ? [changed(without)] : []),
    ...(isClosed(schema) ? [changed((object, _, text, scrap) => ({ ...object, [text]: scrap }))] : []),
  ];
  return ways.map((way) => way.filter((value) => fault(schema, value) !== undefined));
}

const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));

/** Whether any field of the body has to be there. */
function needsFields(reference: Schema): boolean {
  const { items, oneOf, required, minProperties } = resolved(reference);
  if (items !== undefined) return needsFields(items);
  return oneOf?.some(needsFields) ?? (required !== undefined || minProperties !== undefined);
}

/** Whether the body has no room for other fields. */
function isClosed(reference: Schema): boolean {
  const { items, oneOf, additionalProperties } = resolved(reference);
  if (items !== undefined) return isClosed(items);
  return oneOf?.every(isClosed) ?? additionalProperties === false;
}

function requestOf({ method, path, parameters = [] }: DocumentedOperation, { parameters: texts, body }: Parts) {
  const placed = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place && texts[parameter.name] !== undefined)
      .map(({ name }) => name);
  const text = (name: string) => texts[name] ?? '';
  const query = new URLSearchParams(placed('query').map((name) => [name, text(name)]));
  return {
    method,
    path: `/v1${path.replace(/\{(\w+)\}/, (_, name) => encodeURIComponent(text(name)))}?${query}`,
    headers: Object.fromEntries(placed('header').map((name) => [name, text(name)])),
    ...(body === undefined ? {} : { raw: jsonText(body) }),
  };
}
