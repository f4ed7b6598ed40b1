import { keysOf } from '@pawstock/shared/keys.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { laneNames, type OnLaneWait } from '../lanes.ts';

const writeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];
const durationBuckets = [
  0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/**
 * The HTTP methods in metrics. Any other method counts as "other", so that clients cannot invent
 * time series.
 */
const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** A key that was refused, and the errors of the service itself. */
const alertedStatuses = [401, 500, 503, 507] as const;

/** Few, because each lane has one series for each of them. */
const laneWaitBuckets = [0.001, 0.01, 0.1, 1, 5];

const help = {
  pawstock_info: 'Always 1; its labels say what is running.',
  pawstock_requests_total:
    'Requests answered. The operation is "site" outside the API, and "none" where nothing matched.',
  pawstock_request_duration_seconds:
    'From the arrival of a request to its response, without sending it.',
  pawstock_commit_writes: 'Writes that share one transaction.',
  pawstock_commit_duration_seconds: 'A transaction, waits included.',
  pawstock_sync_duration_seconds:
    'The last step of a transaction in the embedded store: until it is on the disk.',
  pawstock_lane_wait_seconds:
    'How long requests waited for their place in a lane, such as a transaction or a list.',
  pawstock_head_checks_total:
    "Checks of the store's head. Requests that arrive together share one.",
  pawstock_http_connections_dropped_total:
    'Connections closed at once because there were too many.',
  pawstock_ledger_regressions_total:
    'Times the store was behind what this instance knew, and what was done: reconnect, or reload the store.',
  pawstock_webhook_deliveries_total:
    'Webhooks sent, by outcome: delivered, rejected by a status outside 2xx, or unanswered.',
  pawstock_reservations_total:
    'Reservations, by what became of them: reserved, replaced, changed, released, sold, expired, or forgotten 30 days after their end. The last two are counted within ten minutes.',
  pawstock_state: '1 for the state that the service is in.',
  pawstock_write_queue_commands: 'Changes that wait for their transaction.',
  pawstock_snapshot_pets: 'Pets in memory.',
  pawstock_snapshot_seq: 'The last change in memory.',
  pawstock_clock_ahead_seconds: 'By how much the times in the store are ahead of its clock.',
  pawstock_event_streams: 'Open event streams.',
  pawstock_http_connections: 'Open connections.',
  pawstock_http_unsent_bytes: 'Memory held by responses to slow clients.',
  pawstock_reservations: 'Active reservations.',
  pawstock_reserved_units: 'Stock held by active reservations.',
  pawstock_store_up: '1 if the last look at the store succeeded.',
  pawstock_tls_expiry_timestamp_seconds: 'When the certificate expires, in Unix time.',
  pawstock_backup_age_seconds: 'The age of the last backup. NaN if there is none.',
  pawstock_backup_failed: '1 if the last attempt to make a backup failed.',
  pawstock_webhook_endpoints: 'Endpoints of webhooks.',
  pawstock_webhook_lag_entries:
    'Changes not delivered yet to the slowest endpoint that is not disabled.',
  pawstock_webhook_lag_seconds: 'The age of the oldest change not delivered yet to that endpoint.',
  pawstock_webhook_lease: '1 if this instance delivers webhooks.',
};

type MetricName = keyof typeof help;

type GaugeValue = () => number | Readonly<Record<string, number>> | Promise<number>;

/**
 * The metrics of the service. The values of gauges are read when Prometheus asks for the metrics.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#counter('pawstock_requests_total', 'operation', 'method', 'status');
  readonly #requestDurations = this.#histogram(
    'pawstock_request_duration_seconds',
    durationBuckets,
    'operation',
  );
  readonly commitWrites = this.#histogram('pawstock_commit_writes', writeBuckets);
  readonly commitDurations = this.#histogram('pawstock_commit_duration_seconds');
  readonly syncDurations = this.#histogram('pawstock_sync_duration_seconds');
  readonly #laneWaits = this.#histogram('pawstock_lane_wait_seconds', laneWaitBuckets, 'lane');
  readonly headChecks = this.#counter('pawstock_head_checks_total');
  readonly droppedConnections = this.#counter('pawstock_http_connections_dropped_total');
  readonly regressions = this.#counter('pawstock_ledger_regressions_total', 'action');
  readonly webhookDeliveries = this.#counter('pawstock_webhook_deliveries_total', 'outcome');
  readonly reservations = this.#counter('pawstock_reservations_total', 'outcome');

  constructor(info: Record<'version' | 'build' | 'engine', string>) {
    // Prometheus sees no increase in a time series that begins with 1, so every time series begins
    // with 0.
    for (const action of ['reconnect', 'reload']) this.regressions.inc({ action }, 0);
    for (const outcome of ['delivered', 'rejected', 'unanswered'])
      this.webhookDeliveries.inc({ outcome }, 0);
    for (const outcome of [
      'reserved',
      'replaced',
      'changed',
      'released',
      'sold',
      'expired',
      'forgotten',
    ]) {
      this.reservations.inc({ outcome }, 0);
    }
    for (const lane of laneNames) this.#laneWaits.zero({ lane });
    const labels = { labelNames: ['version', 'build', 'engine'], registers: [this.registry] };
    new Gauge({ name: 'pawstock_info', help: help.pawstock_info, ...labels }).set(info, 1);
  }

  readonly observeLaneWait: OnLaneWait = (lane, waitMs) => {
    this.#laneWaits.observe({ lane }, waitMs / 1000);
  };

  /** Adds the usual metrics of a Node process. */
  observeProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  registerGauges(gaugeValues: { readonly [Name in MetricName]?: GaugeValue }): void {
    for (const name of keysOf(gaugeValues)) {
      const read = gaugeValues[name];
      if (read === undefined) continue;
      new Gauge({
        name,
        help: help[name],
        labelNames: ['state'],
        registers: [this.registry],
        async collect() {
          // The value of a gauge that cannot be read, for example because the store is down, is
          // NaN.
          const found = await Promise.try(read).catch(() => Number.NaN);
          if (typeof found === 'number') this.set(found);
          else for (const [state, value] of Object.entries(found)) this.set({ state }, value);
        },
      });
    }
  }

  /**
   * Begins the time series of the errors that alerts look at with 0, for each operation: Prometheus
   * sees no increase in a series that begins with its first burst of errors.
   */
  expectErrorsOf(operations: Iterable<{ readonly operationId: string; readonly method: string }>) {
    for (const { operationId: operation, method } of operations) {
      for (const status of alertedStatuses) this.#requests.inc({ operation, method, status }, 0);
    }
  }

  observeRequest(operation: string, method: string, status: number, durationMs: number): void {
    this.#requests.inc({ operation, method: methods.has(method) ? method : 'other', status });
    this.#requestDurations.observe({ operation }, durationMs / 1000);
  }

  #counter<Label extends string>(name: MetricName, ...labelNames: Label[]) {
    return new Counter({ name, help: help[name], labelNames, registers: [this.registry] });
  }

  #histogram<Label extends string>(
    name: MetricName,
    buckets = durationBuckets,
    ...labelNames: Label[]
  ) {
    return new Histogram({
      name,
      help: help[name],
      buckets,
      labelNames,
      registers: [this.registry],
    });
  }
}
