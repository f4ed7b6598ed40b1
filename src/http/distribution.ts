/**
 * How many values were no greater than each of a few bounds, and their sum: what Prometheus calls a histogram.
 * prom-client's own takes a microsecond for a value, because it looks up the bound by its text.
 */
export class Distribution {
  readonly #bounds: readonly number[];
  /** One for each bound, and the last for what is above all. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  add(value: number): void {
    let index = 0;
    while (index < this.#bounds.length && value > (this.#bounds[index] as number)) index++;
    this.#counts[index] = (this.#counts[index] as number) + 1;
    this.#sum += value;
  }

  /** In Prometheus' text format. `label` is a pair as it stands there. */
  lines(name: string, label: string): string[] {
    let count = 0;
    const buckets = Array.from(this.#counts, (counted, index) => {
      count += counted;
      return `${name}_bucket{le="${this.#bounds[index] ?? '+Inf'}",${label}} ${count}`;
    });
    return [...buckets, `${name}_sum{${label}} ${this.#sum}`, `${name}_count{${label}} ${count}`];
  }
}
