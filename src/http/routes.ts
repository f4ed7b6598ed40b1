import type { Operation } from './operation.ts';

type Route = { readonly operation: Operation; readonly pattern: RegExp; readonly names: readonly string[] };

export type Match = { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> };

const nothing: Readonly<Record<string, string>> = {};

/** Which operation a method and a path below the API's own mean. A fixed path is no value of a placeholder. */
export class Routes {
  readonly #fixed = new Map<string, Map<string, Match>>();
  readonly #patterns: readonly Route[];

  constructor(operations: readonly Operation[]) {
    for (const operation of operations.filter(({ path }) => !path.includes('{'))) {
      const methods = this.#fixed.get(operation.path) ?? new Map<string, Match>();
      for (const method of methodsOf(operation)) methods.set(method, { operation, parameters: nothing });
      this.#fixed.set(operation.path, methods);
    }
    this.#patterns = operations.filter(({ path }) => path.includes('{')).map(routeOf);
  }

  find(method: string, path: string): Match | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed.get(method);
    for (const { operation, pattern, names } of this.#patterns) {
      if (!methodsOf(operation).includes(method)) continue;
      const values = pattern.exec(path);
      if (values === null) continue;
      const parameters = Object.fromEntries(names.map((name, index) => [name, values[index + 1] as string]));
      return { operation, parameters };
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
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return { operation, pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`), names };
}
