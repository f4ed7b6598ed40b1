import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { ZodObject, ZodType, z } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import type { PetId } from '../domain/item.ts';
import type { Context } from './request/context.ts';
import type { HttpResponse } from './server/message.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The values of a request, checked against the declaration of its operation. */
type Input<Route extends string, Query extends ZodObject, Body extends ZodType> = {
  /** The value of the placeholder in the path, such as that of `{petId}`. */
  readonly param: Route extends `${string}{petId}${string}` ? PetId : string;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
};

/** The declaration of an operation produces its OpenAPI entry, the checks of its requests and its headers. */
type Declaration<Route extends `${Method} /${string}`, Query extends ZodObject, Body extends ZodType> = {
  /** The method and the path, which has one placeholder at most: `GET /inventory/{petId}`. */
  readonly route: Route;
  readonly tag: 'inventory' | 'extensions';
  readonly stability: 'stable' | 'beta' | 'experimental';
  readonly deprecated?: { readonly since: Date; readonly sunset: Date };
  readonly scope: Scope;
  /** Whether the setup link, which creates the first API key, allows this operation, too. */
  readonly isForSetup?: true;
  readonly summary: string;
  readonly description: string;
  /** What the placeholder in the path means, unless its schema says enough. */
  readonly paramDescription?: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, ZodType>>;
  /** The schema of the request body. Callers may leave out the body if the schema accepts an empty object. */
  readonly body?: Body;
  /** The schema of the body in the OpenAPI document, if it differs from the schema that checks the body. */
  readonly documentedBody?: ZodType;
  /** Whether this is a batch. Its body may be larger, and is read only if the queue of batches has room. */
  readonly isBatch?: true;
  /** The responses of the operation that do not follow from its route, scope, body and headers. */
  readonly responses: Readonly<Record<string, ResponseConfig>>;
  /** Statuses of further errors, which get their usual descriptions. */
  readonly errors?: readonly (404 | 409 | 428)[];
  /** The error statuses that the specification lists for the operation. All others are marked as extensions. */
  readonly specifiedErrors?: readonly number[];
  handle(context: Context, input: Input<Route, Query, Body>): HttpResponse | Promise<HttpResponse>;
};

export type DeclaredOperation = Declaration<`${Method} /${string}`, ZodObject, ZodType>;

export type Operation = DeclaredOperation & {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
};

/** Declares an operation, so that the handler knows the types of its path, query and body. */
export const operation = <const Route extends `${Method} /${string}`, Query extends ZodObject, Body extends ZodType>(
  declaration: Declaration<Route, Query, Body>,
): DeclaredOperation => declaration;

/** The common part of all operations that are not in the specification. */
export const extension = { tag: 'extensions', stability: 'beta' } as const;

export const readExtension = { ...extension, scope: 'read' } as const;

/** Marks, in the OpenAPI document, what Pawstock adds to the specification. */
export const extensionMark = { 'x-extension': true } as const;

/** An integer in the OpenAPI document. Without a format, generated clients may read a large one as 32 bits. */
export const documentedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', ...(maximum >= 2 ** 31 && { format: 'int64' }), minimum, maximum }) as const;

/** An integer in a schema of the specification, which states no bounds. `x-bounds` states ours as an extension. */
export const specifiedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', 'x-bounds': { ...documentedInteger(minimum, maximum), ...extensionMark } }) as const;

/** Response headers that tell how stable an operation is, and when a deprecated operation ends. */
export function stabilityHeaders({ stability, deprecated }: Operation): Record<string, string> {
  return {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecated && {
      deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
      sunset: deprecated.sunset.toUTCString(),
    }),
  };
}
