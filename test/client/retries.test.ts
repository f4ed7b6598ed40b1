import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { startForeignServer } from './foreign-server.ts';

test('a write whose response is lost is retried and applied once', async (t) => {
  const { port, secret, store } = await startService(t);
  const line = await TcpProxy.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret });
  const writes: readonly (readonly [name: string, write: () => Promise<object>, expected: object])[] = [
    ['adjust', () => client.adjustInventory(1n, { delta: 5 }), item(15, 2)],
    ['set', () => client.updateInventory(1n, { quantity: 7 }, { version: 2 }), item(7, 3)],
    ['batch', () => client.updateInventoryBatch([{ petId: 1n, quantity: 8 }]), { items: [item(8, 4).item] }],
    [
      'put',
      () => client.putInventoryItem(2n, { quantity: 1, status: 'sold' }),
      { ...item(1, 5, 2n, 'sold'), added: true },
    ],
    ['delete', () => client.deleteInventoryItem(2n, { version: 5 }), {}],
  ];
  for (const [index, [name, write, expected]] of writes.entries()) {
    await t.test(name, async () => {
      line.responsesToLose = 2;
      assert.partialDeepStrictEqual(await write(), { ...expected, replayed: true });
      assert.equal(line.responsesToLose, 0);
      assert.equal((await store.head()).seq, 2 + index);
    });
  }
});

const item = (quantity: number, version: number, petId = 1n, status = 'available') => ({
  item: { petId, quantity, status },
  version,
});

test('concurrent writers over an unreliable connection apply every write once', async (t) => {
  const { port, secret } = await startService(t, { pets: [{ petId: 1n, quantity: 0 }] });
  const line = await TcpProxy.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret, retries: 20 });
  // Breaks connections only after some responses came through, or a slow machine would never finish.
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

test('a client over its rate limit waits as long as Retry-After says', async (t) => {
  const { url, store } = await startService(t);
  const { counting, sent } = countedFetch();
  const key = await createKey(store, { rateLimit: 1 });
  const client = new PawstockClient({ url: `${url}/v1`, key, fetch: counting });
  // One call a second is allowed. A slow machine may need a few before one comes too early.
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
  assert.equal(most, 2, 'one refusal, then a wait that is long enough');
  const impatient = new PawstockClient({ url: `${url}/v1`, key, timeoutMs: 1_000 });
  const refused = async (): Promise<void> => {
    for (;;) await impatient.getInventoryItem(1n).catch(unlessTimedOut);
  };
  await assert.rejects(refused(), { code: 'rate_limited', status: 429, retryAfterMs: 1000 });
});

/** On a slow machine a second may be too short for any response. */
function unlessTimedOut(error: unknown): void {
  if (!(error instanceof PawstockError && error.code === 'timed_out')) throw error;
}

function countedFetch(): { counting: typeof fetch; sent: () => number } {
  let count = 0;
  const counting: typeof fetch = (target, init) => {
    count++;
    return fetch(target, init);
  };
  return { counting, sent: () => count };
}

test('a refusal is not retried', async (t) => {
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

test('an unreachable service is given up after the configured retries', async (t) => {
  const { stop, url, secret } = await startService(t);
  await stop();
  const { counting, sent } = countedFetch();
  const client = new PawstockClient({ url: `${url}/v1`, key: secret, retries: 2, fetch: counting });
  await assert.rejects(client.listInventory(), { code: 'unreachable' });
  assert.equal(sent(), 3);
});

test('a connection that stalls times out, before the response or in the middle of it', async (t) => {
  const pets = Array.from({ length: 20_000 }, (_, index) => ({ petId: BigInt(index), quantity: 1 }));
  const { port, secret } = await startService(t, { pets });
  const line = await TcpProxy.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret, timeoutMs: 300 });
  const timesOut = async (call: () => Promise<unknown>) => {
    const startedMs = performance.now();
    await assert.rejects(call(), { code: 'timed_out', status: 0 });
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs >= 290 && tookMs < 10_000, `${tookMs} ms`);
  };
  line.frozen = true;
  await timesOut(() => client.listInventory());
  await timesOut(() => client.updateInventory(1n, { quantity: 1 }));
  line.frozen = false;
  line.bytesUntilFrozen = 4_000;
  await timesOut(() => client.listInventory());
});

