import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import type { CallOptions } from 'pawstock-client/options.ts';
import { hasCode, isRefusal } from '../api/describe-error.ts';
import { longCall } from '../api/long-call.ts';
import { Observable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { applyEntry, loadStock } from './store.ts';

type Connection = {
  readonly state: 'connecting' | 'live' | 'offline';
  readonly loaded: 'nothing' | 'first-page' | 'all';
  /** When the shown stock was last known to be right; undefined while it is. */
  readonly asOf: Date | undefined;
};

const initialConnection: Connection = { state: 'connecting', loaded: 'nothing', asOf: undefined };

export const connection = new Observable<Connection>(initialConnection);

/**
 * Loads a part of the dashboard's code. While offline, tries again, because an error would replace
 * the screen.
 */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await load();
    } catch (error) {
      if (connection.value.state === 'live') throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

/**
 * The last ledger entries from the service's event stream, oldest first. Subscribers get every
 * entry once. Entries that follow each other quickly come together: a colleague's import of 300
 * rows must not draw every screen 300 times.
 */
export const latestEntries = new Observable<readonly LedgerEntry[]>([]);

const batchMs = 50;
let collected: LedgerEntry[] = [];

function collect(entry: LedgerEntry): void {
  if (collected.length === 0) setTimeout(release, batchMs);
  collected.push(entry);
}

function release(): void {
  const entries = collected;
  collected = [];
  latestEntries.set(entries);
}

/** The size of the first page of pets: enough to fill any screen while all pets are loading. */
const firstPageSize = 200;
const retryDelayMs = 2_000;

type Update = (change: Partial<Connection>) => void;

let heardAtMs = 0;

/** When the service last answered or sent a change. */
export function lastHeardAt(): Date {
  return new Date(heardAtMs);
}

function noteHeard(): void {
  heardAtMs = Date.now();
}

type Follower = {
  /** Called when a part of the stock, or all of it, has been loaded. */
  readonly onLoad: () => void;
  /** Shows the stock that this device keeps, if any. Returns the time at which it was right. */
  readonly showKept: () => Promise<Date | undefined>;
};

export async function followInventory(
  client: PawstockClient,
  signal: AbortSignal,
  { onLoad, showKept }: Follower,
): Promise<void> {
  const update: Update = (change) => {
    if (signal.aborted) return;
    const wasLive = connection.value.state === 'live';
    connection.set({ ...connection.value, ...change });
    if (change.state === 'live' && !wasLive) reconnections.set(reconnections.value + 1);
    if (change.loaded !== undefined && change.loaded !== 'nothing') onLoad();
  };
  update(initialConnection);
  let firstCall: CallOptions = { timeoutMs: answerTimeoutMs, retries: 0 };
  while (!signal.aborted) {
    try {
      const seq = await load(client, { ...firstCall, signal }, update);
      await watch(client, signal, update, seq);
    } catch (error) {
      if (signal.aborted) return;
      firstCall = {};
      update(offline());
      if (connection.value.loaded === 'nothing') {
        const asOf = await showKept().catch(() => undefined);
        if (asOf !== undefined) update({ loaded: 'all', asOf });
      }
      // 'invalid_query' means that a backup with a shorter ledger was restored, so the stock is
      // loaded again at once.
      const delayMs = hasCode(error, 'invalid_query') ? 0 : retryDelayMs;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

/**
 * Loads the first page of pets, then all. Returns the sequence number of the last ledger entry that
 * they include.
 */
async function load(client: PawstockClient, call: CallOptions, update: Update): Promise<number> {
  let list = await client.listInventory({ limit: firstPageSize }, call);
  if (list.next !== undefined) {
    if (connection.value.loaded === 'nothing') {
      loadStock(list.items);
      update({ loaded: 'first-page' });
    }
    list = await client.listInventory({}, { signal: call.signal, ...longCall });
  }
  loadStock(list.items);
  noteHeard();
  update({ loaded: 'all', asOf: undefined });
  return list.seq;
}

/** What changes when the connection is lost. The stock is then as of the last sign of the service. */
function offline(): Partial<Connection> {
  const { loaded, asOf } = connection.value;
  return { state: 'offline', asOf: asOf ?? (loaded === 'all' ? lastHeardAt() : undefined) };
}

/**
 * Follows the service's event stream. Connects again when the network changes or the user returns
 * to the tab.
 */
async function watch(
  client: PawstockClient,
  signal: AbortSignal,
  update: Update,
  after: number,
): Promise<void> {
  let seq = after;
  while (!signal.aborted) {
    const wakeUp = new AbortController();
    abortOnWakeUp(wakeUp);
    try {
      const onState = (state: 'live' | 'reconnecting') =>
        update(state === 'live' ? { state, asOf: undefined } : offline());
      const either = AbortSignal.any([signal, wakeUp.signal]);
      endIfSilent(client, either, () => {
        update(offline());
        wakeUp.abort();
      });
      for await (const entry of client.watchInventory({ after: seq, signal: either, onState })) {
        noteHeard();
        seq = entry.seq;
        applyEntry(entry);
        collect(entry);
      }
    } finally {
      // Removes the listeners that abortOnWakeUp has added.
      wakeUp.abort();
    }
  }
}

/** After this long without an event, the page asks the service whether it still answers. */
const silenceMs = 4_000;
const answerTimeoutMs = 4_000;

/**
 * Calls `onSilence` once the service has sent no event for a while and does not answer a request
 * either: a service that hangs keeps its connections open.
 */
function endIfSilent(client: PawstockClient, signal: AbortSignal, onSilence: () => void): void {
  const beganAtMs = Date.now();
  let isAsking = false;
  const ask = async () => {
    const isQuiet = Date.now() - Math.max(beganAtMs, heardAtMs) >= silenceMs;
    if (isAsking || !isQuiet || connection.value.state !== 'live') return;
    isAsking = true;
    try {
      await client.getCurrentKey({ timeoutMs: answerTimeoutMs, retries: 0, signal });
      noteHeard();
    } catch (error) {
      if (!signal.aborted && !isRefusal(error)) onSilence();
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(ask, silenceMs / 4);
  signal.addEventListener('abort', () => clearInterval(timer));
}

const longSleepMs = 20_000;

/**
 * Ends an event stream that may be dead: if the network is lost or returns, or the user returns
 * after a long time.
 */
function abortOnWakeUp(wakeUp: AbortController): void {
  const { signal } = wakeUp;
  const abort = () => wakeUp.abort();
  let hiddenAtMs: number | undefined;
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') hiddenAtMs = Date.now();
    else if (hiddenAtMs !== undefined && Date.now() - hiddenAtMs > longSleepMs) abort();
  };
  window.addEventListener('offline', abort, { signal });
  window.addEventListener('online', abort, { signal });
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
}
