import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answer } from './exchange.ts';
import { RequestMetrics } from './request-metrics.ts';
import { type Service, serviceStates } from './service.ts';

const seconds = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type About = { readonly version: string; readonly engine: string };

/** What operators see of the service over time. Whoever does something says so here; gauges look when they are asked. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new RequestMetrics(seconds);
  readonly #commitWrites;
  readonly #commitDurations;
  readonly #syncDurations;

  constructor({ version, engine }: About) {
    const registers = [this.#registry];
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, buckets, registers });
    this.#commitWrites = histogram(
      'pawstock_commit_writes',
      'Writes that share one transaction.',
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096],
    );
    this.#commitDurations = histogram('pawstock_commit_duration_seconds', 'A transaction, waits included.', seconds);
    this.#syncDurations = histogram(
      'pawstock_sync_duration_seconds',
      'Its last step in the embedded store: until it is on the disk.',
      seconds,
    );
    new Gauge({
      name: 'pawstock_info',
      help: 'Always 1; its labels say what is running.',
      labelNames: ['version', 'engine', 'runtime'],
      registers,
    }).set({ version, engine, runtime: 'bun' in process.versions ? 'bun' : 'node' }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds what only the running service can tell. */
  watch(service: Service, openConnections: () => number): void {
    const { inventory } = service;
    const gauge = (name: string, help: string, look: () => number) => {
      new Gauge({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.set(look());
        },
      });
    };
    gauge('pawstock_write_queue_commands', 'Changes that wait for their transaction.', () => inventory.queuedCommands);
    gauge('pawstock_snapshot_pets', 'Pets in memory.', () => inventory.snapshot.count);
    gauge('pawstock_snapshot_seq', 'The last change in memory.', () => inventory.snapshot.seq);
    gauge('pawstock_event_streams', 'Event streams that are open.', () => inventory.feed.listeners);
    gauge('pawstock_http_connections', 'Connections that are open.', openConnections);
    gauge('pawstock_store_up', '1 if the last look at the store succeeded.', () => (inventory.storeIsUp ? 1 : 0));
    new Counter({
      name: 'pawstock_head_checks_total',
      help: 'Looks at how far the store has come. Requests that arrive together share one.',
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(inventory.headChecks);
      },
    });
    new Gauge({
      name: 'pawstock_state',
      help: '1 for the state that the service is in.',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        for (const state of serviceStates) this.set({ state }, service.state === state ? 1 : 0);
      },
    });
  }

  answered(operation: string, method: string, { status }: Answer, durationMs: number): void {
    this.#requests.add(operation, knownMethods.has(method) ? method : 'other', status, durationMs / 1000);
  }

  committed(writes: number, durationMs: number): void {
    this.#commitWrites.observe(writes);
    this.#commitDurations.observe(durationMs / 1000);
  }

  synced(durationMs: number): void {
    this.#syncDurations.observe(durationMs / 1000);
  }

  async text(): Promise<string> {
    return `${this.#requests.text()}\n${await this.#registry.metrics()}`;
  }
}

/** A caller may name any method; it must not be able to make a series of each. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
