import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import type { Context } from './context.ts';

/** The query parameters that the schema names; others are ignored. */
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
