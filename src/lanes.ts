import { overloaded } from './domain/errors.ts';
import type { Limits } from './limits.ts';
import type { Platform } from './platform.ts';
import { Semaphore, type Sharer } from './semaphore.ts';

/**
 * The lanes of the service. A lane is anything that strangers share and that takes only so many of
 * them at a time, such as the transactions of the store. Each has a limit on how many may work, how
 * many may wait, how many of them one API key may be, how long one may wait, and how long one may
 * work. A request that passes one of these limits is refused. docs/operating/lanes.md has a table
 * of all lanes, and docs/decisions/0011 the reasons.
 */

export type LaneRule = {
  /** How many may work at a time. */
  readonly placesMax: number;
  /** How many may wait for a place. */
  readonly waitingMax: number;
  /** How many of one API key may work or wait. Null if only the service itself uses the lane. */
  readonly perKeyMax: number | null;
  /** How long one may wait for its place. */
  readonly waitMsMax: number;
  /** How long one may keep its place without getting on. */
  readonly workMsMax: number;
  /** How long the refusal of a request is held back that finds no room. Default: not at all. */
  readonly refusalDelayMs?: number;
  /** What an error says that refuses a request. */
  readonly refusal: string;
};

/** The name of a lane is the label `lane` of the metric for the time that requests wait. */
export const laneNames = [
  'writes',
  'batches',
  'transactions',
  'actions',
  'lists',
  'pages',
  'reports',
  'reportResponses',
  'eventStreams',
  'webhookTests',
  'mailTests',
] as const;

export type LaneName = (typeof laneNames)[number];

export function laneRules(limits: Limits): Readonly<Record<LaneName, LaneRule>> {
  const transactionMsMax = Math.max(limits.storeBusyTimeoutMs, limits.postgresDeadlineMs);
  const ordinary = {
    placesMax: 1,
    waitingMax: limits.requestsWaitingMax,
    perKeyMax: limits.requestsPerKeyMax,
    waitMsMax: limits.requestWaitMsMax,
  };
  return {
    /** Counted in changes, not in requests: the changes of one transaction work at the same time. */
    writes: {
      placesMax: limits.transactionCommandsMax,
      waitingMax: limits.queuedCommandsMax,
      perKeyMax: limits.queuedCommandsPerKeyMax,
      waitMsMax: limits.requestWaitMsMax,
      workMsMax: transactionMsMax,
      refusal: 'Too many writes are waiting.',
    },
    batches: {
      placesMax: limits.batchSlotsMax,
      waitingMax: limits.batchesWaitingMax,
      perKeyMax: limits.batchesPerKeyMax,
      waitMsMax: limits.batchWaitMsMax,
      // A batch keeps its place while its changes wait in the lane of writes.
      workMsMax: limits.requestWaitMsMax + transactionMsMax,
      // Clients that send a refused batch again at once would otherwise use up the time that
      // accepted batches need.
      refusalDelayMs: limits.batchWaitMsMax,
      refusal: 'Too many batches are under way.',
    },
    transactions: {
      placesMax: 1,
      waitingMax: limits.transactionsWaitingMax,
      perKeyMax: null,
      waitMsMax: limits.requestWaitMsMax,
      workMsMax: transactionMsMax,
      refusal: 'The store is busy with other changes.',
    },
    actions: {
      ...ordinary,
      workMsMax: limits.requestWaitMsMax + transactionMsMax,
      refusal: 'Too many changes of keys, webhooks and settings are waiting to be stored.',
    },
    lists: {
      ...ordinary,
      workMsMax: limits.slowReadMsMax,
      refusal: 'Too many lists are waiting to be made.',
    },
    pages: {
      ...ordinary,
      workMsMax: limits.slowReadMsMax,
      refusal: 'Too many pages of the history are waiting to be made.',
    },
    reports: {
      placesMax: 1,
      waitingMax: limits.reportsMax - 1,
      perKeyMax: limits.reportsPerKeyMax,
      waitMsMax: limits.reportWaitMsMax,
      workMsMax: limits.reportMsMax,
      refusal: 'Too many reports are waiting to be made.',
    },
    reportResponses: {
      placesMax: limits.reportsMax,
      waitingMax: 0,
      perKeyMax: limits.reportsPerKeyMax,
      waitMsMax: 0,
      workMsMax: limits.socketTimeoutMs,
      refusal: 'Too many reports are being made or sent.',
    },
    eventStreams: {
      placesMax: limits.eventStreamsMax,
      waitingMax: 0,
      perKeyMax: limits.eventStreamsPerKeyMax,
      waitMsMax: 0,
      workMsMax: limits.socketTimeoutMs,
      refusal: 'Too many event streams are open.',
    },
    webhookTests: {
      placesMax: limits.webhookTestsMax,
      waitingMax: 0,
      perKeyMax: limits.webhookTestsPerKeyMax,
      waitMsMax: 0,
      workMsMax: limits.webhookTimeoutMs,
      refusal: 'Too many endpoints are being tested.',
    },
    mailTests: {
      placesMax: 1,
      waitingMax: limits.mailTestsWaitingMax,
      perKeyMax: limits.mailTestsPerKeyMax,
      waitMsMax: limits.requestWaitMsMax,
      workMsMax: limits.mailTimeoutMs,
      refusal: 'Too many mails are being sent.',
    },
  };
}

