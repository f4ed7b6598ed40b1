import type { z } from 'zod';
import { type PetId, parsePetId, petIdRule } from '../../domain/item.ts';
import { reservationIdPattern, reservationIdRule } from '../../domain/reservation.ts';
import { HttpError } from '../errors.ts';
import type { HttpRequest } from '../server/message.ts';
import type { Context } from './context.ts';

type Issue = z.core.$ZodIssue;

/** The value that a body holds, or the error that names its first fault. */
export function validateBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
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
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return true;
    value = value[step as keyof typeof value];
  }
  return false;
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
export function queryOf<S extends z.ZodObject>(context: Context, schema: S): z.output<S> {
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

/** What a part of the path says. One whose percent-encoding is broken says just what it looks like. */
export function withoutEncoding(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The reservation that the path names. */
export function reservationIdOf({ pathParam }: Context): string {
  const id = withoutEncoding(pathParam);
  if (reservationIdPattern.test(id)) return id;
  throw new HttpError('invalid_value', `The id of the reservation in the path must have ${reservationIdRule}.`);
}

/** The pet that the path names. */
export function petIdOf({ pathParam }: Context): PetId {
  const petId = parsePetId(withoutEncoding(pathParam));
  if (petId === undefined) throw new HttpError('invalid_pet_id', `The petId in the path must be ${petIdRule}.`);
  return petId;
}
