import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { ZodObject, ZodType, z } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import type { Context } from './request/context.ts';
import type { HttpResponse } from './server/message.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The path parameter, the query and the body of a request, after they were checked. */
type Input<Param extends ZodType, Query extends ZodObject, Body extends ZodType> = {
  /** The value of the path parameter, such as `{petId}`. */
  readonly param: z.output<Param>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
};

/**
 * The declaration of an operation. It determines the OpenAPI document, the checks of requests and
 * some headers.
 */
type Declaration<Param extends ZodType, Query extends ZodObject, Body extends ZodType> = {
  readonly operationId: string;
  readonly method: Method;
  /** The path below the base address, with at most one parameter, such as `/inventory/{petId}`. */
  readonly path: `/${string}`;
  /** The schema of the path parameter. */
  readonly param?: Param;
  readonly tag: 'inventory' | 'extensions';
  readonly stability: 'stable' | 'beta' | 'experimental';
  readonly deprecated?: { readonly since: Date; readonly sunset: Date };
  readonly scope: Scope;
  /**
   * Whether the secret of the setup link, which creates the first API key, allows this operation.
   */
  readonly isForSetup?: true;
  readonly summary: string;
  readonly description: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, ZodType>>;
  /**
   * The schema of the request body. If it accepts an empty object, callers may leave out the body.
   */
  readonly body?: Body;
  /**
   * The schema of the request body in the OpenAPI document, if another one than the document's
   * gives better messages for faults.
   */
  readonly documentedBody?: ZodType;
  /**
   * Whether the operation changes many pets. Such a request may be larger, and is refused if too
   * many of them wait.
   */
  readonly isBatch?: true;
  /**
   * The operation's own responses. The common ones are added from its route, scope, body and
   * headers.
   */
  readonly responses: Readonly<Record<string, ResponseConfig>>;
  /**
   * Error statuses that the operation has beside the common ones. Each gets its usual description.
   */
  readonly errors?: readonly (404 | 409 | 428)[];
  /**
   * The error statuses that the customer's specification lists. Other errors are marked as
   * Pawstock's extensions.
   */
  readonly specifiedErrors?: readonly number[];
  handle(context: Context, input: Input<Param, Query, Body>): HttpResponse | Promise<HttpResponse>;
};

export type Operation = Declaration<ZodType, ZodObject, ZodType>;

/**
 * Declares an operation. The types of its path parameter, query and body follow from the
 * declaration.
 */
export function operation<Param extends ZodType, Query extends ZodObject, Body extends ZodType>(
  declaration: Declaration<Param, Query, Body>,
): Operation {
  return declaration;
}

/** The name of the parameter in a path, such as `petId`; undefined if the path has none. */
export function paramName(path: string): string | undefined {
  return /\{(\w+)\}/.exec(path)?.[1];
}

/**
 * The fields that are the same in the declarations of all operations outside the customer's
 * specification.
 */
export const extension = { tag: 'extensions', stability: 'beta' } as const;

export const readExtension = { ...extension, scope: 'read' } as const;

/**
 * The mark of everything in the OpenAPI document that Pawstock adds to the customer's
 * specification.
 */
export const extensionMark = { 'x-extension': true } as const;

/**
 * An integer in the OpenAPI document. Large integers get the format int64: generated clients might
 * assume 32 bits.
 */
export const documentedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', ...(maximum >= 2 ** 31 && { format: 'int64' }), minimum, maximum }) as const;

/**
 * An integer in a schema of the customer's specification. Its bounds are Pawstock's, so they stand
 * in `x-bounds`.
 */
export const specifiedInteger = (minimum: number, maximum: number) =>
  ({
    type: 'integer',
    'x-bounds': { ...documentedInteger(minimum, maximum), ...extensionMark },
  }) as const;

/**
 * The response headers that tell how stable an operation is, and when a deprecated operation will
 * be removed.
 */
export function stabilityHeaders({ stability, deprecated }: Operation): Record<string, string> {
  return {
    ...(stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecated && {
      deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
      sunset: deprecated.sunset.toUTCString(),
    }),
  };
}
