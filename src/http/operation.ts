import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { ZodObject, ZodType, z } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import type { PetId } from '../domain/item.ts';
import type { Context } from './request/context.ts';
import type { HttpResponse } from './server/message.ts';

/** What a request says, checked against the declaration of its operation. */
type Input<Path extends string, Query extends ZodObject, Body extends ZodType> = {
  /** What the placeholder in the path stands for. */
  readonly param: Path extends `${string}{petId}${string}` ? PetId : string;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
};

/** One operation: what it is, from which its OpenAPI entry and its headers come, and what it does. */
type Declaration<Path extends string, Query extends ZodObject, Body extends ZodType> = {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: Path;
  readonly tag: 'inventory' | 'extensions';
  readonly stability: 'stable' | 'beta' | 'experimental';
  readonly deprecated?: { readonly since: Date; readonly sunset: Date };
  readonly scope: Scope;
  /** Whether the link of the first run may call it, too. */
  readonly isForSetup?: true;
  readonly summary: string;
  readonly description: string;
  /** What the placeholder in the path means, unless its schema says enough. */
  readonly paramDescription?: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, ZodType>>;
  /** A body that may be empty may be left out. */
  readonly body?: Body;
  /** What the document says of the body, if not the schema that checks it. */
  readonly documentedBody?: ZodType;
  /** The largest body, if other operations take less. */
  readonly bodyBytesMax?: number;
  /** Whether it waits for its turn among the batches, before its body is read and before that is checked. */
  readonly isBatch?: true;
  /** Of the specified operations all of them; of the others those without the errors that `errors` and the rest imply. */
  readonly responses: Readonly<Record<string, ResponseConfig>>;
  readonly errors?: readonly (404 | 409 | 412 | 428)[];
  handle(context: Context, input: Input<Path, Query, Body>): HttpResponse | Promise<HttpResponse>;
};

export type Operation = Declaration<string, ZodObject, ZodType>;

/** Declares an operation. Its handler gets what its path, query and body are declared to be. */
export const operation = <const Path extends string, Query extends ZodObject, Body extends ZodType>(
  declaration: Declaration<Path, Query, Body>,
): Operation => declaration;

/** What all operations share that the specification does not have. */
export const extension = { tag: 'extensions', stability: 'beta' } as const;

/** The same of those that any key may call. */
export const readExtension = { ...extension, method: 'get', scope: 'read' } as const;

/** The mark of everything that the specification does not have, on the two operations that it does have. */
export const extensionMark = { 'x-extension': true } as const;

/** Without a format, generated clients may take an integer for one of 32 bits. */
export const documentedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', ...(maximum >= 2 ** 31 && { format: 'int64' }), minimum, maximum }) as const;

/** An integer of the specification's own schemas, which leave its bounds open. */
export const specifiedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', 'x-bounds': { ...documentedInteger(minimum, maximum), ...extensionMark } }) as const;

/** The headers that tell how far an operation can be relied on. */
export function stabilityHeaders({ stability, deprecated }: Operation): Record<string, string> {
  return {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecated && {
      deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
      sunset: deprecated.sunset.toUTCString(),
    }),
  };
}
