import type { Operation } from './operation.ts';

type Route = { readonly operation: Operation; readonly pattern: RegExp };

export type Match = { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> };

const nothing: Readonly<Record<string, string>> = {};

/** Which operation a method and a path below the API's own mean. A fixed path is no value of a placeholder. */
export class Routes {
  readonly #fixed = new Map<string, Map<string, Match>>();
  readonly #patterns: readonly Route[];
  readonly #byMethod = new Map<string, Route[]>();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations.filter(({ path }) => !path.includes('{'))) {
      const methods = this.#fixed.get(operation.path) ?? new Map<string, Match>();
      for (const method of methodsOf(operation)) methods.set(method, { operation, parameters: nothing });
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
    for (const { operation, pattern } of this.#byMethod.get(method) ?? []) {
      const parameters = pattern.exec(path)?.groups;
      if (parameters !== undefined) return { operation, parameters };
    }
    return undefined;
  }

  /** What can be done at a path; nothing where there is none. */
  methodsAt(path: string): string[] {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return [...fixed.keys()];
    return this.#patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ operation }) => methodsOf(operation));
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
  return { operation, pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
}
