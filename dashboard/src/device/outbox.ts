import { apiUrl } from '../state/api-url.ts';
import { Observable } from '../state/observable.ts';
import { canKeep, openDatabase } from './database.ts';
import type { Person, WaitingList } from './waiting-list.ts';

/**
 * The lists that wait on this device until the service can store them. They are in IndexedDB, so
 * they survive a closed browser. All tabs show the same ones.
 */

export type QueuedList = WaitingList & { readonly order: number };

export type Outbox = {
  readonly lists: readonly QueuedList[];
  readonly ended: readonly Person[];
  /** Whether the browser has promised not to delete what waits. */
  readonly isSafe: boolean;
};

export const outbox = new Observable<Outbox>({ lists: [], ended: [], isSafe: true });

let tabs: BroadcastChannel | undefined;

/** How long changes of another tab are collected before they are read. */
const otherTabsMs = 100;

/** Shows what waits, now and whenever it changes in any tab. */
export async function startOutbox(): Promise<void> {
  if (!canKeep()) return;
  if (tabs === undefined) {
    tabs = new BroadcastChannel(`pawstock waiting ${apiUrl()}`);
    tabs.addEventListener('message', readSoon);
  }
  await readOutbox();
}

let isReadSoon = false;

function readSoon(): void {
  if (isReadSoon) return;
  isReadSoon = true;
  setTimeout(() => {
    isReadSoon = false;
    readOutbox().catch(() => undefined);
  }, otherTabsMs);
}

/** Reads what waits again: another tab may have changed it. */
export async function readOutbox(): Promise<Outbox> {
  const database = await openDatabase();
  const [stored, ended, isSafe] = await Promise.all([
    database.getAll('waiting'),
    database.getAll('ended'),
    navigator.storage.persisted(),
  ]);
  const lists = stored.map((list) => ({ ...list, order: list.order ?? 0 }));
  outbox.set({ lists, ended, isSafe });
  return outbox.value;
}

function announce(): void {
  tabs?.postMessage('changed');
}

/**
 * Puts a list in the outbox. Two tabs may save the same list: its Idempotency-Key lets it wait only
 * once. When this returns, the list is on the disk.
 */
export async function enqueue(list: WaitingList): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('waiting', 'readwrite', { durability: 'strict' });
  const known = await transaction.store.index('idempotencyKey').getKey(list.idempotencyKey);
  if (known === undefined) await transaction.store.add(list);
  await transaction.done;
  // Firefox asks the user, so this is asked for only when something must not get lost.
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  await readOutbox();
  announce();
}

/**
 * Replaces a list by what `change` makes of it, or removes it if that is undefined. Returns false if
 * the list no longer waits, or if `change` gives it back as it is.
 */
export async function updateQueued(
  order: number,
  change: (list: QueuedList) => WaitingList | undefined,
): Promise<boolean> {
  const database = await openDatabase();
  const transaction = database.transaction('waiting', 'readwrite', { durability: 'strict' });
  const stored = await transaction.store.get(order);
  const list = stored === undefined ? undefined : { ...stored, order };
  const after = list === undefined ? undefined : change(list);
  const hasChanged = list !== undefined && after !== list;
  if (hasChanged && after === undefined) await transaction.store.delete(order);
  if (hasChanged && after !== undefined) await transaction.store.put({ ...after, order });
  await transaction.done;
  if (hasChanged) showUpdated(order, after);
  return hasChanged;
}

/** Shows a change at once. With thousands of lists, reading all of them again would take long. */
function showUpdated(order: number, after: WaitingList | undefined): void {
  const { lists, ...rest } = outbox.value;
  const updated = lists.flatMap((one) => {
    if (one.order !== order) return one;
    return after === undefined ? [] : { ...after, order };
  });
  outbox.set({ ...rest, lists: updated });
  announce();
}

/** Notes that the service no longer accepts a person's key. */
export async function noteEnded(person: Person): Promise<void> {
  if (!canKeep()) return;
  const database = await openDatabase();
  await database.put('ended', person);
  await readOutbox();
  announce();
}

/** Runs `work` while no other tab does the same for this shop. */
export async function asOnlySender(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`pawstock sender ${apiUrl()}`, work);
}
