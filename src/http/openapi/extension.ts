import { z } from './zod.ts';

/** The mark of everything that the specification does not have, on the two operations that it does have. */
export const extension = { 'x-extension': true } as const;

/** The same parameters, each with the mark. */
export function extensionParameters<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  const marked = Object.entries(shape).map(([name, schema]) => [
    name,
    (schema as z.ZodType).openapi({ param: { ...extension } }),
  ]);
  return z.object(Object.fromEntries(marked) as Shape);
}

/** The same responses or headers, each with the mark. */
export function extensions<Part extends object>(parts: Readonly<Record<string, Part>>) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, ...extension }]));
}
