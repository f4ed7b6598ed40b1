import type { PawstockClient } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { Observable } from '../observable.ts';
import { applyEntry, loadStock } from './shop.ts';
import { onWake } from './wake.ts';

export type Connection = {
  /** Whether changes arrive as they happen. */
  readonly state: 'connecting' | 'live' | 'offline';
  /** How much of the list is here: nothing, its beginning, or all of it. */
  readonly loaded: 'nothing' | 'beginning' | 'all';
  /** What the service says, where it answers and still cannot help. */
  readonly trouble: string | undefined;
};

const start: Connection = { state: 'connecting', loaded: 'nothing', trouble: undefined };

export const connection = new Observable<Connection>(start);

/** Enough for any screen. */
const firstRows = 200;
const tryAgainAfterMs = 2_000;

type Listeners = {
  /** The list has been read, or a good part of it. */
  readonly onLoad: () => void;
  /** Every change after the list. */
  readonly onEntry: (entry: LedgerEntry) => void;
};

/** Keeps the stock up to date until `signal` ends it. */
export async function follow(client: PawstockClient, signal: AbortSignal, listeners: Listeners): Promise<void> {
  const become = (change: Partial<Connection>) => {
    if (signal.aborted) return;
    connection.set({ ...connection.value, ...change });
    if (change.loaded !== undefined && change.loaded !== 'nothing') listeners.onLoad();
  };
  become(start);
  while (!signal.aborted) {
    try {
      const seq = await load(client, signal, become);
      await watch(client, { after: seq, signal, become, onEntry: listeners.onEntry });
    } catch (error) {
      if (signal.aborted) return;
      const answered = error instanceof PawstockError && error.status > 0;
      become({ state: 'offline', trouble: answered ? error.message : undefined });
      // A place that the ledger does not have: the store was put back to an earlier state. The list tells.
      if (!(error instanceof PawstockError && error.code === 'invalid_query')) await pause(tryAgainAfterMs);
    }
  }
}

type Become = (change: Partial<Connection>) => void;

/** The first rows at once, and then all. Returns the list's place in the ledger. */
async function load(client: PawstockClient, signal: AbortSignal, become: Become): Promise<number> {
  const first = await client.listInventory({ limit: firstRows }, { signal });
  if (first.next === undefined) {
    loadStock(first.items);
    become({ loaded: 'all', trouble: undefined });
    return first.seq;
  }
  if (connection.value.loaded === 'nothing') {
    loadStock(first.items);
    become({ loaded: 'beginning', trouble: undefined });
  }
  const whole = await client.listInventory({}, { signal });
  loadStock(whole.items);
  become({ loaded: 'all' });
  return whole.seq;
}

type Watching = {
  readonly after: number;
  readonly signal: AbortSignal;
  readonly become: Become;
  readonly onEntry: (entry: LedgerEntry) => void;
};

/** A device that wakes up may hold a connection that is long dead, so each time a new one is made. */
async function watch(client: PawstockClient, { after, signal, become, onEntry }: Watching): Promise<void> {
  let seq = after;
  while (!signal.aborted) {
    const round = new AbortController();
    const sleepAgain = onWake({ asleep: () => become({ state: 'offline' }), awake: () => round.abort() });
    try {
      const either = AbortSignal.any([signal, round.signal]);
      const onState = (state: 'live' | 'reconnecting') => become({ state: state === 'live' ? 'live' : 'offline' });
      for await (const entry of client.watchInventory({ after: seq, signal: either, onState })) {
        seq = entry.seq;
        applyEntry(entry);
        onEntry(entry);
      }
    } finally {
      sleepAgain();
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
