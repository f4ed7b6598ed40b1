import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { hasCode } from '../api/errors.ts';
import { longCall } from '../api/long-call.ts';
import { Observable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { applyEntry, loadStock } from './store.ts';

type Connection = {
  readonly state: 'connecting' | 'live' | 'offline';
  readonly loaded: 'nothing' | 'first-page' | 'all';
};

const initialConnection: Connection = { state: 'connecting', loaded: 'nothing' };

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
 * The last ledger entry from the service's event stream. Subscribers are called for every ledger
 * entry.
 */
export const latestEntry = new Observable<LedgerEntry | undefined>(undefined);

/** The size of the first page of pets: enough to fill any screen while all pets are loading. */
const firstPageSize = 200;
const retryDelayMs = 2_000;

type Update = (change: Partial<Connection>) => void;

export async function followInventory(
  client: PawstockClient,
  signal: AbortSignal,
  onLoad: () => void,
): Promise<void> {
  const update: Update = (change) => {
    if (signal.aborted) return;
    const wasLive = connection.value.state === 'live';
    connection.set({ ...connection.value, ...change });
    if (change.state === 'live' && !wasLive) reconnections.set(reconnections.value + 1);
    if (change.loaded !== undefined && change.loaded !== 'nothing') onLoad();
  };
  update(initialConnection);
  while (!signal.aborted) {
    try {
      await watch(client, signal, update, await load(client, signal, update));
    } catch (error) {
      if (signal.aborted) return;
      update({ state: 'offline' });
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
async function load(client: PawstockClient, signal: AbortSignal, update: Update): Promise<number> {
  let list = await client.listInventory({ limit: firstPageSize }, { signal });
  if (list.next !== undefined) {
    if (connection.value.loaded === 'nothing') {
      loadStock(list.items);
      update({ loaded: 'first-page' });
    }
    list = await client.listInventory({}, { signal, ...longCall });
  }
  loadStock(list.items);
  update({ loaded: 'all' });
  return list.seq;
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
        update({ state: state === 'live' ? 'live' : 'offline' });
      const either = AbortSignal.any([signal, wakeUp.signal]);
      for await (const entry of client.watchInventory({ after: seq, signal: either, onState })) {
        seq = entry.seq;
        applyEntry(entry);
        latestEntry.set(entry);
      }
    } finally {
      // Removes the listeners that abortOnWakeUp has added.
      wakeUp.abort();
    }
  }
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