test('an attempt that hangs is given up and tried again within the whole call', async (t) => {
  const { port, secret, store } = await startService(t);
  const line = await TcpProxy.start(t, port);
  const { counting, sent } = countedFetch();
  const thawing: typeof fetch = (target, init) => {
    line.frozen = sent() === 0;
    return counting(target, init);
  };
  const client = new PawstockClient({ url: line.url, key: secret, fetch: thawing, attemptTimeoutMs: 500 });
  const { item: changed } = await client.adjustInventory(1n, { delta: 1 });
  assert.deepEqual([changed.quantity, sent(), (await store.head()).seq], [11, 2, 2]);
  // The options of one call take precedence.
  line.frozen = true;
  const impatient = new PawstockClient({ url: line.url, key: secret, timeoutMs: 60_000 });
  const once = { attemptTimeoutMs: 300, retries: 0 };
  await assert.rejects(impatient.getInventoryItem(1n, once), { code: 'timed_out', message: /within 300 ms/ });
  await assert.rejects(impatient.deleteInventoryItem(1n, { timeoutMs: 300 }), { code: 'timed_out' });
});

test('an attempt is not given up while its response arrives, however slowly, or while a report is made', async (t) => {
  // The waits are what the test is about: the parts together take longer than an attempt may, and no part does.
  const url = await startForeignServer(t, async (_request, response) => {
    response.writeHead(200, { etag: 'W/"3"' });
    for (const part of ['[', '{"petId":1,', '"quantity":2,', '"status":"sold"}', ']']) {
      response.write(part);
      await delay(200);
    }
    response.end();
  });
  const client = new PawstockClient({ url, key: 'paw_', attemptTimeoutMs: 600, retries: 0 });
  assert.equal((await client.listInventory()).items.length, 1);
  const silent = await startForeignServer(t, async (_request, response) => {
    await delay(400);
    response.end('{"delivered":true,"pets":[]}');
  });
  const calls = new PawstockClient({ url: silent, key: 'paw_', attemptTimeoutMs: 100, retries: 0 });
  assert.deepEqual((await calls.getReport()).pets, []);
  assert.equal((await calls.testWebhook('shop')).delivered, true);
  await assert.rejects(calls.getKey(), { code: 'timed_out' });
  await assert.rejects(calls.getReport({}, { attemptTimeoutMs: 100 }), { code: 'timed_out' });
});

test('setting the system clock does not change a deadline', async (t) => {
  const { port, secret } = await startService(t);
  const line = await TcpProxy.start(t, port);
  for (const jumpMs of [3_600_000, -3_600_000]) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const jumping: typeof fetch = (target, init) => {
      t.mock.timers.setTime(Date.now() + jumpMs);
      return fetch(target, init);
    };
    line.responsesToLose = 1;
    const client = new PawstockClient({ url: line.url, key: secret, fetch: jumping });
    assert.equal((await client.updateInventory(1n, { quantity: 3 })).item.quantity, 3);
    line.frozen = true;
    const impatient = new PawstockClient({ url: line.url, key: secret, timeoutMs: 300, fetch: jumping });
    const startedMs = performance.now();
    await assert.rejects(impatient.listInventory(), { code: 'timed_out' });
    assert.ok(performance.now() - startedMs < 10_000);
    line.frozen = false;
    t.mock.timers.reset();
  }
});

test('a time limit that exceeds the longest timer does not expire at once', async (t) => {
  const { url, secret } = await startService(t);
  for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) {
    const client = new PawstockClient({
      url: `${url}/v1`,
      key: secret,
      timeoutMs,
      idleTimeoutMs: timeoutMs,
      retries: 0,
    });
    assert.equal((await client.listInventory()).items.length, 1);
    const stream = client.watchInventory({ after: 0 });
    assert.equal((await stream.next()).value?.seq, 1);
    await stream.return();
  }
});

test('a 408 from a proxy is retried', async (t) => {
  let requests = 0;
  const url = await startForeignServer(t, (_request, response) => {
    if (requests++ === 0) response.writeHead(408).end('<h1>Request timeout</h1>');
    else response.writeHead(200, { etag: 'W/"3"' }).end('[]');
  });
  assert.equal((await new PawstockClient({ url, key: 'paw_' }).listInventory()).seq, 3);
});
