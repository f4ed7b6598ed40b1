import { HttpError } from './errors.ts';
import { type Operation, stabilityHeaders } from './operation.ts';
import { admit, requireScope } from './request/auth.ts';
import { checkMediaType } from './request/body.ts';
import { type AppContext, Context } from './request/context.ts';
import { isPreflight, preflightHeaders } from './request/cors.ts';
import { inputOf, withoutEncoding } from './request/validation.ts';
import { noMatch, Routes } from './routes.ts';
import type { Handler, HttpResponse } from './server/message.ts';

/** A handler for a path outside the API: the dashboard, the API reference, health or metrics. */
export type SiteRoute = (context: Context) => HttpResponse | Promise<HttpResponse>;

type RouterOptions = {
  /** The paths below which the API is served, such as `/v1`. */
  readonly mounts: readonly string[];
  readonly operations: readonly Operation[];
  readonly siteRoutes: ReadonlyMap<string, SiteRoute>;
};

/**
 * Passes each request to an operation or to a route outside the API. Order of checks: see
 * docs/decisions/0004.
 */
export function createRouter(
  app: AppContext,
  { mounts, operations, siteRoutes }: RouterOptions,
): Handler {
  const routes = new Routes(operations);
  const stability = new Map(
    operations.map((operation) => [operation, stabilityHeaders(operation)]),
  );
  // A mount may be below another one, so the longest that fits is taken.
  const longestFirst = mounts.toSorted((one, other) => other.length - one.length);

  return (request) => {
    const context = new Context(app, request);
    const mount = longestFirst.find((candidate) => `${request.path}/`.startsWith(`${candidate}/`));
    const match = mount === undefined ? noMatch : routes.match(request.path.slice(mount.length));
    const operation = match.methods.get(request.method);
    if (operation !== undefined) {
      return respond(context, operation.operationId, () =>
        runOperation(context, operation, match.param),
      );
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const siteRoute = isRead && mount === undefined ? siteRoutes.get(request.path) : undefined;
    if (siteRoute !== undefined) return respond(context, 'site', () => siteRoute(context));
    const apiMethods = mount === undefined ? undefined : [...match.methods.keys()];
    return respond(context, 'none', () => handleUnmatched(context, apiMethods));
  };

  /**
   * Checks a request for errors in the order 401, 429, 403, 415, 413 and 400, then runs its
   * operation.
   */
  async function runOperation(
    context: Context,
    operation: Operation,
    param: string | undefined,
  ): Promise<HttpResponse> {
    await admit(context);
    context.addHeaders(stability.get(operation) ?? {});
    if (!(operation.isForSetup && context.key.scope === 'setup'))
      requireScope(context.key, operation.scope);
    const body = operation.body === undefined ? noBody : await receiveBody(context, operation);
    const handle = () => operation.handle(context, inputOf(context, operation, param, body));
    return operation.isBatch ? app.batches.run(handle, context.key.keyId) : handle();
  }

  async function receiveBody(context: Context, { isBatch }: Operation): Promise<Uint8Array> {
    checkMediaType(context);
    if (isBatch) await app.batches.requireRoom(context.key.keyId);
    const { request } = context;
    const arrivesLate = !request.complete;
    const body = await request.body(
      isBatch ? app.limits.batchBodyBytesMax : app.limits.bodyBytesMax,
    );
    // The API key may have been revoked while the request body arrived, so the key is checked
    // again.
    if (arrivesLate) await admit(context, { isAgain: true });
    return body;
  }

  /**
   * Refuses a request for an unknown path or method. `apiMethods` lists the methods that the API
   * has at this path; undefined for a path outside the API. A caller without a key does not learn
   * which paths and methods the API has.
   */
  async function handleUnmatched(
    context: Context,
    apiMethods: string[] | undefined,
  ): Promise<HttpResponse> {
    const { method, path } = context.request;
    if (isPreflight(app.corsOrigins, context.request))
      return context.response(204, null, preflightHeaders);
    if (apiMethods !== undefined) await admit(context);
    if (withoutEncoding(path) === undefined) throw badEncoding;
    const methods = apiMethods ?? (siteRoutes.has(path) ? ['GET', 'HEAD'] : []);
    if (methods.length === 0) {
      const advice =
        path.length > 1 && path.endsWith('/') ? 'Remove the slash at its end.' : 'See /docs.';
      throw new HttpError('route_not_found', `No route matches this path. ${advice}`);
    }
    const allow = methods.join(', ');
    throw new HttpError('method_not_allowed', `${method} is not allowed here. Use ${allow}.`, {
      headers: { allow },
    });
  }
}

/**
 * Runs a handler, and turns an error into a response. The log and the metrics name the request
 * after `operation`.
 */
async function respond(
  context: Context,
  operation: string,
  handle: () => HttpResponse | Promise<HttpResponse>,
) {
  try {
    return context.report(operation, await handle());
  } catch (error) {
    return context.report(operation, context.failure(error));
  }
}

const noBody = new Uint8Array();

const badEncoding = new HttpError(
  'invalid_request',
  'The path has a bad percent-encoding. Write % as %25.',
);
