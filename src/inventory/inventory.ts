import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import type { Head, HistoryPage, Store } from '../store/store.ts';
import { coalesce } from './coalesce.ts';
import { Feed } from './feed.ts';
import { type FoundHistory, type HistoryFilter, searchHistory } from './history-search.ts';
import { Keyring } from './keyring.ts';
import { NameList } from './snapshot/name-list.ts';
import { Snapshot } from './snapshot/snapshot.ts';
import { WriteQueue } from './write-queue.ts';

export type Clock = () => number;

type Options = {
  readonly now: Clock;
  /** Told of every transaction: how many writes it held, and how long it took. */
  readonly onCommit?: (writes: number, durationMs: number) => void;
  readonly onRegression?: (regression: Regression) => void;
};

/** The store's head is behind the last one known: an old server answers, or the store has lost something. */
export type Regression = { readonly known: Head; readonly found: Head; readonly action: 'reconnect' | 'reload' };

/**
 * The service itself: writes in, reads out. Reads come from a snapshot in memory that is guaranteed to
 * hold every change that any process had acknowledged when the read arrived.
 */
export class Inventory {
  readonly #openStore: () => Promise<Store>;
  readonly #now: Clock;
  readonly #onRegression: (regression: Regression) => void;
  readonly #keyring = new Keyring();
  readonly #queue: WriteQueue;
  readonly feed: Feed;
  readonly #timers: NodeJS.Timeout[] = [];
  #snapshot = Snapshot.of(0, []);
  /** Loaded when they are first asked for. */
  #names: NameList | undefined;
  #namesRevision = 0;
  #opened: Store | undefined;
  #loaded = false;
  #headChecks = 0;
  #storeIsUp = false;
  #wasRead = false;

