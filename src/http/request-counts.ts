type Series = { readonly operation: string; readonly method: string; readonly status: number };

type Counted = Series & { requests: number };

/**
 * How many requests were answered, by what is told apart. prom-client would put the labels together anew for every
 * request; here a request is two lookups, and prom-client gets the sums when somebody asks for them.
 */
export class RequestCounts {
  /** A handful for each operation, so looking through them is as quick as another map. */
  readonly #byOperation = new Map<string, Counted[]>();

  add({ operation, method, status }: Series): void {
    const known = this.#byOperation.get(operation);
    const counted = known?.find((series) => series.status === status && series.method === method);
    if (counted !== undefined) counted.requests += 1;
    else this.#byOperation.set(operation, [...(known ?? []), { operation, method, status, requests: 1 }]);
  }

  all(): Counted[] {
    return [...this.#byOperation.values()].flat();
  }
}
