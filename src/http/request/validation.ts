import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import { type Operation, paramName } from '../operation.ts';
import type { HttpRequest } from '../server/message.ts';
import { parseJson } from './body.ts';
import type { Context } from './context.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks the path parameter, the query and the body of a request. Throws an error that names the
 * first fault.
 */
export function inputOf(
  { request, app: { limits } }: Context,
  operation: Operation,
  param: string | undefined,
  bytes: Uint8Array,
) {
  const { body } = operation;
  const query = queryOf(request, operation);
  const isLeftOut = bytes.length === 0 && body?.safeParse({}).success;
  const json = body === undefined || isLeftOut ? {} : parseJson(bytes, limits);
  return {
    param: paramOf(operation, param),
    body: body && validateBody(body, json),
    query,
  };
}

function validateBody(schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const [issue, ...others] = result.error.issues;
  if (issue === undefined) throw new Error('a value was refused without an issue');
  const { path, message } = issue;
  const field = unknownField(issue) ?? path.at(-1);
  const row = path.find((step) => typeof step === 'number');
  const where = row === undefined ? '' : `Row ${row + 1}: `;
  const options = row === undefined ? {} : { row: row + 1 };
  if (typeof field !== 'string') {
    const list = path.find((step) => typeof step === 'string');
    const what =
      row === undefined ? 'The body' : `Row ${row + 1}${list === undefined ? '' : ` of "${list}"`}`;
    throw new HttpError('invalid_value', `${what} ${message}.`, options);
  }
  if (issue.input === undefined) {
    // A misspelt field makes the right field missing and the misspelt field unknown, so the message
    // names both.
    const object = path.slice(0, -1).join();
    const unknown = others.find(
      (other) => other.code === 'unrecognized_keys' && other.path.join() === object,
    );
    const hint = unknown === undefined ? '' : ` "${unknownField(unknown)}" is not a known field.`;
    throw new HttpError(
      'missing_field',
      `${where}"${field}" is missing. Add it to the body.${hint}`,
      options,
    );
  }
  throw new HttpError('invalid_value', `${where}"${field}" ${message}.`, options);
}

/** Shortens the name of an unknown field or parameter to 64 characters, for an error message. */
const shortened = (name: string) => name.replace(/^(.{64}).+/s, '$1…');

function unknownField(issue: Issue): string | undefined {
  return issue.code === 'unrecognized_keys' ? shortened(issue.keys[0] ?? '') : undefined;
}

function queryOf({ query: text }: HttpRequest, { tag, query }: Operation): Record<string, unknown> {
  if (text === undefined) return {};
  const sent = new URLSearchParams(text);
  const known = Object.keys(query?.shape ?? {});
  // An unknown query parameter is refused, except by the operations of the specification, which
  // ignore it.
  const unknown =
    tag === 'inventory' ? undefined : sent.keys().find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const fault = `"${shortened(unknown)}" is not a query parameter of this operation`;
    throw new HttpError(
      'invalid_query',
      `${fault}, which has ${known.join(', ') || 'none'}. Correct or remove it.`,
    );
  }
  const repeated = known.find((name) => sent.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new HttpError('invalid_query', `Send "${repeated}" in the query only once.`);
  const result = query?.safeParse(Object.fromEntries(sent));
  if (result === undefined || result.success) return result?.data ?? {};
  const issue = result.error.issues[0];
  throw new HttpError(
    'invalid_query',
    `"${String(issue?.path[0])}" in the query ${issue?.message}.`,
  );
}

/**
 * The `Link` header to the next page of results: the URL of this request, with `parameters` added
 * or replaced.
 */
export function nextLink(
  { request }: Context,
  schema: z.ZodObject,
  parameters: Readonly<Record<string, string>>,
) {
  const sent = [...new URLSearchParams(request.query)].filter(([name]) =>
    Object.hasOwn(schema.shape, name),
  );
  const search = new URLSearchParams({ ...Object.fromEntries(sent), ...parameters });
  return { link: `<${request.path}?${search}>; rel="next"` };
}

/**
 * Decodes the percent-encoding of a path or a segment. Returns undefined if the encoding is broken.
 */
export function withoutEncoding(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The value of the path parameter; undefined for an operation without one. */
function paramOf({ path, param: schema }: Operation, sent: string | undefined): unknown {
  if (schema === undefined || sent === undefined) return undefined;
  const text = withoutEncoding(sent);
  const result = schema.safeParse(text);
  if (result.success) return result.data;

  const name = paramName(path);
  const code = name === 'petId' ? 'invalid_pet_id' : 'invalid_value';
  const fault =
    text === undefined
      ? 'has a bad percent-encoding: write % as %25'
      : result.error.issues[0]?.message;
  throw new HttpError(code, `The ${name} in the path ${fault}.`);
}
