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

/** Adds a description, an example and bounds to a schema, for the OpenAPI document. */
export const described = <S extends z.ZodType>(
  schema: S,
  description: string,
  example: unknown,
  bounds = {},
): S => schema.openapi({ ...bounds, description, example: example as never });
