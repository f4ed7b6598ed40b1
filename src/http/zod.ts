import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Gives every schema its `openapi` method. Schemas take `z` from here, so that it has run before the first is made.
extendZodWithOpenApi(z);

export { z };

/** An object that has a name of its own in the document. */
export const namedObject = <Shape extends z.ZodRawShape>(name: string, shape: Shape, metadata = {}) =>
  z.object(shape).openapi(name, metadata);

/** A schema with a description, an example and perhaps bounds in the document. */
export const described = <S extends z.ZodType>(schema: S, description: string, example: unknown, bounds = {}): S =>
  schema.openapi({ ...bounds, description, example: example as never });
