import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { PetId } from '../../src/domain/item.ts';
import { openStore } from '../../src/engines.ts';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { Shoppers } from '../support/load/shoppers.ts';
import { inForm } from '../support/long-form.ts';
import {
  answerOf,
  expected,
  expiryOf,
  isLinearizable,
  type Operation,
  type Shop,
  type Step,
  writeOf,
} from '../support/model/reservations.ts';
import { randomFor } from '../support/random.ts';
import { startService } from '../support/service/service.ts';
import { loadItems } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const pets = [1n, 2n, 3n];
const instanceCount = 3;

async function openInstances(t: TestContext): Promise<Store[]> {
  const { store, database } = await startService(t, { pets: [] });
  const more = await Promise.all(Array.from({ length: instanceCount - 1 }, () => openStore(checkDatabase(database))));
  t.after(() => Promise.all(more.map((instance) => instance.close())));
  return [store, ...more];
}

async function startOver(store: Store): Promise<Shop> {
  const rows = await store.readAll(({ reservationRows }) => reservationRows());
  const ids = new Set(rows.map(({ id }) => id));
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
  forMs: fc.integer({ min: 1, max: 60 }),
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
    step: steps[index] as Step,
    answer: answerOf(outcome),
    expiresAtMs: expiryOf(outcome),
    fromMs,
    toMs,
  }));
}

test('one after the other, on several instances: each step comes out as the rules have it', async (t) => {
  const instances = await openInstances(t);
  const round = fc.record({
    instance: fc.nat(instances.length - 1),
    steps: fc.array(anyStep, { minLength: 1, maxLength: 4 }),
    waitMs: fc.constantFrom(0, 0, 0, 5, 30),
    sweep: fc.constantFrom(false, false, false, true),
  });
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 5, maxLength: 25 }), async (rounds) => {
      let shop = await startOver(instances[0] as Store);
      for (const { instance, steps, waitMs, sweep } of rounds) {
        if (waitMs > 0) await delay(waitMs);
        const store = instances[instance] as Store;
        if (sweep) await store.deleteExpired();
        const done = await carryOut(store, steps);
        for (const { step, answer } of done) {
          const what = `${step.do} ${answer.split(' ', 1)[0]}`;
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
        shop = afterBatch(shop, done);
        // And so every instance reads it.
        const fromMs = Date.now();
        const read = await (instances[(instance + 1) % instances.length] as Store).reservedStock({
          after: null,
          limit: 1_000,
        });
        const toMs = Date.now();
        const rows = read.json.matchAll(/"petId":(-?\d+),"reserved":(\d+)/g);
        const text = [...rows].map(([, petId, reserved]) => `${petId}:${reserved}`).join();
        const possible = momentsBetween(shop, fromMs, toMs).map((atMs) => heldAt(shop, atMs));
        assert.ok(possible.includes(text), `${text} is none of ${possible.join(' or ')}`);
      }
    }),
    { numRuns: inForm({ short: 15, long: 1_000 }), interruptAfterTimeLimit: inForm({ short: 60_000, long: 900_000 }) },
  );
  t.diagnostic(JSON.stringify(Object.fromEntries([...seen].sort())));
  assert.deepEqual((await verify(instances[0] as Store, () => undefined)).differences, []);
});

const momentsBetween = ({ holds }: Shop, fromMs: number, toMs: number) =>
  [fromMs, ...[...holds.values()].map(({ expiresAtMs }) => expiresAtMs)].filter((ms) => ms >= fromMs && ms <= toMs);

function heldAt({ holds }: Shop, atMs: number): string {
  const sums = new Map<PetId, number>();
  for (const { items, expiresAtMs } of holds.values()) {
    for (const [pet, quantity] of expiresAtMs > atMs ? items : []) sums.set(pet, (sums.get(pet) ?? 0) + quantity);
  }
  return [...sums]
    .sort(([one], [other]) => Number(one - other))
    .map(([pet, quantity]) => `${pet}:${quantity}`)
    .join();
}

