import { type Entry, emptyState, expiriesIn, type Key, type State } from './reference.ts';
import { beginningMs } from './virtual-platform.ts';

/** A span of virtual time in which neither the store nor its clock's error changed. */
type Moment = { readonly state: State; readonly fromMs: number; readonly clockAheadMs: number };

/** The state of the store at one time on its clock. */
export type Instant = { readonly state: State; readonly clockMs: number };

const momentsKept = 4_000;

/**
 * What the store must have held, and when. A response is right if it is right for one moment between
 * its request and its arrival.
 */
export class History {
  #moments: Moment[] = [{ state: emptyState, fromMs: 0, clockAheadMs: 0 }];
  /** All entries by sequence number, those too that a failover has lost. */
  readonly #entries = new Map<number, Entry[]>();
  readonly #committedMs = new Map<Entry, number>();
  /** All keys by their digests, those too that a failover has lost. */
  readonly #keys = new Map<string, Key>();

  get state(): State {
    return this.#latest.state;
  }

  get #latest(): Moment {
    return this.#moments.at(-1) as Moment;
  }

  change(state: State, nowMs: number): void {
    const { last } = this.state;
    for (let entry = state.last; entry !== undefined && entry !== last; entry = entry.previous) {
      if (this.#committedMs.has(entry)) break;
      this.#committedMs.set(entry, nowMs);
      this.#entries.set(entry.seq, [...(this.#entries.get(entry.seq) ?? []), entry]);
    }
    if (state.keys !== this.state.keys)
      for (const [digest, key] of state.keys) this.#keys.set(digest, key);
    this.#add({ state, fromMs: nowMs, clockAheadMs: this.#latest.clockAheadMs });
  }

  stepClock(clockAheadMs: number, nowMs: number): void {
    this.#add({ state: this.state, fromMs: nowMs, clockAheadMs });
  }

  /** A key as it was last known. A request that has been let in may outlive it. */
  keyOf(digest: string): Key | undefined {
    return this.#keys.get(digest);
  }

  entriesAt(seq: number): readonly Entry[] {
    return this.#entries.get(seq) ?? [];
  }

  committedMs(entry: Entry): number {
    return this.#committedMs.get(entry) ?? 0;
  }

  /** Whether the predicate holds at any time from `fromMs` to `toMs`. The latest is tried first. */
  some(fromMs: number, toMs: number, holds: (instant: Instant) => boolean): boolean {
    let endMs = toMs;
    for (let index = this.#moments.length - 1; index >= 0; index--) {
      const { state, fromMs: sinceMs, clockAheadMs } = this.#moments[index] as Moment;
      const clockAt = (ms: number) => beginningMs + Math.floor(ms + clockAheadMs);
      const [first, last] = [clockAt(Math.max(sinceMs, fromMs)), clockAt(endMs)];
      const clocks = [last, first, ...expiriesIn(state, first, last)];
      if (clocks.some((clockMs) => holds({ state, clockMs }))) return true;
      if (sinceMs <= fromMs) return false;
      endMs = sinceMs;
    }
    // So old a request has no complete history any more, and proves nothing.
    return true;
  }

  #add(moment: Moment): void {
    this.#moments.push(moment);
    if (this.#moments.length > 2 * momentsKept) this.#moments = this.#moments.slice(-momentsKept);
  }
}
