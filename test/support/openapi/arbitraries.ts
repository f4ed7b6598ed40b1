import fc from 'fast-check';
import {
  type DocumentedOperation,
  fault,
  isObject,
  type Parameter,
  resolved,
  type Schema,
} from './schema.ts';

/** Generates valid and invalid requests from the OpenAPI document. */

export type DocumentedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw?: string;
};

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const knownPets = [1n, 2n, 3n, -5n, int64.min, int64.max];
const anyText = fc.string({ unit: 'binary', maxLength: 20 });

/** Generates any value that a schema allows. Integers are bigints, so that all digits survive. */
function valuesOf(reference: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(reference);
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(valuesOf));
  if (schema.allOf !== undefined)
    return fc
      .oneof(...schema.allOf.map(valuesOf))
      .filter((value) => fault(schema, value) === undefined);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })));
  switch (schema.type) {
    case 'integer':
      return integerOf(schema);
    case 'string':
      return stringOf(schema);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema;
      const lengths = { minLength: minItems, maxLength: Math.min(maxItems, 5) };
      // Most generated bodies with several pets contain each pet only once, because the service
      // refuses others.
      const unique = fc.uniqueArray(valuesOf(items), {
        ...lengths,
        selector: (row) => isObject(row) && row['petId'],
      });
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
  return fc.oneof(
    { weight: 4, arbitrary: small },
    fc.bigInt({ min, max }),
    fc.constantFrom(min, max),
  );
}

function stringOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time') {
    const [min, max] = [new Date('1970-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
    return fc
      .tuple(fc.date({ min, max, noInvalidDate: true }), fc.constantFrom('Z', '+05:30', '-08:00'))
      .map(([date, offset]) => date.toISOString().replace('Z', offset));
  }
  if (schema.format === 'uri')
    return fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true });
  const { pattern, maxLength = 60 } = schema;
  // Candidates ignore lookaheads, and patterns with `[^`. The filter below drops texts that violate
  // the schema.
  const candidates =
    pattern === undefined || pattern.includes('[^')
      ? fc.oneof(
          fc.string({ unit: 'binary', maxLength }),
          fc.string({ unit: 'grapheme', maxLength }),
          fc.string({ unit: 'binary', maxLength, minLength: maxLength }),
        )
      : fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?![^)]*\)/g, '')), { maxLength });
  return candidates.filter((text) => fault(schema, text) === undefined);
}

function objectOf(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, valuesOf(part)]),
  );
  const plain = fc.record(
    Object.fromEntries(required.map((name) => [name, fields[name] ?? fc.constant(null)])),
  );
  const declared = fc.oneof(plain, fc.record(fields, { requiredKeys: [...required] }));
  if (additionalProperties === false) return declared;
  const others = fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 });
  return fc.tuple(declared, others).map(([object, more]) => {
    const unknown = Object.entries(more).filter(([name]) => !Object.hasOwn(properties, name));
    return { ...object, ...Object.fromEntries(unknown) };
  });
}

/** Writes JSON with all digits of a bigint. */
const jsonText = (body: unknown) =>
  JSON.stringify(body, (_, value) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
  );

type Values = Readonly<Record<string, string>>;
type Parts = {
  readonly parameters: Values;
  readonly body?: unknown;
  /** A query parameter that the operation does not declare. */
  readonly unknown?: readonly [name: string, value: string];
};

function parametersOf(parameters: readonly Parameter[]): fc.Arbitrary<Values> {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const texts = parameters.map((parameter) => [parameter.name, textOf(parameter)] as const);
  return fc.record(Object.fromEntries(texts), { requiredKeys: required }) as fc.Arbitrary<Values>;
}

function textOf({ in: place, schema }: Parameter): fc.Arbitrary<string> {
  // HTTP clients remove path segments such as ".." before they send a request, so none is
  // generated.
  if (place === 'path') {
    const texts = valuesOf(schema).map(String);
    const { example } = resolved(schema);
    // The OpenAPI document gives the id of an existing resource as an example. Some requests use
    // this id.
    const known = typeof example === 'string' ? fc.oneof(fc.constant(example), texts) : texts;
    return known.filter((text) => !/^\.+$/.test(text));
  }
  if (place !== 'header') return valuesOf(schema).map(String);
  const { type, pattern, enum: values } = resolved(schema);
  const isFree = type === 'string' && pattern === undefined && values === undefined;
  const texts = isFree ? fc.string({ maxLength: 40 }) : valuesOf(schema).map(String);
  // Common ETags are included, so that If-Match sometimes matches. HTTP trims spaces around header
  // values.
  return fc
    .oneof(texts, fc.constantFrom('*', '"1"', '"6"', 'W/"6"', 'a'))
    .map((text) => text.trim())
    .filter((text) => isSendable(text) && isText(schema, text));
}

