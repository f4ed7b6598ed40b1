import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Adds the method `openapi` to all Zod schemas. Every module imports `z` from this file, so that
// the method exists.
extendZodWithOpenApi(z);

export { z };

export const namedObject = <Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  metadata = {},
) => z.object(shape).openapi(name, metadata);

/** A text that this version of the service does not know. Editors still suggest the known ones. */
type LaterValue = string & Record<never, never>;

/**
 * A named schema of a value in responses. Later versions may add values, so the document has the
 * known ones beside any text, and generated clients accept those that they do not know.
 */
export function openEnum<const Value extends string>(
  name: string,
  values: readonly Value[],
  description: string,
): z.ZodType<Value | LaterValue> {
  const schema = z.union([z.enum(values), z.string()]).openapi(name, { description });
  // TypeScript would reduce the union to `string`, and forget the known values.
  return schema as z.ZodType<Value | LaterValue>;
}

/** Adds a description, an example and bounds to a schema, for the OpenAPI document. */
export const described = <S extends z.ZodType>(
  schema: S,
  description: string,
  example: unknown,
  bounds = {},
): S =>
  // The examples stand in tables of all fields, which do not know the type of each field's schema.
  schema.openapi({ ...bounds, description, example: example as never });
