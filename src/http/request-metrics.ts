import { Distribution } from './distribution.ts';

type Series = { readonly method: string; readonly status: number; requests: number };

type Operation = { readonly series: Series[]; readonly seconds: Distribution };

const total = 'pawstock_requests_total';
const duration = 'pawstock_request_duration_seconds';

/**
 * How many requests were answered, and how long that took. Every request comes by here, so it is kept in plain objects:
 * prom-client would put labels together as text for each.
 */
export class RequestMetrics {
  readonly #bounds: readonly number[];
  readonly #operations = new Map<string, Operation>();

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  add(operation: string, method: string, status: number, seconds: number): void {
    const known = this.#operations.get(operation) ?? this.#begin(operation);
    known.seconds.add(seconds);
    // A handful for each operation, so looking through them is as quick as another map.
    for (const series of known.series) {
      if (series.status === status && series.method === method) {
        series.requests++;
        return;
      }
    }
    known.series.push({ method, status, requests: 1 });
  }

  /** In Prometheus' text format. */
  text(): string {
    const operations = [...this.#operations];
    return [
      `# HELP ${total} Requests answered. Operation is "none" where no operation or page was meant.`,
      `# TYPE ${total} counter`,
      ...operations.flatMap(([name, { series }]) =>
        series.map(
          ({ method, status, requests }) =>
            `${total}{operation="${name}",method="${method}",status="${status}"} ${requests}`,
        ),
      ),
      '',
      `# HELP ${duration} From the head of a request to its answer, without the sending.`,
      `# TYPE ${duration} histogram`,
      ...operations.flatMap(([name, { seconds }]) => seconds.lines(duration, `operation="${name}"`)),
      '',
    ].join('\n');
  }

  #begin(name: string): Operation {
    const operation = { series: [], seconds: new Distribution(this.#bounds) };
    this.#operations.set(name, operation);
    return operation;
  }
}
