import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { DomainError } from '../domain/errors.ts';
import { authenticate, requireScope } from './authenticate.ts';
import { Call } from './call.ts';
import { isPreflight, preflightHeaders } from './cors.ts';
import { type Operation, stabilityHeaders } from './operation.ts';
import type { Page } from './pages.ts';
import { pathOf } from './path.ts';
import type { Service } from './service.ts';

type Options = {
  /** The paths under which the API answers, e.g. `/v1`. */
  readonly mounts: readonly string[];
  readonly operations: readonly Operation[];
  /** What is served outside the API, by path. */
  readonly pages: ReadonlyMap<string, Page>;
};

/** Answers every request there can be: operations, pages, and whatever is neither. */
export function createRouter(service: Service, { mounts, operations, pages }: Options): OpenAPIHono {
  const app = new OpenAPIHono();
  const places = operations.map((operation) => ({ operation, matcher: matcherOf(operation.path) }));

  for (const mount of mounts) {
    for (const path of fixedPaths(operations)) {
      const taken = methodsAt(path);
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !taken.includes(method));
      app.on(others, mount + path, ({ req }) => unmatched(req.raw, req.path));
    }
    for (const operation of operations) {
      app.on(
        operation.method.toUpperCase(),
        mount + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        perform(operation),
      );
    }
  }
  for (const [path, page] of pages) app.get(path, ({ req }) => servePage(page, req.raw));
  app.notFound(({ req }) => unmatched(req.raw, req.path));
  app.onError((error, { req }) => new Call(service, req.raw).failed(error));
  return app;

  /** Learns who calls, and counts the call against that key. */
  async function admit(call: Call): Promise<void> {
    call.key = await authenticate(call);
    const headers = service.rateLimiter.spend(call.key);
    if (headers !== undefined) call.addHeaders(headers);
  }

  /** The order of checks: 401, 429, 403, then what the operation itself finds. */
  function perform(operation: Operation) {
    const headers = stabilityHeaders(operation);
    return async (context: Context): Promise<Response> => {
      const call = new Call(service, context.req.raw, context.req.param());
      try {
        refuseWhenStopping();
        await admit(call);
        call.addHeaders(headers);
        requireScope(call.key, operation.scope);
        return await operation.handle(call);
      } catch (error) {
        return call.failed(error);
      }
    };
  }

  function servePage(page: Page, request: Request): Response | Promise<Response> {
    return page(new Call(service, request));
  }

  /** Within the API a caller without a key learns nothing: neither which paths there are nor which methods. */
  async function unmatched(request: Request, path: string): Promise<Response> {
    const call = new Call(service, request);
    try {
      if (isPreflight(service.corsOrigins, request)) return call.answer(204, null, preflightHeaders);
      refuseWhenStopping();
      const mount = mounts.find((candidate) => path === candidate || path.startsWith(`${candidate}/`));
      if (mount !== undefined) await admit(call);
      refuseMalformed(pathOf(request.url));
      const methods = mount === undefined ? methodsOfPage(path) : methodsAt(path.slice(mount.length));
      throw methods.length === 0 ? notFound : notAllowed(request.method, methods);
    } catch (error) {
      return call.failed(error);
    }
  }

  /** At a fixed path, only what is there: it is no value of a placeholder. */
  function methodsAt(path: string): string[] {
    const fixed = operations.filter((operation) => operation.path === path);
    const here =
      fixed.length > 0 ? fixed : places.filter(({ matcher }) => matcher.test(path)).map(({ operation }) => operation);
    const methods = here.map(({ method }) => method);
    return methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  }

  function methodsOfPage(path: string): string[] {
    return pages.has(path) ? ['GET', 'HEAD'] : [];
  }

  function refuseWhenStopping(): void {
    if (service.state === 'stopping') throw new DomainError('shutting_down', 'This instance is stopping. Try again.');
  }
}

function fixedPaths(operations: readonly Operation[]): Set<string> {
  return new Set(operations.map(({ path }) => path).filter((path) => !path.includes('{')));
}

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function refuseMalformed(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new DomainError('invalid_request', 'The path has a bad percent-encoding. Write % as %25.');
  }
}

const notFound = new DomainError('route_not_found', 'There is nothing at this path. GET /docs lists what there is.');

function notAllowed(method: string, allowed: readonly string[]): DomainError {
  const allow = [...new Set(allowed)].join(', ');
  return new DomainError('method_not_allowed', `${method} is not possible here. Use ${allow}.`, { headers: { allow } });
}
