import type { Operation } from './operation.ts';

export type Match = {
  readonly operation: Operation;
  /** What the path's placeholder stands for; empty where it has none. */
  readonly pathParam: string;
};

type Route = { readonly pattern: RegExp; readonly methods: ReadonlyMap<string, Operation> };

/** Which operation a method and a path below the API's own mean. Fixed paths take precedence over placeholders. */
export class Routes {
  readonly #routes: readonly Route[];

  constructor(operations: readonly Operation[]) {
    const hasPlaceholder = (path: string) => Number(path.includes('{'));
    this.#routes = [...Map.groupBy(operations, ({ path }) => path)]
      .sort(([a], [b]) => hasPlaceholder(a) - hasPlaceholder(b))
      .map(([path, there]) => ({
        pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`),
        methods: new Map(there.flatMap((operation) => methodsOf(operation).map((method) => [method, operation]))),
      }));
  }

  find(method: string, path: string): Match | undefined {
    const { methods, pathParam } = this.#at(path);
    const operation = methods.get(method);
    return operation && { operation, pathParam };
  }

  /** What can be done at a path; nothing where there is none. */
  methodsAt(path: string): string[] {
    return [...this.#at(path).methods.keys()];
  }

  #at(path: string): Pick<Route, 'methods'> & Pick<Match, 'pathParam'> {
    for (const { pattern, methods } of this.#routes) {
      const match = pattern.exec(path);
      if (match !== null) return { methods, pathParam: match[1] ?? '' };
    }
    return { methods: new Map(), pathParam: '' };
  }
}

function methodsOf({ method }: Operation): readonly string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}
