import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Gives every Zod schema its `openapi` method. All modules import `z` from this file, so that the method is there.
extendZodWithOpenApi(z);

export { z };

export const namedObject = <Shape extends z.ZodRawShape>(name: string, shape: Shape, metadata = {}) =>
  z.object(shape).openapi(name, metadata);

/** Gives a schema a description, an example and bounds in the OpenAPI document. */
export const described = <S extends z.ZodType>(schema: S, description: string, example: unknown, bounds = {}): S =>
  schema.openapi({ ...bounds, description, example: example as never });
