import type { Operation } from './operation.ts';

/** A path with one placeholder: what stands before it and after it. */
type Route = {
  readonly operation: Operation;
  readonly before: string;
  readonly after: string;
};

export type Match = {
  readonly operation: Operation;
  /** What the path's placeholder stands for; empty where it has none. */
  readonly pathParam: string;
};

/** Which operation a method and a path below the API's own mean. Fixed paths take precedence over placeholders. */
export class Routes {
  readonly #fixed = new Map<string, Map<string, Match>>();
  readonly #patterns: readonly Route[];
  readonly #byMethod = new Map<string, Route[]>();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations.filter(({ path }) => !path.includes('{'))) {
      const methods = this.#fixed.get(operation.path) ?? new Map<string, Match>();
      for (const method of methodsOf(operation)) methods.set(method, { operation, pathParam: '' });
      this.#fixed.set(operation.path, methods);
    }
    this.#patterns = operations.filter(({ path }) => path.includes('{')).map(routeOf);
    for (const route of this.#patterns) {
      for (const method of methodsOf(route.operation)) {
        this.#byMethod.set(method, [...(this.#byMethod.get(method) ?? []), route]);
      }
    }
  }

  find(method: string, path: string): Match | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed.get(method);
    for (const route of this.#byMethod.get(method) ?? []) {
      const pathParam = valueIn(path, route);
      if (pathParam !== undefined) return { operation: route.operation, pathParam };
    }
    return undefined;
  }

  /** What can be done at a path; nothing where there is none. */
  methodsAt(path: string): string[] {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return [...fixed.keys()];
    return this.#patterns
      .filter((route) => valueIn(path, route) !== undefined)
      .flatMap(({ operation }) => methodsOf(operation));
  }
}

const methods = {
  get: ['GET', 'HEAD'],
  post: ['POST'],
  put: ['PUT'],
  patch: ['PATCH'],
  delete: ['DELETE'],
} as const satisfies Record<Operation['method'], readonly string[]>;

function methodsOf({ method }: Operation): readonly string[] {
  return methods[method];
}

function routeOf(operation: Operation): Route {
  const [before = '', , after = '', ...more] = operation.path.split(/[{}]/);
  if (more.length > 0) throw new Error(`${operation.path} has more than one placeholder`);
  return { operation, before, after };
}

/** What the placeholder stands for in this path, which is not empty and has no slash. */
function valueIn(path: string, { before, after }: Route): string | undefined {
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const value = path.slice(before.length, path.length - after.length);
  return value === '' || value.includes('/') ? undefined : value;
}
