import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { PetId } from '../../src/domain/item.ts';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { reservationTable } from '../../src/store/tables.ts';
import { inForm } from '../support/long-form.ts';
import {
  answerOf,
  expiryOf,
  isLinearizable,
  type Operation,
  type Shop,
  type Step,
  writeOf,
} from '../support/model/reservations.ts';
import { startService } from '../support/service/service.ts';

const pets = [1n, 2n, 3n];
const instanceCount = 3;

async function openInstances(t: TestContext): Promise<Store[]> {
  const { store, database } = await startService(t, { pets: [] });
  const more = await Promise.all(Array.from({ length: instanceCount - 1 }, () => openStore(checkDatabase(database))));
  t.after(() => Promise.all(more.map((instance) => instance.close())));
  return [store, ...more];
}

async function startOver(store: Store): Promise<Shop> {
  const { reservations } = await store.readAll(async ({ rows }) => ({ reservations: await rows(reservationTable) }));
  const ids = new Set(reservations.map(({ id }) => id));
  const steps: Step[] = [
    ...[...ids].map((id) => ({ do: 'release', id }) as const),
    ...pets.map((petId) => ({ do: 'put', petId, quantity: 5 }) as const),
  ];
  await store.commit(steps.map(writeOf));
  return { stock: new Map(pets.map((petId) => [petId, 5])), holds: new Map() };
}

const petId = fc.constantFrom(...pets);
const id = fc.constantFrom('a', 'b', 'c');
const rowsOf = (quantity: fc.Arbitrary<number>): fc.Arbitrary<(readonly [PetId, number])[]> =>
  fc.uniqueArray(fc.tuple(petId, quantity), { minLength: 1, maxLength: 3, selector: ([pet]) => pet });
const reserve = fc.record({
  do: fc.constant('reserve' as const),
  id,
  items: rowsOf(fc.integer({ min: 1, max: 4 })),
  // Some expire while the others are still at work.
  forMs: fc.integer({ min: 1, max: 20 }),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: reserve },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'sell' as const, 'sell' as const), id }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('adjust' as const), rows: rowsOf(fc.integer({ min: -3, max: 2 })) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('set' as const, 'put' as const), petId, quantity: fc.nat(6) }),
  },
  fc.record({ do: fc.constant('remove' as const), petId }),
);

async function carryOut(store: Store, steps: readonly Step[]): Promise<Operation[]> {
  const fromMs = Date.now();
  const outcomes = await store.commit(steps.map(writeOf));
  const toMs = Date.now();
  return outcomes.map((outcome, index) => ({
    ...{ step: steps[index] as Step, answer: answerOf(outcome), expiresAtMs: expiryOf(outcome) },
    ...{ fromMs, toMs },
  }));
}

test('at the same time, on several instances: some order explains all that callers were told', async (t) => {
  const instances = await openInstances(t);
  /** What one commit stores. */
  const batch = fc.array(anyStep, { minLength: 1, maxLength: 2 });
  const client = fc.array(batch, { minLength: 2, maxLength: 4 });
  const clients = fc.tuple(...instances.map(() => client));
  await fc.assert(
    fc.asyncProperty(clients, async (scripts) => {
      const shop = await startOver(instances[0] as Store);
      const histories = await Promise.all(
        scripts.map(async (script, index) => {
          const done: Operation[] = [];
          for (const steps of script) done.push(...(await carryOut(instances[index] as Store, steps)));
          return done;
        }),
      );
      const operations = histories.flat();
      assert.ok(isLinearizable(shop, operations), 'no order explains it');
    }),
    { numRuns: inForm({ short: 40, long: 3_000 }), interruptAfterTimeLimit: inForm({ short: 60_000, long: 900_000 }) },
  );
});

test('the search for an order refuses what cannot have happened', () => {
  const shop: Shop = { stock: new Map([[1n, 1]]), holds: new Map() };
  const held = (who: string, fromMs: number, toMs: number): Operation => ({
    step: { do: 'reserve', id: who, items: [[1n, 1]], forMs: 100 },
    answer: 'reserved',
    expiresAtMs: fromMs + 100,
    fromMs,
    toMs,
  });
  const sold = (who: string, fromMs: number, toMs: number, answer = 'done 1=0'): Operation => ({
    step: { do: 'sell', id: who },
    answer,
    expiresAtMs: undefined,
    fromMs,
    toMs,
  });
  const refused = (operation: Operation): Operation => ({
    ...operation,
    answer: 'insufficient_stock',
    expiresAtMs: undefined,
  });
  assert.ok(isLinearizable(shop, [held('a', 0, 5), sold('a', 50, 60)]));
  assert.ok(isLinearizable(shop, [held('a', 0, 5), held('b', 100, 105)]));
  assert.ok(isLinearizable(shop, [held('a', 0, 5), refused(held('b', 90, 120)), sold('a', 95, 130)]));
  assert.ok(!isLinearizable(shop, [held('a', 0, 5), held('b', 10, 15)]), 'held twice');
  assert.ok(!isLinearizable(shop, [held('a', 0, 5), sold('a', 101, 110)]), 'sold after it has expired');
  assert.ok(!isLinearizable(shop, [held('a', 0, 5), refused(held('b', 100, 105))]), 'refused what was free');
  assert.ok(!isLinearizable(shop, [held('a', 0, 5), sold('a', 10, 15), sold('a', 20, 25)]), 'sold twice');
  assert.ok(
    !isLinearizable(shop, [held('a', 0, 5), sold('a', 20, 25, 'reservation_not_found')]),
    'ended before its time',
  );
});
