import type { z } from 'zod';
import { DomainError } from '../domain/errors.ts';
import type { Call } from './call.ts';

/** The query parameters that the schema names; others are ignored. */
export function queryOf<S extends z.ZodObject>(call: Call, schema: S): z.output<S> {
  const sent = new URLSearchParams(call.asked.query);
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = sent.getAll(name);
    if (more.length > 0) throw new DomainError('invalid_query', `"${name}" is in the query more than once.`);
    if (value !== undefined) values[name] = value;
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new DomainError('invalid_query', `"${String(issue?.path[0])}" in the query ${issue?.message}.`);
}

/** A link to the next page: this request's own address with other parameters. What the schema does not name is left out. */
export function nextLink(
  { asked }: Call,
  schema: z.ZodObject,
  parameters: Readonly<Record<string, string>>,
): { link: string } {
  const sent = [...new URLSearchParams(asked.query)].filter(([name]) => Object.hasOwn(schema.shape, name));
  const search = new URLSearchParams(sent);
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return { link: `<${asked.path}?${search}>; rel="next"` };
}
