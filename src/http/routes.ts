import type { Operation } from './operation.ts';

export type Match = {
  readonly operation: Operation;
  /** What the path's placeholder stands for; empty where it has none. */
  readonly pathParam: string;
};

type Methods = ReadonlyMap<string, Match>;

/** A path with one placeholder: what stands before it and after it. */
type Pattern = { readonly before: string; readonly after: string; readonly methods: Methods };

/** Which operation a method and a path below the API's own mean. Fixed paths take precedence over placeholders. */
export class Routes {
  readonly #fixed = new Map<string, Methods>();
  readonly #patterns: Pattern[] = [];

  constructor(operations: readonly Operation[]) {
    for (const [path, there] of Map.groupBy(operations, (operation) => operation.path)) {
      const matches = there.flatMap((operation) => methodsOf(operation).map((method) => [method, operation] as const));
      const methods = new Map(matches.map(([method, operation]) => [method, { operation, pathParam: '' }]));
      const [before = '', , after, ...more] = path.split(/[{}]/);
      if (more.length > 0) throw new Error(`${path} has more than one placeholder`);
      if (after === undefined) this.#fixed.set(path, methods);
      else this.#patterns.push({ before, after, methods });
    }
  }

  find(method: string, path: string): Match | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed.get(method);
    for (const pattern of this.#patterns) {
      const pathParam = valueIn(path, pattern);
      if (pathParam === undefined) continue;
      const match = pattern.methods.get(method);
      return match && { operation: match.operation, pathParam };
    }
    return undefined;
  }

  /** What can be done at a path; nothing where there is none. */
  methodsAt(path: string): string[] {
    const pattern = () => this.#patterns.find((candidate) => valueIn(path, candidate) !== undefined)?.methods;
    return [...((this.#fixed.get(path) ?? pattern())?.keys() ?? [])];
  }
}

function methodsOf({ method }: Operation): readonly string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}

/** What the placeholder stands for in this path, which is not empty and has no slash. */
function valueIn(path: string, { before, after }: Pattern): string | undefined {
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const value = path.slice(before.length, path.length - after.length);
  return value === '' || value.includes('/') ? undefined : value;
}
