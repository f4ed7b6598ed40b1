import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { verify } from '../../../src/inventory/copy-and-verify.ts';
import type { Store } from '../../../src/store/store.ts';
import { type HttpRequest, NoResponse } from '../http/client.ts';
import { inForm } from '../long-form.ts';
import type { Random } from '../random.ts';
import { addPets, loadItems, numberedPets } from '../service/store-contents.ts';
import { type Load, type LoadClient, startLoad } from './generator.ts';

/**
 * Clients that each add 1 to a pet, again and again, and repeat a request under its Idempotency-Key until it succeeds,
 * at any of the instances. However often a request was cut or its outcome unknown, it must count once.
 */
export type CountingLoad = Load & {
  /** By pet, how many additions succeeded. */
  readonly counted: ReadonlyMap<number, number>;
  /** Reads that showed less than had been acknowledged before they began. */
  readonly staleReads: readonly string[];
};

type Options = {
  /** May change while the load runs. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly clients: number;
  /** Numbered from 0. */
  readonly pets: number;
  readonly random: Random;
};

/** In the short form there is load enough, and the processor is left to the tests beside it. */
const pauseMs = inForm({ short: 10, long: 0 });

export function startCountingLoad({ pets, ...options }: Options): CountingLoad {
  const counted = new Map<number, number>();
  const staleReads: string[] = [];

  /** Goes on until the request has succeeded, also after the stop: half a request would spoil the count. */
  async function add({ random, send }: LoadClient, petId: number, key: string): Promise<void> {
    const headers = { 'idempotency-key': key };
    const request: HttpRequest = { method: 'POST', path: `/${petId}/adjustments`, headers, body: { delta: 1 } };
    for (;;) {
      const response = await send(request);
      if (!(response instanceof NoResponse) && response.status === 200) break;
      await delay(20 + random.below(60));
    }
    counted.set(petId, (counted.get(petId) ?? 0) + 1);
  }

  async function read({ send }: LoadClient, petId: number): Promise<void> {
    const least = counted.get(petId) ?? 0;
    const response = await send({ path: `/${petId}` });
    if (response instanceof NoResponse || response.status !== 200) return;
    const { quantity } = JSON.parse(response.body) as { quantity: number };
    if (quantity < least) staleReads.push(`pet ${petId}: ${quantity}, and ${least} had been acknowledged`);
  }

  const load = startLoad({ ...options, pauseMs }, (client, round) => {
    const petId = client.random.below(pets);
    return client.random.fraction() < 0.6 ? add(client, petId, `${client.index}-${round}`) : read(client, petId);
  });
  return { ...load, counted, staleReads };
}

/** So many pets for a counting load to count on. */
export function addCountedPets(store: Store, pets: number): Promise<void> {
  return addPets(store, numberedPets(pets, 0));
}

export function totalOf({ counted }: Pick<CountingLoad, 'counted'>): number {
  return [...counted.values()].reduce((sum, count) => sum + count, 0);
}

/** After the load: every addition is there, once, and the ledger says so too. */
export async function assertCounted(store: Store, load: Pick<CountingLoad, 'counted' | 'staleReads'>): Promise<void> {
  assert.deepEqual(load.staleReads, []);
  const { items, seq } = await loadItems(store);
  for (const { petId, quantity } of items) assert.equal(quantity, load.counted.get(Number(petId)) ?? 0, `pet ${petId}`);
  assert.equal(seq, items.length + totalOf(load), 'one entry for each, and none for what was repeated');
  assert.deepEqual((await verify(store, () => undefined)).differences, []);
}

/** During the load: what had been acknowledged before this look is there. */
export async function assertNothingLost(store: Store, { counted }: Pick<CountingLoad, 'counted'>): Promise<void> {
  const acknowledged = new Map(counted);
  const { items } = await loadItems(store);
  for (const { petId, quantity } of items) {
    const least = acknowledged.get(Number(petId)) ?? 0;
    assert.ok(quantity >= least, `pet ${petId}: ${least} were acknowledged, ${quantity} are there`);
  }
  assert.deepEqual((await verify(store, () => undefined)).differences, []);
}
