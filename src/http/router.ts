import { DomainError } from '../domain/errors.ts';
import { authenticate, requireKey, requireScope } from './authenticate.ts';
import { Call } from './call.ts';
import { isPreflight, preflightHeaders } from './cors.ts';
import type { Answer, Asked, Respond } from './exchange.ts';
import { type Operation, stabilityHeaders } from './operation.ts';
import type { Page } from './pages.ts';
import { type Match, Routes } from './routes.ts';
import type { Service } from './service.ts';

type Options = {
  /** The paths under which the API answers, e.g. `/v1`. */
  readonly mounts: readonly string[];
  readonly operations: readonly Operation[];
  /** What is served outside the API, by path. */
  readonly pages: ReadonlyMap<string, Page>;
};

/** Answers every request there can be: operations, pages, and whatever is neither. */
export function createRouter(service: Service, { mounts, operations, pages }: Options): Respond {
  const routes = new Routes(operations);
  const stability = new Map(operations.map((operation) => [operation, stabilityHeaders(operation)]));

  return (asked) => {
    const mount = mounts.find((candidate) => isBelow(asked.path, candidate));
    const match = mount === undefined ? undefined : routes.find(asked.method, asked.path.slice(mount.length));
    if (match !== undefined) return perform(asked, match);
    const page = asked.method === 'GET' || asked.method === 'HEAD' ? pages.get(asked.path) : undefined;
    if (page !== undefined && mount === undefined) return show(page, asked);
    return unmatched(asked, mount);
  };

  function freshFor(asked: Asked): Promise<void> {
    requireKey(asked);
    return service.inventory.fresh();
  }

  /** Learns who calls, and counts the call against that key. Levels and keys must be fresh. */
  function admit(call: Call): void {
    call.key = authenticate(service, call.asked);
    const headers = service.rateLimiter.spend(call.key);
    if (headers !== undefined) call.addHeaders(headers);
  }

  /** The order of checks: 401, 429, 403, then what the operation itself finds. */
  async function perform(asked: Asked, { operation, parameter }: Match): Promise<Answer> {
    const call = new Call(service, asked, parameter);
    try {
      await freshFor(asked);
      admit(call);
      call.addHeaders(stability.get(operation) ?? {});
      requireScope(call.key, operation.scope);
      return call.report(operation.operationId, await operation.handle(call));
    } catch (error) {
      return call.report(operation.operationId, call.failed(error));
    }
  }

  /** Without a line in the log: balancers and monitors ask every other second. */
  async function show(page: Page, asked: Asked): Promise<Answer> {
    const call = new Call(service, asked);
    const answer = await page(call);
    call.count('page', answer);
    return answer;
  }

  /** Within the API a caller without a key learns nothing: neither which paths there are nor which methods. */
  async function unmatched(asked: Asked, mount: string | undefined): Promise<Answer> {
    const { method, path } = asked;
    const call = new Call(service, asked);
    try {
      if (isPreflight(service.corsOrigins, asked)) return call.report('none', call.answer(204, null, preflightHeaders));
      if (mount !== undefined) {
        await freshFor(asked);
        admit(call);
      }
      refuseMalformed(path);
      const methods = mount === undefined ? methodsOfPage(path) : routes.methodsAt(path.slice(mount.length));
      throw methods.length === 0 ? notFound : notAllowed(method, methods);
    } catch (error) {
      return call.report('none', call.failed(error));
    }
  }

  function methodsOfPage(path: string): string[] {
    return pages.has(path) ? ['GET', 'HEAD'] : [];
  }
}

function isBelow(path: string, mount: string): boolean {
  return path.startsWith(mount) && (path.length === mount.length || path[mount.length] === '/');
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
