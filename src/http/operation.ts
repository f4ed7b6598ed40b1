import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { ZodObject, ZodType } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import type { Context } from './request/context.ts';
import type { HttpResponse } from './server/message.ts';

/** One operation: what it is, from which its OpenAPI entry and its headers come, and what it does. */
export type Operation = {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: 'inventory' | 'extensions';
  readonly stability: 'stable' | 'beta' | 'experimental';
  readonly deprecated?: { readonly since: Date; readonly sunset: Date };
  readonly scope: Scope;
  /** Whether the link of the first run may call it, too. */
  readonly isForSetup?: true;
  readonly summary: string;
  readonly description: string;
  readonly query?: ZodObject;
  readonly headers?: Readonly<Record<string, ZodType>>;
  readonly body?: ZodType;
  /** The largest body, if other operations take less. */
  readonly bodyBytesMax?: number;
  /** What the body waits for before it is read. */
  readonly beforeBody?: (context: Context) => Promise<void>;
  /** Of the specified operations all of them; of the others those without the errors that `errors` and the rest imply. */
  readonly responses: Readonly<Record<string, ResponseConfig>>;
  readonly errors?: readonly (404 | 409 | 412 | 428)[];
  readonly handle: (context: Context, body: Uint8Array) => HttpResponse | Promise<HttpResponse>;
};

/** What all operations share that the specification does not have. */
export const extension = { tag: 'extensions', stability: 'beta' } as const;

/** The mark of everything that the specification does not have, on the two operations that it does have. */
export const extensionMark = { 'x-extension': true } as const;

/** An integer of the specification's own schemas, which leave its bounds open. */
export const specifiedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', 'x-bounds': { minimum, maximum, ...extensionMark } }) as const;

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
