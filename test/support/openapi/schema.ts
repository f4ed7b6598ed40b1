import { readFileSync } from 'node:fs';

/** The committed OpenAPI document, and a validator for the schema keywords that it uses. */

type BoundName = 'minimum' | 'maximum' | `${'min' | 'max'}${'Length' | 'Items' | 'Properties'}`;

export type Schema = { readonly [Name in BoundName]?: number } & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: false;
  readonly 'x-bounds'?: Pick<Schema, 'format' | 'minimum' | 'maximum'>;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
};

export type Response = {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
};

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly 'x-extension'?: true;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Required<Operation> }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Document;

const headersForCallers =
  'etag link location idempotent-replayed x-request-id www-authenticate ratelimit ratelimit-policy retry-after row pet-id available ledger-seq';

/**
 * Returns those headers of a response that clients rely on but the OpenAPI document does not
 * declare.
 */
export function undeclaredHeaders(
  { headers }: { readonly headers: Headers },
  declared: Response,
): string[] {
  const names = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
  return headersForCallers.split(' ').filter((name) => headers.has(name) && !names.includes(name));
}

export type DocumentedOperation = Operation & { readonly method: string; readonly path: string };

export const documentedOperations: readonly DocumentedOperation[] = Object.entries(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);

const known = new Set(
  '$ref type enum format pattern minimum maximum minLength maxLength minItems maxItems minProperties maxProperties items oneOf anyOf allOf required properties additionalProperties description example x-bounds x-extension x-known-values'.split(
    ' ',
  ),
);

export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? schema : (document.components.schemas[name] ?? {});
  for (const key of Object.keys(target))
    if (!known.has(key)) throw new Error(`the keyword ${key} is not known here`);
  return { ...target, ...target['x-bounds'] };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isInteger = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value);

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: isInteger,
  number: (value) => isInteger(value) || typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/** Describes what is wrong with a value; undefined if it is valid. An integer may be a bigint. */
export function fault(reference: Schema, value: unknown): string | undefined {
  const schema = resolved(reference);
  if (schema.oneOf !== undefined) {
    const fitting = schema.oneOf.filter((option) => fault(option, value) === undefined).length;
    return fitting === 1 ? undefined : `fits ${fitting} of the alternatives`;
  }
  const failing = schema.allOf?.find((part) => fault(part, value) !== undefined);
  if (failing !== undefined) return fault(failing, value);
  if (schema.anyOf !== undefined) {
    const fits = schema.anyOf.some((option) => fault(option, value) === undefined);
    return fits ? undefined : 'fits none of the alternatives';
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType[type]?.(value))) return `is no ${types}`;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `is none of ${schema.enum}`;
  if (typeof value === 'string') return stringFault(schema, value);
  if (isInteger(value)) return numberFault(schema, value as number | bigint);
  if (Array.isArray(value)) return arrayFault(schema, value);
  return isObject(value) ? objectFault(schema, value) : undefined;
}

function stringFault(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format }: Schema,
  text: string,
) {
  const { length } = [...text];
  if (length < minLength || length > maxLength) return `has ${length} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return `does not match ${pattern}`;
  if (format === 'uri' && !URL.canParse(text)) return 'is no URI';
  return format === 'date-time' && Number.isNaN(Date.parse(text)) ? 'is no time' : undefined;
}

function numberFault(
  { minimum, maximum, format }: Schema,
  value: number | bigint,
): string | undefined {
  if (format === 'int64' && typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)
    return 'is no int64';
  if (minimum !== undefined && value < minimum) return `is below ${minimum}`;
  return maximum !== undefined && value > maximum ? `is above ${maximum}` : undefined;
}

function arrayFault(
  { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema,
  values: unknown[],
) {
  if (values.length < minItems || values.length > maxItems) return `has ${values.length} items`;
  return firstFault(values.entries(), (_, value) => fault(items, value));
}

function objectFault(
  { properties = {}, required = [], minProperties = 0, ...rest }: Schema,
  value: object,
) {
  const { additionalProperties, maxProperties = Number.POSITIVE_INFINITY } = rest;
  if (Object.keys(value).length < minProperties) return `has fewer than ${minProperties} fields`;
  if (Object.keys(value).length > maxProperties) return `has more than ${maxProperties} fields`;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `has no ${missing}`;
  return firstFault(Object.entries(value), (name, part) => {
    if (Object.hasOwn(properties, name)) return fault(properties[name] as Schema, part);
    return additionalProperties === false ? 'is not known' : undefined;
  });
}

function firstFault<K>(
  entries: Iterable<[K, unknown]>,
  judge: (name: K, part: unknown) => string | undefined,
) {
  for (const [name, part] of entries) {
    const found = judge(name, part);
    if (found !== undefined) return `${name}: ${found}`;
  }
  return undefined;
}
