import { randomUUID } from 'node:crypto';
import type { Item, PetStatus } from '@pawstock/shared/item.ts';
import { commandAction } from '../../../src/domain/action.ts';
import { digestOf, type KeyOptions, newSecret } from '../../../src/domain/api-key.ts';
import { storeTime } from '../../../src/domain/store-clock.ts';
import { openStore } from '../../../src/engines.ts';
import { collect } from '../../../src/store/contents.ts';
import type { Store } from '../../../src/store/store.ts';

/** Opens an embedded store for the duration of a callback. */
export async function inStoreAt<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ engine: 'sqlite', file });
  return work(store).finally(() => store.close());
}

export type Pet = {
  readonly petId: bigint;
  readonly quantity: number;
  readonly status?: PetStatus;
};

/** Returns this many pets, numbered from 0. */
export function numberedPets(count: number, quantity: number): Pet[] {
  return Array.from({ length: count }, (_, petId) => ({ petId: BigInt(petId), quantity }));
}

export async function addPets(store: Store, pets: readonly Pet[]): Promise<void> {
  const commands = pets.map(
    ({ petId, quantity, status = 'available' }) =>
      ({ kind: 'import', petId, quantity, status, expected: null }) as const,
  );
  await store.importItems(
    () => ({ commands }),
    () => undefined,
    commands.length,
  );
}

/**
 * Returns the stock of all pets in the order of their IDs, and the last ledger sequence at that
 * moment.
 */
export function loadItems(store: Store): Promise<{ seq: number; items: Item[] }> {
  return store.readAll(async ({ head, items }) => ({
    seq: head.seq,
    items: await collect(items()),
  }));
}

export async function levelsIn(store: Store): Promise<Omit<Item, 'version'>[]> {
  const { items } = await loadItems(store);
  return items.map(({ petId, quantity, status }) => ({ petId, quantity, status }));
}

export type TestKeyOptions = Partial<KeyOptions> & {
  readonly name?: string;
  readonly expiresAtMs?: number | null;
};

/** Stores a new API key, by default with the scope admin, and returns its secret. */
export async function createKey(
  store: Store,
  { name = randomUUID(), ...terms }: TestKeyOptions = {},
): Promise<string> {
  const secret = newSecret();
  const { expiresAtMs = null, ...chosen } = terms;
  const options = { scope: 'admin', requireVersion: false, rateLimit: null, ...chosen } as const;
  const key = {
    kind: 'key.create',
    name,
    digest: digestOf(secret),
    options,
  } as const;
  const expiresInMs = expiresAtMs === null ? null : expiresAtMs - storeTime(await store.head());
  const outcome = await store.perform(commandAction({ ...key, expiresInMs }));
  if (outcome.result === 'refused') throw new Error(outcome.refusal.message);
  return secret;
}

/** Adds pets, stores a new API key, and returns the key's secret. */
export async function stockWithKey(
  store: Store,
  pets: readonly Pet[],
  options?: TestKeyOptions,
): Promise<string> {
  await addPets(store, pets);
  return createKey(store, options);
}
