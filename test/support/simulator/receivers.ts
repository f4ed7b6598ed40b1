import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { History } from './history.ts';
import { type Endpoint, type Entry, type State, timeOf } from './reference.ts';

/** An instance from its start to its end. */
export type Incarnation = { readonly name: string; readonly startedMs: number };

export type Sent = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A message that has to arrive, unless the settings change first. */
type Due = { readonly entry: Entry; readonly event: string; isRequired: boolean };

type Delivered = { readonly by: Incarnation; readonly lease: number; readonly atMs: number };

/** What is known of the deliveries to one endpoint. */
type Progress = {
  endpoint: Endpoint;
  due: Due[];
  /** By message, who was told that it had arrived. */
  acknowledged: Map<string, Delivered>;
  /** When the latest replay began. What was sent before may be sent again. */
  replayMs: number;
  /** What a replay has to send again. */
  replayed: Map<string, Due>;
  /** When a message about an entry was last accepted, by the entry's sequence number. */
  acceptedMs: Map<number, number>;
};

/**
 * How long an instance may act on what it has read: as long as a few calls to the store take.
 * Longer than that, no message may follow settings that have changed.
 */
const lagMs = { usual: 1_000, inTrouble: 20_000 };

/** For how long after trouble its effects may be seen. */
const troubleLastsMs = 40_000;

/** How long after a failover messages about entries that it has lost may arrive. */
const lostEntriesMs = 60_000;

/**
 * Checks each webhook message when an instance sends it: that it must be sent at all, by this
 * instance, with these settings and signatures, in this order, and not again.
 */
export class Deliveries {
  readonly #history: History;
  readonly #progress = new Map<string, Progress>();
  #lease = 0;
  #holder: Incarnation | undefined;
  #failoverMs = Number.NEGATIVE_INFINITY;
  #mayBeStolenUntilMs = Number.NEGATIVE_INFINITY;
  /** When something last went wrong that may repeat a message. */
  #troubleMs = Number.NEGATIVE_INFINITY;

  constructor(history: History) {
    this.#history = history;
  }

  noteTrouble(nowMs: number): void {
    this.#troubleMs = nowMs;
  }

  /** Until then, an instance whose lease was taken away by force may not know. */
  noteTheft(untilMs: number): void {
    this.noteLease(undefined);
    this.#mayBeStolenUntilMs = untilMs;
  }

  noteLease(holder: Incarnation | undefined): void {
    this.#lease++;
    this.#holder = holder;
  }

