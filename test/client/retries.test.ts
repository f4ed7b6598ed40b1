import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PawstockClient } from 'pawstock-client/client.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { startService } from '../support/service/service.ts';

test('a write whose response is lost is retried and applied once', async (t) => {
  const { port, secret, store } = await startService(t);
  const line = await TcpProxy.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret });
  const writes: readonly (readonly [
    name: string,
    write: () => Promise<object>,
    expected: object,
  ])[] = [
    ['adjust', () => client.adjustInventory(1n, { delta: 5 }), item(15, 2)],
    ['set', () => client.updateInventory(1n, { quantity: 7 }, { version: 2 }), item(7, 3)],
    [
      'batch',
      () => client.updateInventoryBatch([{ petId: 1n, quantity: 8 }]),
      { items: [item(8, 4).item] },
    ],
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

const emptyList = () => new Response('[]', { headers: { 'ledger-seq': '3' } });

test('a client over its rate limit waits as long as Retry-After says', async () => {
  const attemptsMs: number[] = [];
  const limited: typeof fetch = async () => {
    attemptsMs.push(performance.now());
    if (attemptsMs.length > 1) return emptyList();
    const refusal = { code: 'rate_limited', message: 'Wait.', status: 429 };
    return Response.json(refusal, { status: 429, headers: { 'retry-after': '1' } });
  };
  const options = { url: 'http://127.0.0.1/v1', key: 'paw_', fetch: limited };
  assert.equal((await new PawstockClient(options).listInventory()).seq, 3);
  const [first = 0, second = 0] = attemptsMs.splice(0);
  assert.ok(second - first > 995, `${second - first} ms`);
  const impatient = new PawstockClient({ ...options, timeoutMs: 1_000 });
  await assert.rejects(impatient.listInventory(), {
    code: 'rate_limited',
    status: 429,
    retryAfterMs: 1_000,
  });
});

function countedFetch(): { counting: typeof fetch; sent: () => number } {
  let count = 0;
  const counting: typeof fetch = (target, init) => {
    count++;
    return fetch(target, init);
  };
  return { counting, sent: () => count };
}

test('a refusal is not retried, and an unreachable service is given up after the configured retries', async (t) => {
  const { stop, url, secret } = await startService(t);
  const { counting, sent } = countedFetch();
  const client = new PawstockClient({ url: `${url}/v1`, key: secret, retries: 2, fetch: counting });
  const refusals = [
    () => client.adjustInventory(1n, { delta: -11 }),
    () => client.updateInventory(1n, { quantity: 1 }, { version: 9 }),
    () => client.updateInventory(1n, { quantity: -1 }),
    () => client.getInventoryItem(2n),
    () => new PawstockClient({ url: `${url}/v1`, key: 'paw_x', fetch: counting }).listInventory(),
  ];
  for (const refused of refusals) await assert.rejects(refused());
  assert.equal(sent(), refusals.length);
  await stop();
  await assert.rejects(client.listInventory(), { code: 'unreachable' });
  assert.equal(sent(), refusals.length + 3);
});

test('an attempt that hangs is given up and tried again within the whole call', async (t) => {
  const { port, secret, store } = await startService(t);
  const line = await TcpProxy.start(t, port);
  const { counting, sent } = countedFetch();
  const thawing: typeof fetch = (target, init) => {
    line.frozen = sent() === 0;
    return counting(target, init);
  };
  const client = new PawstockClient({
    url: line.url,
    key: secret,
    fetch: thawing,
    attemptTimeoutMs: 1_000,
  });
  const { item: changed } = await client.adjustInventory(1n, { delta: 1 });
  assert.deepEqual([changed.quantity, (await store.head()).seq], [11, 2]);
  assert.ok(sent() >= 2);
  // The options of a single call take precedence over those of the client.
  line.frozen = true;
  const impatient = new PawstockClient({ url: line.url, key: secret, timeoutMs: 60_000 });
  const once = { attemptTimeoutMs: 300, retries: 0 };
  await assert.rejects(impatient.getInventoryItem(1n, once), {
    code: 'timed_out',
    message: /within 300 ms/,
  });
  await assert.rejects(impatient.deleteInventoryItem(1n, { timeoutMs: 300 }), {
    code: 'timed_out',
  });
});

test('an attempt is not given up while its response arrives, however slowly, or while a report is made', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /**
   * Replaces `fetch` with responses that take some time to begin, and some time for each part of
   * the body.
   */
  const slow =
    (beginMs: number, partMs: number, ...parts: string[]): typeof fetch =>
    async (_target, { signal } = {}) => {
      const pass = (ms: number) => {
        t.mock.timers.tick(ms);
        signal?.throwIfAborted();
      };
      pass(beginMs);
      const rest = parts.values();
      const pull = (controller: ReadableStreamDefaultController) => {
        pass(partMs);
        const { done, value } = rest.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), {
        headers: { 'ledger-seq': '3' },
      });
    };
  const clientOf = (responses: typeof fetch) =>
    new PawstockClient({
      url: 'http://127.0.0.1/v1',
      key: 'paw_',
      attemptTimeoutMs: 600,
      retries: 0,
      fetch: responses,
    });
  const list = ['[', '{"petId":1,', '"quantity":2,', '"status":"sold"}', ']'];
  assert.equal((await clientOf(slow(599, 599, ...list)).listInventory()).items.length, 1);
  const timedOut = { code: 'timed_out', status: 0, message: /within 600 ms/ };
  await assert.rejects(clientOf(slow(600, 0, ...list)).listInventory(), timedOut);
  await assert.rejects(clientOf(slow(0, 600, ...list)).listInventory(), timedOut);
  const calls = clientOf(slow(5_000, 0, '{"delivered":true,"pets":[]}'));
  assert.deepEqual((await calls.getReport()).pets, []);
  assert.equal((await calls.testWebhook('shop')).delivered, true);
  await assert.rejects(calls.getCurrentKey(), timedOut);
  await assert.rejects(calls.getReport({}, { attemptTimeoutMs: 600 }), timedOut);
});