/** All steps of a batch share a moment. Some moment must explain them all. */
function afterBatch(before: Shop, done: readonly Operation[]): Shop {
  const [{ fromMs, toMs }] = done as [Operation];
  const told = done.flatMap(({ step, expiresAtMs }) =>
    step.do === 'reserve' && expiresAtMs !== undefined ? [expiresAtMs - step.forMs] : [],
  );
  const moments = told.length > 0 ? told.slice(0, 1) : momentsBetween(before, fromMs, toMs);
  for (const atMs of moments) {
    let shop = before;
    const answers = done.map(({ step, expiresAtMs }) => {
      const { answer, shop: after } = expected(shop, step, atMs, expiresAtMs);
      shop = after;
      return answer;
    });
    if (atMs >= fromMs && atMs <= toMs && answers.every((answer, index) => answer === done[index]?.answer)) return shop;
  }
  return assert.fail(
    `nothing explains ${JSON.stringify(done, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
  );
}

test('at the same time, on instances with wrong clocks: some order explains all that they were told', async (t) => {
  const instances = await openInstances(t);
  const client = fc.array(fc.tuple(anyStep, fc.constantFrom(0, 0, 3, 20)), { minLength: 2, maxLength: 5 });
  const clients = fc.tuple(...instances.map(() => client));
  await fc.assert(
    fc.asyncProperty(clients, async (scripts) => {
      const shop = await startOver(instances[0] as Store);
      const histories = await Promise.all(
        scripts.map(async (script, index) => {
          const done: Operation[] = [];
          for (const [step, waitMs] of script) {
            if (waitMs > 0) await delay(waitMs);
            done.push(...(await carryOut(instances[index] as Store, [step])));
          }
          return done;
        }),
      );
      const operations = histories.flat();
      assert.ok(isLinearizable(shop, operations), 'no order explains it');
    }),
    { numRuns: inForm({ short: 20, long: 1_500 }), interruptAfterTimeLimit: inForm({ short: 60_000, long: 900_000 }) },
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

test('shoppers at instances with wrong clocks: none is sold twice, and what was paid for is sold', async (t) => {
  const [hamster, quantity] = [1n, inForm({ short: 40, long: 2_000 })];
  const first = await startService(t, { pets: [{ petId: hamster, quantity }] });
  const { database: DATABASE_URL, secret } = first;
  const urls = [first.url];
  for (let more = 1; more < instanceCount; more++) {
    urls.push((await startService(t, { settings: { DATABASE_URL }, pets: [], secret })).url);
  }
  const shoppers = new Shoppers(20, { urls, secret, petId: hamster, random: randomFor(t) });
  await until(async () => ((await loadItems(first.store)).items[0]?.quantity ?? 0) <= quantity / 2);
  await shoppers.stop();
  t.diagnostic(await shoppers.assertSales(first.store, quantity));
  assert.deepEqual((await verify(first.store, () => undefined)).differences, []);
});

test(`active reservations have ${limits.reservationRowsInStoreMax} rows at most in all`, async (t) => {
  const pets = Array.from({ length: limits.reservationRowsMax }, (_, index) => BigInt(index + 1));
  const { store, call } = await startService(t, { pets: pets.map((petId) => ({ petId, quantity: 1_000_000 })) });
  const reserve = (order: number, { key = 'shop', rows = pets.length } = {}) => ({
    ...writeOf({
      do: 'reserve',
      id: `order-${order}`,
      items: pets.slice(0, rows).map((id) => [id, 1]),
      forMs: 600_000,
    }),
    key,
  });
  const orders = Array.from({ length: limits.reservationRowsInStoreMax / pets.length - 1 }, (_, order) => order);
  for (let done = 0; done < orders.length; done += 200) {
    const outcomes = await store.commit(orders.slice(done, done + 200).map((order) => reserve(order)));
    assert.ok(outcomes.every(({ result }) => result === 'applied'));
  }
  const last = orders.length;
  const outcomes = await store.commit([
    reserve(last, { rows: pets.length - 1 }),
    reserve(last + 1, { rows: 2 }),
    reserve(last),
    reserve(last + 1, { rows: 1, key: 'other' }),
    reserve(0),
    writeOf({ do: 'release', id: 'order-1' }),
    reserve(last + 1, { key: 'other' }),
    reserve(last + 2, { rows: 1 }),
  ]);
  const refusal = 'too_many_reservations';
  assert.deepEqual(outcomes.map(answerOf), [
    ...['reserved', refusal, 'replaced', refusal, 'replaced', 'done'],
    ...['reserved', refusal],
  ]);
  const list = (await (await call('GET', '/v1/reservations?limit=1000')).json()) as unknown[];
  assert.equal(list.length, limits.reservationRowsInStoreMax / pets.length);
});
