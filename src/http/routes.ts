import type { Operation } from './operation.ts';

/** What is found at a path: its operations by method, and the text of its parameter, if any. */
export type Match = {
  readonly methods: ReadonlyMap<string, Operation>;
  readonly param: string | undefined;
};

export const noMatch: Match = { methods: new Map(), param: undefined };

/** A place in the tree of paths: the operations of the path that ends here, and longer paths. */
class PathNode {
  readonly methods = new Map<string, Operation>();
  readonly children = new Map<string, PathNode>();
  parameter: PathNode | undefined;
}

/**
 * Finds the operations at a path. A path parameter stands for one whole segment that is not empty.
 * Where a segment of a path is also the name of another path, such as `/inventory/details`, the
 * name goes first.
 */
export class Routes {
  readonly #root = new PathNode();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) this.#add(operation);
  }

  match(path: string): Match {
    return find(this.#root, segmentsOf(path), undefined) ?? noMatch;
  }

  #add(operation: Operation): void {
    let node = this.#root;
    for (const segment of segmentsOf(operation.path)) node = childFor(node, segment);

    node.methods.set(operation.method, operation);
    // Node drops the body of a response to HEAD.
    if (operation.method === 'GET') node.methods.set('HEAD', operation);
  }
}

/** The segments of a path that begins with a slash. */
function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function childFor(node: PathNode, segment: string): PathNode {
  if (segment.startsWith('{')) {
    node.parameter ??= new PathNode();
    return node.parameter;
  }
  const child = node.children.get(segment) ?? new PathNode();
  node.children.set(segment, child);
  return child;
}

function find(
  node: PathNode,
  segments: readonly string[],
  param: string | undefined,
): Match | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined)
    return node.methods.size > 0 ? { methods: node.methods, param } : undefined;

  const child = node.children.get(segment);
  const match = child && find(child, rest, param);
  if (match !== undefined) return match;

  if (node.parameter === undefined || segment === '') return undefined;
  return find(node.parameter, rest, segment);
}