/** Called for each request that has got its place, with the time that it waited. */
export type OnLaneWait = (lane: LaneName, waitMs: number) => void;

type LaneOptions = {
  readonly platform: Platform;
  readonly onWait?: OnLaneWait | undefined;
};

/** How much the latest time of work counts in the mean. */
const latestShare = 0.2;

/** A lane whose requests are counted by a semaphore. The lane of writes is in write-queue.ts. */
export class Lane {
  readonly #rule: LaneRule;
  readonly #semaphore: Semaphore;
  readonly #platform: Platform;
  readonly #onWait: (waitMs: number) => void;
  /** About how long the work of a request takes, by the latest ones. */
  #meanWorkMs = 0;

  constructor(name: LaneName, limits: Limits, { platform, onWait }: LaneOptions) {
    const rule = laneRules(limits)[name];
    this.#rule = rule;
    this.#platform = platform;
    this.#onWait = (waitMs) => onWait?.(name, waitMs);
    this.#semaphore = new Semaphore({
      places: rule.placesMax,
      waitingMax: rule.waitingMax,
      perSharerMax: rule.perKeyMax ?? Number.POSITIVE_INFINITY,
      wait: { ms: rule.waitMsMax, timers: platform },
      refusalDelay: { ms: rule.refusalDelayMs ?? 0, timers: platform },
      refusal: () => overloaded(rule.refusal, this.retryAfterSeconds),
    });
  }

  /** How many work or wait. */
  get size(): number {
    const { working, waiting } = this.#semaphore.load;
    return working + waiting;
  }

  /** When there is likely to be room again, judged by how long the work has taken lately. */
  get retryAfterSeconds(): number {
    const { waiting } = this.#semaphore.load;
    const clearsInMs = ((waiting + 1) * this.#meanWorkMs) / this.#rule.placesMax;
    return secondsOf(Math.min(clearsInMs, this.#rule.workMsMax));
  }

  /**
   * Runs `work` when it is its turn. API keys take turns, so one with many requests delays that of
   * another key by one.
   */
  async run<T>(work: () => T | Promise<T>, keyId?: Sharer): Promise<T> {
    const release = await this.acquire(keyId);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves when the caller has its place, which it keeps until it calls the returned function. */
  async acquire(keyId?: Sharer): Promise<() => void> {
    const { monotonicMs } = this.#platform;
    const askedMs = monotonicMs();
    const release = await this.#semaphore.acquire(keyId);
    const begunMs = monotonicMs();
    this.#onWait(begunMs - askedMs);
    return () => {
      release();
      const workMs = monotonicMs() - begunMs;
      this.#meanWorkMs += latestShare * (workMs - this.#meanWorkMs);
    };
  }

  /** Throws if a request of this key would be refused now. */
  requireRoom(keyId?: Sharer): Promise<void> {
    return this.#semaphore.requireRoom(keyId);
  }
}

/** A time as the header Retry-After has it. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