  constructor(openStore: () => Promise<Store>, options: Options) {
    const { now, onCommit = () => undefined, onRegression = () => undefined } = options;
    this.#openStore = openStore;
    this.#now = now;
    this.#onRegression = onRegression;
    this.feed = new Feed(
      (seq, limit) => this.#store.entriesAfter(seq, limit),
      () => this.fresh(),
    );
    this.#queue = new WriteQueue(
      async (writes) => {
        const startedMs = performance.now();
        const outcomes = await this.#commit(writes);
        onCommit(writes.length, performance.now() - startedMs);
        return outcomes;
      },
      () => {
        const wasRead = this.#wasRead;
        this.#wasRead = false;
        return wasRead;
      },
    );
  }

  /** Opens the store and reads all of it. Until it has, every other call is refused. May be tried again. */
  async load(): Promise<void> {
    this.#opened ??= await this.#openStore();
    this.#snapshot = await loaded(this.#opened);
    this.#loaded = true;
    await this.fresh();
    this.#every(limits.keyUseFlushIntervalMs, () => this.#flushKeyUses());
    this.#every(limits.idempotencySweepIntervalMs, () =>
      this.#store.deleteIdempotencyRecords(this.#now() - limits.idempotencyRecordMs),
    );
  }

  /** Resolves when snapshot and keys hold all that was acknowledged, by any process, before the call. */
  readonly fresh = coalesce(() => this.#catchUp());

  get snapshot(): Snapshot {
    this.#wasRead = true;
    return this.#snapshot;
  }

  /** About what the inventory takes in memory as JSON. */
  get snapshotBytes(): number {
    const names = this.#names?.byteLength ?? 0;
    return this.#snapshot.segments.reduce((bytes, segment) => bytes + segment.byteLength, names);
  }

  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** Changes that wait for their transaction. */
  get queuedCommands(): number {
    return this.#queue.commands;
  }

  /** How often the store has been asked how far it has come. */
  get headChecks(): number {
    return this.#headChecks;
  }

  /** Whether it answered when it was asked last. */
  get storeIsUp(): boolean {
    return this.#storeIsUp;
  }

  /** All names, as of the last `fresh` or later. */
  async names(): Promise<NameList> {
    for (;;) {
      const names = this.#names;
      if (names !== undefined && names.revision >= this.#namesRevision) return names;
      await this.#catchUpNames();
    }
  }

  /** The active key with this digest, as of the last `fresh`. */
  findKey(digest: string): ApiKey | undefined {
    return this.#keyring.use(digest, this.#now());
  }

  isActive(key: ApiKey): boolean {
    return this.#keyring.has(key, this.#now());
  }

  /** Resolves when the write is durable, or was refused and changed nothing. */
  write(write: Write): Promise<Outcome> {
    return this.#queue.add(write);
  }

  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]> {
    return this.#store.history(petId, page);
  }

  /** A page of the history of all pets. */
  searchHistory(filter: HistoryFilter): Promise<FoundHistory> {
    return searchHistory(this.#store, this.#snapshot.seq, filter);
  }

  /** Ends when every accepted write has its answer. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#queue.settled();
    const flushed = this.#loaded ? this.#flushKeyUses().catch(() => undefined) : undefined;
    await Promise.race([flushed, delay(limits.closingMs, undefined, { ref: false })]);
    await this.#opened?.close();
  }

  get #store(): Store {
    if (this.#opened === undefined || !this.#loaded) throw starting;
    return this.#opened;
  }

  async #commit(writes: readonly Write[]): Promise<Outcome[]> {
    const outcomes = await this.#store.commit(writes, this.#now(), this.#snapshot);
    const entries = outcomes.flatMap((outcome) => (outcome.result === 'applied' ? outcome.entries : []));
    // If another process wrote in between, the next read's check fetches its entries and these.
    if (entries[0]?.seq === this.#snapshot.seq + 1) this.#advance(this.#snapshot.after(entries), entries);
    return outcomes;
  }

  async #catchUp(): Promise<void> {
    const known = {
      seq: this.#snapshot.seq,
      keysRevision: this.#keyring.revision,
      namesRevision: this.#namesRevision,
    };
    let head = await this.#checkHead();
    if (isBehind(head, known) && this.#store.reconnect !== undefined) {
      // After a failover an old connection may still lead to the old server.
      this.#onRegression({ known, found: head, action: 'reconnect' });
      this.#store.reconnect();
      head = await this.#checkHead();
    }
    if (isBehind(head, known)) {
      this.#onRegression({ known, found: head, action: 'reload' });
      return this.#startOver();
    }
    this.#namesRevision = head.namesRevision;
    if (head.keysRevision !== this.#keyring.revision) {
      this.#keyring.learn(await this.#store.keysChangedAfter(this.#keyring.revision), head.keysRevision);
    }
    // What we have stored ourselves is about to be reported, and need not be read back.
    if (head.seq > this.#snapshot.seq && this.#queue.isStoring) await new Promise(setImmediate);
    if (head.seq > this.#snapshot.seq) await this.#fetchEntries(head.seq);
  }

  readonly #catchUpNames = coalesce(async () => {
    const [known, wanted] = [this.#names, this.#namesRevision];
    const names = (await this.#changedNames(known)) ?? (await loadedNames(this.#store));
    // A server that has not caught up yet answers from the past.
    if (names.revision < wanted)
      throw new DomainError('store_unavailable', 'The names are not available yet. Try again.');
    // Unless the store was reloaded meanwhile.
    if (this.#names === known) this.#names = names;
  });

  /** undefined where reading all of them is cheaper. */
  async #changedNames(known: NameList | undefined): Promise<NameList | undefined> {
    if (known === undefined) return undefined;
    const changes = await this.#store.namesChangedAfter(known.revision, limits.catchUpEntriesPerTurn);
    if (changes.length === limits.catchUpEntriesPerTurn) return undefined;
    return known.after(Math.max(known.revision, ...changes.map(({ revision }) => revision)), changes);
  }

  async #checkHead(): Promise<Head> {
    this.#headChecks++;
    this.#storeIsUp = false;
    const head = await this.#store.head();
    this.#storeIsUp = true;
    return head;
  }

  /** The store was restored, or a failover lost something: what is in memory no longer matches it. */
  async #startOver(): Promise<void> {
    this.#snapshot = await loaded(this.#store);
    this.#keyring.forget();
    const { keysRevision, namesRevision } = await this.#store.head();
    this.#namesRevision = namesRevision;
    this.#names = undefined;
    this.#keyring.learn(await this.#store.keysChangedAfter(0), keysRevision);
    // Listeners resume, and are told where they stand.
    this.feed.close();
  }

  /** Shows nothing before it has all, so that no reader sees half of a transaction. */
  async #fetchEntries(upTo: number): Promise<void> {
    let snapshot = this.#snapshot;
    let newest: readonly LedgerEntry[] = [];
    while (snapshot.seq < upTo) {
      const limit = Math.min(upTo - snapshot.seq, limits.catchUpEntriesPerTurn);
      const entries = await this.#store.entriesAfter(snapshot.seq, limit);
      if (entries[0]?.seq !== snapshot.seq + 1) throw new Error(`the ledger has no entry ${snapshot.seq + 1}`);
      snapshot = snapshot.after(entries);
      newest = entries;
      if (limit === limits.catchUpEntriesPerTurn) await new Promise(setImmediate);
    }
    // Our own commits may have run ahead meanwhile.
    if (snapshot.seq > this.#snapshot.seq) this.#advance(snapshot, newest);
  }

  #advance(snapshot: Snapshot, entries: readonly LedgerEntry[]): void {
    this.#snapshot = snapshot;
    this.feed.publish(entries);
  }

  async #flushKeyUses(): Promise<void> {
    const uses = this.#keyring.takeUses();
    if (uses.length > 0) await this.#store.recordKeyUses(uses);
  }

  /** Housekeeping: a failure here shows in the writes too, and is answered there. */
  #every(intervalMs: number, work: () => Promise<void>): void {
    this.#timers.push(setInterval(() => work().catch(() => undefined), intervalMs).unref());
  }
}

function isBehind(head: Head, known: Head): boolean {
  return head.seq < known.seq || head.keysRevision < known.keysRevision || head.namesRevision < known.namesRevision;
}

function loaded(store: Store): Promise<Snapshot> {
  return store.readAll(({ lastSeq, items }) => Snapshot.load(lastSeq, items()));
}

function loadedNames(store: Store): Promise<NameList> {
  return store.readAll(({ namesRevision, names }) => NameList.load(namesRevision, names()));
}

const starting = new DomainError('store_unavailable', 'The service is starting. Try again in a moment.');
