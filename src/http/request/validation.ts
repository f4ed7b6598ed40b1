import type { z } from 'zod';
import { type PetId, parsePetId } from '../../domain/item.ts';
import { HttpError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { HttpRequest } from '../server/message.ts';
import { parseJson } from './body.ts';
import type { Context } from './context.ts';
import { placeholderIn } from './fields.ts';

type Issue = z.core.$ZodIssue;

/** All that a request says to an operation, or the error that names its first fault. */
export function inputOf(context: Context, { path, query, body }: Operation, bytes: Uint8Array) {
  const isLeftOut = bytes.length === 0 && body?.safeParse({}).success;
  const json = body === undefined || isLeftOut ? {} : parseJson(bytes);
  return {
    // Which paths have a bigint is for the type of the operation's input to say.
    param: paramOf(context, path) as string,
    body: body && validateBody(body, json),
    query: query === undefined || context.request.query === undefined ? {} : queryOf(context, query),
  };
}

function validateBody(schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw bodyError(result.error.issues as [Issue, ...Issue[]], body);
}

function bodyError([issue, ...others]: readonly [Issue, ...Issue[]], body: unknown): HttpError {
  const { path, message } = issue;
  const field = unknownField(issue) ?? path.at(-1);
  const row = path.find((step) => typeof step === 'number');
  const where = row === undefined ? '' : `Row ${row + 1}: `;
  if (typeof field !== 'string') {
    return new HttpError('invalid_value', `${where || 'The body '}${message}.`);
  }
  if (isMissing(path, body)) {
    const alternative = issue.code === 'custom' ? issue.params?.['alternative'] : undefined;
    const rule =
      alternative === undefined ? 'is missing. Add it to the body' : `or "${alternative}" is needed. Add one`;
    // A misspelt field is both missing and unknown.
    const object = path.slice(0, -1).join();
    const unknown = others.find((other) => other.code === 'unrecognized_keys' && other.path.join() === object);
    const hint = unknown === undefined ? '' : ` "${unknownField(unknown)}" is not a known field.`;
    return new HttpError('missing_field', `${where}"${field}" ${rule}.${hint}`);
  }
  return new HttpError('invalid_value', `${where}"${field}" ${message}.`);
}

/** A name that is not shown in full. */
const tooLong = /^(.{64}).+/s;

function unknownField(issue: Issue): string | undefined {
  return issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '').replace(tooLong, '$1…') : undefined;
}

function isMissing(path: readonly PropertyKey[], body: unknown): boolean {
  const value = path.reduce((outer, step) => (outer as Record<PropertyKey, unknown> | undefined)?.[step], body);
  return value === undefined;
}

/** Refuses query parameters that the operation does not have: one that is misspelt would be ignored otherwise. */
export function refuseUnknownQuery({ query }: HttpRequest, queryNames: readonly string[] | undefined): void {
  if (query === undefined || queryNames === undefined) return;
  const unknown = new URLSearchParams(query).keys().find((name) => !queryNames.includes(name));
  if (unknown === undefined) return;
  const names = queryNames.length === 0 ? 'none' : queryNames.join(', ');
  const fault = `"${unknown.replace(tooLong, '$1…')}" is not a query parameter of this operation`;
  throw new HttpError('invalid_query', `${fault}, which has ${names}. Correct or remove it.`);
}

/** The query parameters that the schema names. */
function queryOf(context: Context, schema: z.ZodObject): Record<string, unknown> {
  const sent = new URLSearchParams(context.request.query);
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = sent.getAll(name);
    if (more.length > 0) throw new HttpError('invalid_query', `"${name}" is in the query more than once.`);
    if (value !== undefined) values[name] = value;
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HttpError('invalid_query', `"${String(issue?.path[0])}" in the query ${issue?.message}.`);
}

/** A link to the next page: this request's own address with other parameters. What the schema does not name is left out. */
export function nextLink(
  { request }: Context,
  schema: z.ZodObject,
  parameters: Readonly<Record<string, string>>,
): { link: string } {
  const sent = [...new URLSearchParams(request.query)].filter(([name]) => Object.hasOwn(schema.shape, name));
  const search = new URLSearchParams(sent);
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return { link: `<${request.path}?${search}>; rel="next"` };
}

/** What a part of the path says; undefined if its percent-encoding is broken. */
function withoutEncoding(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function paramOf({ pathParam }: Context, path: string): PetId | string {
  const placeholder = placeholderIn(path);
  if (placeholder === undefined) return '';
  const { name, schema } = placeholder;
  const text = withoutEncoding(pathParam);
  // Most paths name a pet, and a schema takes four times as long to read it.
  const petId = name === 'petId' ? parsePetId(text ?? '') : undefined;
  if (petId !== undefined) return petId;
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const code = name === 'petId' ? 'invalid_pet_id' : 'invalid_value';
  const fault = text === undefined ? 'has a bad percent-encoding: write % as %25' : result.error.issues[0]?.message;
  throw new HttpError(code, `The ${name} in the path ${fault}.`);
}
