import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A caller may send any method; each of them must not become a series of its own. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Labels = { readonly version: string; readonly engine: string };

/** What operators see of the service over time: counters and histograms are observed, gauges are read on demand. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests;
  readonly #requestDurations;
  readonly #commitWrites;
  readonly #commitDurations;
  readonly #syncDurations;
  readonly #droppedConnections;
  readonly #regressions;
  readonly #webhookDeliveries;

  constructor({ version, engine }: Labels) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'pawstock_requests_total',
      help: 'Requests answered. The operation is "site" outside the API, and "none" where nothing matched.',
      labelNames: ['operation', 'method', 'status'],
      registers,
    });
    this.#requestDurations = new Histogram({
      name: 'pawstock_request_duration_seconds',
      help: 'From the arrival of a request to its response, without sending it.',
      labelNames: ['operation'],
      buckets: seconds,
      registers,
    });
    this.#commitWrites = new Histogram({
      name: 'pawstock_commit_writes',
      help: 'Writes that share one transaction.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096],
      registers,
    });
    this.#commitDurations = new Histogram({
      name: 'pawstock_commit_duration_seconds',
      help: 'A transaction, waits included.',
      buckets: seconds,
      registers,
    });
    this.#syncDurations = new Histogram({
      name: 'pawstock_sync_duration_seconds',
      help: 'The last step of a transaction in the embedded store: until it is on the disk.',
      buckets: seconds,
      registers,
    });
    this.#droppedConnections = new Counter({
      name: 'pawstock_http_connections_dropped_total',
      help: 'Connections closed at once because there were too many.',
      registers,
    });
    this.#regressions = new Counter({
      name: 'pawstock_ledger_regressions_total',
      help: 'Times the store was behind what this instance knew, and what was done: reconnect, or reload the store.',
      labelNames: ['action'],
      registers,
    });
    this.#webhookDeliveries = new Counter({
      name: 'pawstock_webhook_deliveries_total',
      help: 'Webhooks sent, by outcome: delivered, rejected by a status outside 2xx, or unanswered.',
      labelNames: ['outcome'],
      registers,
    });
    // A series that begins at 1 would be no increase to Prometheus.
    for (const action of ['reconnect', 'reload']) this.#regressions.inc({ action }, 0);
    for (const outcome of ['delivered', 'rejected', 'unanswered']) this.#webhookDeliveries.inc({ outcome }, 0);
    new Gauge({
      name: 'pawstock_info',
      help: 'Always 1; its labels say what is running.',
      labelNames: ['version', 'engine', 'runtime'],
      registers,
    }).set({ version, engine, runtime: 'bun' in process.versions ? 'bun' : 'node' }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** A figure that is looked up whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** The same for a total that another part counts. */
  counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** 1 for the state that something is in, 0 for its other states. */
  state(name: string, help: string, states: readonly string[], read: () => string): void {
    this.gaugeByState(name, help, states, (state) => (read() === state ? 1 : 0));
  }

  /** A figure for each state. */
  gaugeByState<S extends string>(name: string, help: string, states: readonly S[], read: (state: S) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        for (const state of states) this.set({ state }, read(state));
      },
    });
  }

  observeRequest(operation: string, method: string, status: number, durationMs: number): void {
    this.#requests.inc({ operation, method: methods.has(method) ? method : 'other', status });
    this.#requestDurations.observe({ operation }, durationMs / 1000);
  }

  observeCommit(writes: number, durationMs: number): void {
    this.#commitWrites.observe(writes);
    this.#commitDurations.observe(durationMs / 1000);
  }

  observeSync(durationMs: number): void {
    this.#syncDurations.observe(durationMs / 1000);
  }

  countDroppedConnection(): void {
    this.#droppedConnections.inc();
  }

  countRegression(action: string): void {
    this.#regressions.inc({ action });
  }

  countWebhookDelivery(outcome: string): void {
    this.#webhookDeliveries.inc({ outcome });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