  /** Notes what a commit has changed: new entries, and settings of endpoints. */
  noteChange(before: State, after: State): void {
    for (const [name, { endpoint }] of this.#progress)
      if (!after.endpoints.has(name)) this.#progress.delete(endpoint.name);
    for (const [name, endpoint] of after.endpoints) {
      const known = this.#progress.get(name);
      if (known === undefined || known.endpoint.start !== endpoint.start)
        this.#progress.set(name, newProgress(endpoint));
      else if (known.endpoint !== endpoint) {
        // What the filter has left out, or let through, may be sent by either.
        if (known.endpoint.petIds !== endpoint.petIds)
          for (const due of [...known.due, ...known.replayed.values()]) due.isRequired = false;
        known.endpoint = endpoint;
      }
    }
    if (before.shopLowAt !== after.shopLowAt) this.#noteLowLevel();
    for (const entry of entriesBetween(before, after)) this.#noteEntry(entry, after.shopLowAt);
  }

  noteReplay(name: string, after: number, state: State, nowMs: number): void {
    const progress = this.#progress.get(name);
    if (progress === undefined) return;
    progress.replayMs = nowMs;
    progress.replayed.clear();
    for (let entry = state.last; entry !== undefined && entry.seq > after; entry = entry.previous) {
      // An entry is not repeated whose messages are under way.
      const isDue = progress.due.some((due) => due.entry === entry);
      const acceptedMs = progress.acceptedMs.get(entry.seq) ?? Number.NEGATIVE_INFINITY;
      const isRequired = !isDue && acceptedMs < nowMs - this.#lagMs(nowMs);
      for (const event of eventsOf(entry, progress.endpoint, state.shopLowAt))
        progress.replayed.set(nameOf(entry, event), { entry, event, isRequired });
      // The filter may change during the replay, and let through what it leaves out now.
      for (const event of progress.endpoint.events)
        progress.acknowledged.delete(nameOf(entry, event));
    }
  }

  /** After a failover, any message may be repeated, and those about lost entries need not arrive. */
  noteFailover(state: State, nowMs: number): void {
    this.#failoverMs = nowMs;
    this.noteTrouble(nowMs);
    for (const [name, endpoint] of state.endpoints) {
      if (!this.#progress.has(name)) this.#progress.set(name, newProgress(endpoint));
    }
    for (const [name, progress] of this.#progress) {
      const endpoint = state.endpoints.get(name);
      if (endpoint === undefined) this.#progress.delete(name);
      else this.#progress.set(name, { ...newProgress(endpoint), endpoint });
      progress.due = [];
    }
    this.#lease++;
  }

  /** Checks a message. Returns a function to call when the instance gets a 2xx for it. */
  check(by: Incarnation, sent: Sent, nowMs: number): (arrivedMs: number) => void {
    const name = new URL(sent.url).hostname.split('.')[1] ?? '';
    const message = JSON.parse(sent.body) as { type: string; data: Record<string, unknown> };
    if (message.type === 'webhook.test') return () => undefined;
    const event = message.type.replace('inventory.', '');
    const what = `${by.name} sends ${name} ${event} of ${message.data['seq']}`;
    const isAfterFailover = nowMs - this.#failoverMs < lostEntriesMs;

    const entry = this.#entryOf(message.data, what);
    if (!isAfterFailover && nowMs > this.#mayBeStolenUntilMs) {
      assert.ok(isIn(this.#history.state, entry), `${what}, which a failover has lost`);
      assert.equal(this.#holder, by, `${what} without the lease`);
    }
    this.#checkSettings(name, entry, event, sent, what, nowMs);
    const progress = this.#progress.get(name);
    if (progress === undefined) return () => undefined;
    this.#checkRepetition(progress, by, nameOf(entry, event), what, nowMs);
    this.#checkOrder(progress, entry, event, what);
    return (arrivedMs) => {
      // An instance that does not know of a replay yet may go on for a moment.
      if (nowMs < progress.replayMs + this.#lagMs(nowMs)) return;
      const delivered = { by, lease: this.#lease, atMs: arrivedMs };
      progress.acknowledged.set(nameOf(entry, event), delivered);
    };
  }

  /** What a receiver has accepted need not be sent any more, even if the service is not told. */
  accept(sent: Sent, nowMs: number): void {
    const name = new URL(sent.url).hostname.split('.')[1] ?? '';
    const { type, data } = JSON.parse(sent.body) as { type: string; data: { seq: number } };
    const progress = this.#progress.get(name);
    if (progress === undefined) return;
    progress.acceptedMs.set(data.seq, nowMs);
    const event = type.replace('inventory.', '');
    const index = progress.due.findIndex(
      (due) => due.entry.seq === data.seq && due.event === event,
    );
    if (index !== -1) progress.due.splice(0, index + 1);
    for (const [message, due] of progress.replayed)
      if (due.entry.seq === data.seq && due.event === event) progress.replayed.delete(message);
  }

  /** The messages that must still arrive. */
  missing(): string[] {
    return [...this.#progress.values()]
      .filter(({ endpoint }) => !endpoint.isPaused)
      .flatMap(({ endpoint, due, replayed }) =>
        [...due, ...replayed.values()]
          .filter(({ isRequired }) => isRequired)
          .map(({ entry, event }) => `${endpoint.name}: ${event} of ${entry.seq}`),
      );
  }

  #lagMs(nowMs: number): number {
    return nowMs < this.#troubleMs + troubleLastsMs ? lagMs.inTrouble : lagMs.usual;
  }

  /** Whether stock is low is decided when a message is sent, so with another level it may be not. */
  #noteLowLevel(): void {
    for (const { due, replayed } of this.#progress.values())
      for (const one of [...due, ...replayed.values()])
        if (one.event === 'low') one.isRequired = false;
  }

  #noteEntry(entry: Entry, shopLowAt: number): void {
    for (const progress of this.#progress.values()) {
      const { endpoint, due } = progress;
      for (const event of eventsOf(entry, endpoint, shopLowAt))
        due.push({ entry, event, isRequired: true });
    }
  }

  #entryOf(data: Record<string, unknown>, what: string): Entry {
    const found = this.#history
      .entriesAt(Number(data['seq']))
      .findLast((entry) => entry.requestId === data['requestId'] && entry.petId === data['petId']);
    assert.ok(found !== undefined, `${what}, which was never committed`);
    const { before, after, kind } = found;
    assert.deepEqual(
      { before: data['before'], after: data['after'], kind: data['kind'] },
      { before, after, kind },
      what,
    );
    return found;
  }

  #checkSettings(
    name: string,
    entry: Entry,
    event: string,
    sent: Sent,
    what: string,
    nowMs: number,
  ): void {
    const fromMs = Math.max(this.#history.committedMs(entry), nowMs - this.#lagMs(nowMs));
    const settings = (state: State) => {
      const endpoint = state.endpoints.get(name);
      const isWanted =
        endpoint !== undefined &&
        !endpoint.isPaused &&
        endpoint.url === sent.url &&
        eventsOf(entry, endpoint, state.shopLowAt).includes(event);
      return isWanted ? endpoint : undefined;
    };
    assert.ok(
      this.#history.some(fromMs, nowMs, ({ state }) => settings(state) !== undefined),
      `${what} against its settings`,
    );
    const isSigned = this.#history.some(fromMs, nowMs, ({ state, clockMs }) => {
      const endpoint = settings(state);
      return (
        endpoint !== undefined &&
        signatures(endpoint, sent, timeOf(state, clockMs)) === sent.headers['webhook-signature']
      );
    });
    assert.ok(isSigned, `${what} with wrong signatures`);
  }

  #checkRepetition(
    { acknowledged }: Progress,
    by: Incarnation,
    message: string,
    what: string,
    nowMs: number,
  ): void {
    const known = acknowledged.get(message);
    if (known === undefined) return;
    const isSame = known.by === by && known.lease === this.#lease;
    assert.ok(!isSame, `${what} again, although it knows that it has arrived`);
    const isLongAgo = this.#troubleMs < known.atMs && nowMs - known.atMs > lagMs.inTrouble;
    assert.ok(!isLongAgo, `${what} again, although that has been stored for long`);
  }

  #checkOrder({ due }: Progress, entry: Entry, event: string, what: string): void {
    const index = due.findIndex((one) => one.entry === entry && one.event === event);
    const first = due.slice(0, Math.max(0, index)).find(({ isRequired }) => isRequired);
    assert.ok(first === undefined, `${what} before ${first?.event} of ${first?.entry.seq}`);
  }
}

const newProgress = (endpoint: Endpoint): Progress => ({
  endpoint,
  due: [],
  acknowledged: new Map(),
  replayMs: Number.NEGATIVE_INFINITY,
  replayed: new Map(),
  acceptedMs: new Map(),
});

const nameOf = ({ seq, requestId }: Entry, event: string) => `${seq} ${requestId} ${event}`;

function eventsOf(
  { petId, before, after }: Entry,
  { petIds, events }: Endpoint,
  shopLowAt: number,
): string[] {
  if (petIds !== null && !petIds.includes(petId)) return [];
  const fellTo = (level: number) =>
    before !== null && after !== null && before > level && after <= level;
  const happened: Record<string, boolean> = {
    changed: true,
    low: fellTo(shopLowAt),
    out: fellTo(0),
  };
  return events.filter((event) => happened[event]);
}

function* entriesBetween(before: State, after: State): Generator<Entry> {
  const entries: Entry[] = [];
  for (let entry = after.last; entry !== undefined && entry !== before.last; entry = entry.previous)
    entries.unshift(entry);
  yield* entries;
}

/** Whether an entry is in the ledger, in contrast to one that a failover has lost. */
function isIn(state: State, wanted: Entry): boolean {
  let entry = state.last;
  while (entry !== undefined && entry.seq > wanted.seq) entry = entry.previous;
  return entry === wanted;
}

function signatures({ secrets }: Endpoint, { headers, body }: Sent, nowMs: number): string {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return secrets
    .filter(({ untilMs }) => untilMs > nowMs)
    .map(({ text: secret }) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    })
    .join(' ');
}
