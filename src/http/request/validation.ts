import type { z } from 'zod';
import { type PetId, parsePetId } from '../../domain/item.ts';
import { detailHeaders, HttpError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { HttpRequest } from '../server/http-request.ts';
import { parseJson } from './body.ts';
import type { Context } from './context.ts';
import { placeholderIn } from './fields.ts';

type Issue = z.core.$ZodIssue;

/** Checks the path, the query and the body of a request, and throws an error that names the first fault. */
export function inputOf(context: Context, { path, query, body }: Operation, bytes: Uint8Array) {
  const isLeftOut = bytes.length === 0 && body?.safeParse({}).success;
  const json = body === undefined || isLeftOut ? {} : parseJson(bytes);
  return {
    // The type of the operation's input says whether this is a bigint.
    param: paramOf(context, path) as string,
    body: body && validateBody(body, json),
    query: query === undefined || context.request.query === undefined ? {} : queryOf(context, query),
  };
}

function validateBody(schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue, ...others] = result.error.issues as [Issue, ...Issue[]];
  const { path, message } = issue;
  const field = unknownField(issue) ?? path.at(-1);
  const row = path.find((step) => typeof step === 'number');
  const where = row === undefined ? '' : `Row ${row + 1}: `;
  const headers = row === undefined ? {} : detailHeaders({ row: row + 1 });
  if (typeof field !== 'string') {
    const list = path.find((step) => typeof step === 'string');
    const what = row === undefined ? 'The body' : `Row ${row + 1}${list === undefined ? '' : ` of "${list}"`}`;
    throw new HttpError('invalid_value', `${what} ${message}.`, headers);
  }
  if (isMissing(path, body)) {
    const alternative = issue.code === 'custom' ? issue.params?.['alternative'] : undefined;
    const rule =
      alternative === undefined ? 'is missing. Add it to the body' : `or "${alternative}" is needed. Add one`;
    // If a field is misspelt, its right name is missing and its wrong name is unknown.
    const object = path.slice(0, -1).join();
    const unknown = others.find((other) => other.code === 'unrecognized_keys' && other.path.join() === object);
    const hint = unknown === undefined ? '' : ` "${unknownField(unknown)}" is not a known field.`;
    throw new HttpError('missing_field', `${where}"${field}" ${rule}.${hint}`, headers);
  }
  throw new HttpError('invalid_value', `${where}"${field}" ${message}.`, headers);
}

/** Messages show at most 64 characters of an unknown name. */
const shortened = (name: string) => name.replace(/^(.{64}).+/s, '$1…');

function unknownField(issue: Issue): string | undefined {
  return issue.code === 'unrecognized_keys' ? shortened(issue.keys[0] ?? '') : undefined;
}

function isMissing(path: readonly PropertyKey[], body: unknown): boolean {
  const value = path.reduce((outer, step) => (outer as Record<PropertyKey, unknown> | undefined)?.[step], body);
  return value === undefined;
}

/** Refuses query parameters that the operation does not have, so that a misspelt one is noticed. */
export function refuseUnknownQuery(request: HttpRequest, { tag, query }: Operation): void {
  // The specified operations ignore parameters that they do not know.
  if (request.query === undefined || tag === 'inventory') return;
  const known = Object.keys(query?.shape ?? {});
  const unknown = new URLSearchParams(request.query).keys().find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const fault = `"${shortened(unknown)}" is not a query parameter of this operation`;
  throw new HttpError('invalid_query', `${fault}, which has ${known.join(', ') || 'none'}. Correct or remove it.`);
}

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

/** A link to the next page: the address of this request with other parameters, without those that are unknown. */
export function nextLink({ request }: Context, schema: z.ZodObject, parameters: Readonly<Record<string, string>>) {
  const sent = [...new URLSearchParams(request.query)].filter(([name]) => Object.hasOwn(schema.shape, name));
  const search = new URLSearchParams({ ...Object.fromEntries(sent), ...parameters });
  return { link: `<${request.path}?${search}>; rel="next"` };
}

/** Decodes a part of the path; returns undefined if its percent-encoding is broken. */
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
  // Most paths name a pet, and reading the petId with the schema takes four times as long.
  const petId = name === 'petId' ? parsePetId(text ?? '') : undefined;
  if (petId !== undefined) return petId;
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const code = name === 'petId' ? 'invalid_pet_id' : 'invalid_value';
  const fault = text === undefined ? 'has a bad percent-encoding: write % as %25' : result.error.issues[0]?.message;
  throw new HttpError(code, `The ${name} in the path ${fault}.`);
}