const isSendable = (text: string) => /^[\t -~\u0080-\u00ff]*$/.test(text);
const isText = (schema: Schema, text: string): boolean => {
  const { type, items } = resolved(schema);
  // A query parameter that is a list contains its values separated by commas.
  if (type === 'array' && items !== undefined)
    return text.split(',').every((part) => isText(items, part));
  if (type === 'boolean') return text === 'true' || text === 'false';
  return type === 'integer' ? isIntegerText(schema, text) : fault(schema, text) === undefined;
};
/** The OpenAPI document leaves leading zeros open: the service may read "007" as 7 or refuse it. */
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

/** Generates a valid request, and then makes one part of it invalid. */
export function invalidRequests(operation: DocumentedOperation): fc.Arbitrary<DocumentedRequest> {
  const { parameters = [], requestBody, tags } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const known = parameters.map(({ name }) => name);
  const unknownName = fc.string({ maxLength: 90 }).filter((name) => !known.includes(name));
  const wrong: fc.Arbitrary<Partial<Parts>>[] = [
    ...parameters
      .filter(canBeWrong)
      .map((parameter) =>
        wrongTexts(parameter).map((text) => ({ parameters: { [parameter.name]: text } })),
      ),
    ...(schema === undefined ? [] : [wrongBodies(schema).map((body) => ({ body }))]),
    // The operations with the tag `inventory` ignore unknown query parameters, so these are not
    // errors there.
    ...(tags.includes('inventory')
      ? []
      : [fc.tuple(unknownName, fc.string()).map((unknown) => ({ unknown }))]),
  ];
  return fc.tuple(validParts(operation), fc.oneof(...wrong)).map(([valid, fault]) =>
    requestOf(operation, {
      ...valid,
      ...fault,
      parameters: { ...valid.parameters, ...fault.parameters },
    }),
  );
}

function canBeWrong({ schema }: Parameter): boolean {
  return (
    resolved(schema).type !== 'string' ||
    schema.pattern !== undefined ||
    resolved(schema).enum !== undefined
  );
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
      .filter((text) => place !== 'path' || !/^\.*$/.test(text))
      // An empty Last-Event-ID is valid, because an EventSource that has received nothing sends
      // one.
      .filter((text) => !isText(schema, text) && !(name === 'Last-Event-ID' && text === ''))
  );
}

/**
 * Generates invalid bodies: any wrong value, or a valid body with one missing, wrong or unknown
 * field.
 */
function wrongBodies(schema: Schema): fc.Arbitrary<unknown> {
  const scraps = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.bigInt(),
    fc.constantFrom('5', '', null, true, [], {}),
  );
  const changed = (
    change: (object: object, name: string, text: string, scrap: unknown) => object,
  ) =>
    fc.tuple(valuesOf(schema), fc.nat(), anyText, scraps).map(([value, choice, text, scrap]) => {
      const rows = Array.isArray(value) ? value : [value];
      const row: object = rows[choice % rows.length];
      const name = Object.keys(row)[choice % Object.keys(row).length] ?? '';
      const altered = change(row, name, text, scrap);
      return Array.isArray(value) ? value.with(choice % rows.length, altered) : altered;
    });
  return fc
    .oneof(
      scraps,
      changed((object, name, _, scrap) => ({ ...object, [name]: scrap })),
      changed((object, name) =>
        Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)),
      ),
      changed((object, _, text, scrap) => ({ ...object, [text]: scrap })),
    )
    .filter((value) => fault(schema, value) !== undefined);
}

function requestOf(
  { method, path, parameters = [] }: DocumentedOperation,
  { parameters: texts, body, unknown }: Parts,
) {
  const placed = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place && texts[parameter.name] !== undefined)
      .map(({ name }) => name);
  const text = (name: string) => texts[name] ?? '';
  const query = new URLSearchParams(placed('query').map((name) => [name, text(name)]));
  if (unknown !== undefined) query.append(...unknown);
  return {
    method,
    path: `/v1${path.replace(/\{(\w+)\}/, (_, name) => encodeURIComponent(text(name)))}?${query}`,
    headers: Object.fromEntries(placed('header').map((name) => [name, text(name)])),
    ...(body === undefined ? {} : { raw: jsonText(body) }),
  };
}