test('the error names the time limit of the call if its response is still arriving then', async () => {
  const fetch = async (_target: unknown, { signal }: RequestInit = {}) => {
    const pull = async (body: ReadableStreamDefaultController) => {
      await delay(20);
      if (signal?.aborted) body.error(signal.reason);
      else body.enqueue(Buffer.from(' '));
    };
    return new Response(new ReadableStream({ pull }));
  };
  const client = new PawstockClient({
    url: 'http://127.0.0.1/v1',
    key: 'paw_',
    timeoutMs: 150,
    fetch,
  });
  await assert.rejects(client.listInventory(), { code: 'timed_out', message: /within 150 ms/ });
});

test('setting the system clock does not change a deadline', async (t) => {
  for (const jumpMs of [3_600_000, -3_600_000]) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    let attempts = 0;
    const jumping: typeof fetch = async (_target, { signal } = {}) => {
      t.mock.timers.setTime(Date.now() + jumpMs);
      if (attempts++ === 0) throw new TypeError('fetch failed');
      if (attempts === 2) return emptyList();
      await once(signal as AbortSignal, 'abort');
      throw signal?.reason;
    };
    const client = new PawstockClient({ url: 'http://127.0.0.1/v1', key: 'paw_', fetch: jumping });
    assert.equal((await client.listInventory()).seq, 3);
    const startedMs = performance.now();
    await assert.rejects(client.listInventory({}, { timeoutMs: 300 }), { code: 'timed_out' });
    assert.ok(performance.now() - startedMs < 10_000);
    t.mock.timers.reset();
  }
});

test('a proxy that answers for a service which is away is asked again', async () => {
  for (const status of [408, 502, 503, 504]) {
    const responses = [new Response('<h1>Later</h1>', { status }), emptyList()];
    const proxied: typeof fetch = async () => responses.shift() ?? Response.error();
    const client = new PawstockClient({ url: 'http://127.0.0.1/v1', key: 'paw_', fetch: proxied });
    assert.equal((await client.listInventory()).seq, 3, `${status}`);
  }
});
