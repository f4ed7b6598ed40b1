import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import { delay } from '../../client/retry.ts';
import { FaultyLine } from '../support/faulty-line.ts';
import { createKey } from '../support/keys.ts';
import { startService } from '../support/service.ts';
import { patienceMs, until } from '../support/until.ts';

test('a write whose answer is lost is repeated, and happens once', async (t) => {
  const { port, secret, store } = await startService(t);
  const line = await FaultyLine.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret });
  const writes: readonly (readonly [name: string, write: () => Promise<unknown>, expected: unknown])[] = [
    ['adjust', () => client.adjustInventory(1n, { delta: 5 }), item(15, 2)],
    ['set', () => client.updateInventory(1n, { quantity: 7 }, { version: 2 }), item(7, 3)],
    ['batch', () => client.updateInventoryBatch([{ petId: 1n, quantity: 8 }]), [item(8, 4).item]],
    [
      'put',
      () => client.putInventoryItem(2n, { quantity: 1, status: 'sold' }),
      { ...item(1, 5, 2n, 'sold'), added: true },
    ],
    ['delete', () => client.deleteInventoryItem(2n, { version: 5 }), undefined],
  ];
  for (const [index, [name, write, expected]] of writes.entries()) {
    await t.test(name, async () => {
      line.answersToLose = 2;
      assert.deepEqual(await write(), expected);
      assert.equal(line.answersToLose, 0);
      assert.equal((await store.head()).seq, 2 + index);
    });
  }
});

const item = (quantity: number, version: number, petId = 1n, status = 'available') => ({
  item: { petId, quantity, status },
  version,
});

test('many writers over a bad line count right', async (t) => {
  const { port, secret } = await startService(t, { pets: [{ petId: 1n, quantity: 0 }] });
  const line = await FaultyLine.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret, retries: 20 });
  // Only where something has come through: on a slow machine nothing ever would.
  let passed = 0;
  const breaking = setInterval(() => {
    if (line.passed < passed + 4) return;
    passed = line.passed;
    line.cut();
  }, 40);
  const writers = Array.from({ length: 8 }, async () => {
    for (let done = 0; done < 25; done++) await client.adjustInventory(1n, { delta: 1 });
  });
  await Promise.all(writers).finally(() => clearInterval(breaking));
  assert.equal((await client.getInventoryItem(1n)).item.quantity, 200);
  assert.equal((await client.getInventoryHistory(1n, { limit: 1000 })).entries.length, 201);
});

test('a service that is away for a moment is waited for', async (t) => {
  const { port, secret } = await startService(t);
  const line = await FaultyLine.start(t, 1);
  const client = new PawstockClient({ url: line.url, key: secret });
  setTimeout(() => {
    line.upstreamPort = port;
  }, 500);
  assert.equal((await client.updateInventory(1n, { quantity: 3 })).item.quantity, 3);
});

test('whoever is too fast waits as long as it is told to', async (t) => {
  const { url, store } = await startService(t);
  const { counting, sent } = countedFetch();
  const key = await createKey(store, { rateLimit: 1 });
  const client = new PawstockClient({ url: `${url}/v1`, key, fetch: counting });
  // One call a second is allowed. On a slow machine it takes a few until one is too early.
  const attempts = async () => {
    const before = sent();
    await client.getInventoryItem(1n);
    return sent() - before;
  };
  let most = 0;
  await until(async () => {
    most = Math.max(most, await attempts());
    return most > 1;
  });
  assert.equal(most, 2, 'one refusal, and the wait was long enough');
  const impatient = new PawstockClient({ url: `${url}/v1`, key, timeoutMs: 1_000 });
  const refused = async (): Promise<void> => {
    for (;;) await impatient.getInventoryItem(1n).catch(unlessTimedOut);
  };
  await assert.rejects(refused(), { code: 'rate_limited', status: 429, retryAfterMs: 1000 });
});

/** Where the machine is slow, a second may be too short for any answer. */
function unlessTimedOut(error: unknown): void {
  if (!(error instanceof PawstockError && error.code === 'timed_out')) throw error;
}

test('a wait before the next attempt ends when its caller gives up', async () => {
  const stop = new AbortController();
  const waiting = delay(patienceMs, stop.signal);
  stop.abort(new Error('enough'));
  const startedMs = performance.now();
  await assert.rejects(waiting, /enough/);
  assert.ok(performance.now() - startedMs < patienceMs / 2);
});

function countedFetch(): { counting: typeof fetch; sent: () => number } {
  let count = 0;
  const counting: typeof fetch = (target, init) => {
    count++;
    return fetch(target, init);
  };
  return { counting, sent: () => count };
}

test('a refusal is not repeated', async (t) => {
  const { url, secret } = await startService(t);
  const { counting, sent } = countedFetch();
  const client = new PawstockClient({ url: `${url}/v1`, key: secret, fetch: counting });
  const refusals = [
    () => client.adjustInventory(1n, { delta: -11 }),
    () => client.updateInventory(1n, { quantity: 1 }, { version: 9 }),
    () => client.updateInventory(1n, { quantity: -1 }),
    () => client.getInventoryItem(2n),
    () => new PawstockClient({ url: `${url}/v1`, key: 'paw_x', fetch: counting }).listInventory(),
  ];
  for (const refused of refusals) await assert.rejects(refused());
  assert.equal(sent(), refusals.length);
});

test('nobody there is given up after so many attempts', async (t) => {
  const { stop, url, secret } = await startService(t);
  await stop();
  const { counting, sent } = countedFetch();
  const client = new PawstockClient({ url: `${url}/v1`, key: secret, retries: 2, fetch: counting });
  await assert.rejects(client.listInventory(), { code: 'unreachable' });
  assert.equal(sent(), 3);
});

test('a line on which nothing passes is given up in time, before an answer and within one', async (t) => {
  const pets = Array.from({ length: 20_000 }, (_, index) => ({ petId: BigInt(index), quantity: 1 }));
  const { port, secret } = await startService(t, { pets });
  const line = await FaultyLine.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret, timeoutMs: 300 });
  const takes = async (call: () => Promise<unknown>) => {
    const startedMs = performance.now();
    await assert.rejects(call(), { code: 'timed_out', status: 0 });
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs >= 290 && tookMs < 10_000, `${tookMs} ms`);
  };
  line.frozen = true;
  await takes(() => client.listInventory());
  await takes(() => client.updateInventory(1n, { quantity: 1 }));
  line.frozen = false;
  const freezing: typeof fetch = async (target, init) => {
    const response = await fetch(target, init);
    line.frozen = true;
    return response;
  };
  const inTheMiddle = new PawstockClient({ url: line.url, key: secret, timeoutMs: 300, fetch: freezing });
  await takes(() => inTheMiddle.listInventory());
});
