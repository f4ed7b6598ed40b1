import assert from 'node:assert/strict';
import { verify } from '../../src/inventory/verify.ts';
import type { Store } from '../../src/store/store.ts';
import type { CountingLoad } from './counting-load.ts';
import { addPets } from './service.ts';

/** So many pets, numbered from 0, for a counting load to count on. */
export function addCountedPets(store: Store, pets: number): Promise<void> {
  return addPets(
    store,
    Array.from({ length: pets }, (_, petId) => ({ petId: BigInt(petId), quantity: 0 })),
  );
}

export function totalOf({ counted }: Pick<CountingLoad, 'counted'>): number {
  return [...counted.values()].reduce((sum, count) => sum + count, 0);
}

/** After the load: every addition is there, once, and the ledger says so too. */
export async function assertCounted(store: Store, load: Pick<CountingLoad, 'counted' | 'staleReads'>): Promise<void> {
  assert.deepEqual(load.staleReads, []);
  const { items, seq } = await store.load();
  for (const { petId, quantity } of items) assert.equal(quantity, load.counted.get(Number(petId)) ?? 0, `pet ${petId}`);
  assert.equal(seq, items.length + totalOf(load), 'one entry for each, and none for what was repeated');
  assert.deepEqual((await verify(store, () => undefined)).differences, []);
}

/** During the load: what had been acknowledged before this look is there. */
export async function assertNothingLost(store: Store, { counted }: Pick<CountingLoad, 'counted'>): Promise<void> {
  const acknowledged = new Map(counted);
  const { items } = await store.load();
  for (const { petId, quantity } of items) {
    const least = acknowledged.get(Number(petId)) ?? 0;
    assert.ok(quantity >= least, `pet ${petId}: ${least} were acknowledged, ${quantity} are there`);
  }
  assert.deepEqual((await verify(store, () => undefined)).differences, []);
}
