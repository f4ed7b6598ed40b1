import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { ZodObject } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import type { Context } from './request/context.ts';
import type { HttpResponse } from './server/message.ts';

type Stability = 'stable' | 'beta' | 'experimental';

type Deprecation = { readonly since: Date; readonly sunset: Date };

/** One operation: what it is, from which its OpenAPI entry and its headers come, and what it does. */
export type Operation = {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: 'inventory' | 'extensions';
  readonly stability: Stability;
  readonly deprecated?: Deprecation;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  readonly request: Omit<NonNullable<RouteConfig['request']>, 'headers'> & { readonly headers?: ZodObject };
  readonly responses: RouteConfig['responses'];
  readonly handle: (context: Context) => HttpResponse | Promise<HttpResponse>;
};

/** The headers that tell how far an operation can be relied on. */
export function stabilityHeaders({ stability, deprecated }: Operation): Record<string, string> {
  return {
    ...(stability === 'stable' ? {} : { 'x-stability': stability }),
    ...(deprecated === undefined
      ? {}
      : {
          deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
          sunset: deprecated.sunset.toUTCString(),
        }),
  };
}

/** The same in the OpenAPI document. */
export function stabilityFields({
  stability,
  deprecated,
}: Operation): Record<`x-${string}`, unknown> & { deprecated?: true } {
  return {
    'x-stability': stability,
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-sunset': deprecated.sunset.toISOString().slice(0, 10) }),
  };
}
