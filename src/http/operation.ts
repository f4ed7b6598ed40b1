import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { ZodObject, ZodType, z } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import type { PetId } from '../domain/item.ts';
import type { Context } from './request/context.ts';
import type { HttpResponse } from './server/message.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The values of a request, checked against the declaration of its operation. */
type Input<Route extends string, Query extends ZodObject, Body extends ZodType> = {
  /** The value of the placeholder in the path. */
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
  /** Whether the link that makes the first key may call the operation, too. */
  readonly isForSetup?: true;
  readonly summary: string;
  readonly description: string;
  /** What the placeholder in the path means, unless its schema says enough. */
  readonly paramDescription?: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, ZodType>>;
  /** Callers may leave out a body if an empty object is valid. */
  readonly body?: Body;
  /** The schema in the document, if it is not the one that checks the body. */
  readonly documentedBody?: ZodType;
  /** A batch may have a larger body. It waits for its turn before the body is read, and again before it is checked. */
  readonly isBatch?: true;
  /** The responses that do not follow from the route, the scope, the body and the headers. */
  readonly responses: Readonly<Record<string, ResponseConfig>>;
  /** Further errors, with the usual descriptions. */
  readonly errors?: readonly (404 | 409 | 428)[];
  /** The errors that the specification has. All others are marked as extensions. */
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

/** What all operations declare that the specification does not have. */
export const extension = { tag: 'extensions', stability: 'beta' } as const;

export const readExtension = { ...extension, scope: 'read' } as const;

/** Marks what we have added to the two specified operations. */
export const extensionMark = { 'x-extension': true } as const;

/** Without a format, generated clients may read an integer as one of 32 bits. */
export const documentedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', ...(maximum >= 2 ** 31 && { format: 'int64' }), minimum, maximum }) as const;

/** An integer in a schema of the specification, which states no bounds. */
export const specifiedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', 'x-bounds': { ...documentedInteger(minimum, maximum), ...extensionMark } }) as const;

/** Headers that tell how far callers can rely on an operation. */
export function stabilityHeaders({ stability, deprecated }: Operation): Record<string, string> {
  return {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecated && {
      deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
      sunset: deprecated.sunset.toUTCString(),
    }),
  };
}
