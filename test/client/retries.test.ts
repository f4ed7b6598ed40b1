import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PawstockClient } from 'pawstock-client/client.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { startService } from '../support/service/service.ts';
import { patienceMs } from '../support/until.ts';

/** A test without an end of its own waits no longer than this. */
const bounded = { timeout: 2 * patienceMs };

const address = { url: 'http://127.0.0.1/v1', key: 'paw_' };

const emptyList = () => new Response('[]', { headers: { 'ledger-seq': '3' } });

function receiptOf(quantity: number, version: number) {
  return { item: { petId: 1n, quantity, status: 'available' }, version };
}

test('a write whose response is lost is tried again and applied once:', async (t) => {
  const { port, secret, store } = await startService(t);
  const line = await TcpProxy.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret });
  const writes: readonly { title: string; write: () => Promise<object>; receipt: object }[] = [
    {
      title: 'an adjustment',
      write: () => client.adjustInventory(1n, { delta: 5 }),
      receipt: receiptOf(15, 2),
    },
    {
      title: 'an update of an expected version',
      write: () => client.updateInventory(1n, { quantity: 7 }, { version: 2 }),
      receipt: receiptOf(7, 3),
    },
    {
      title: 'a batch',
      write: () => client.updateInventoryBatch([{ petId: 1n, quantity: 8 }]),
      receipt: { items: [receiptOf(8, 4).item] },
    },
    {
      title: 'a new pet',
      write: () => client.putInventoryItem(2n, { quantity: 1, status: 'sold' }),
      receipt: { item: { petId: 2n, quantity: 1, status: 'sold' }, version: 5, added: true },
    },
    {
      title: 'a removal of an expected version',
      write: () => client.deleteInventoryItem(2n, { version: 5 }),
      receipt: {},
    },
  ];

  for (const { title, write, receipt } of writes) {
    await t.test(title, async () => {
      const { seq: before } = await store.head();
      line.responsesToLose = 2;

      const response = await write();

      assert.partialDeepStrictEqual(response, { ...receipt, replayed: true });
      assert.equal(line.responsesToLose, 0, 'two responses were lost');
      assert.equal((await store.head()).seq, before + 1, 'the ledger has one entry more');
    });
  }
});

describe('a client over its rate limit', () => {
  /** Answers 429 with a Retry-After of one second to the first request, and with a list then. */
  function limitedFetch() {
    const attemptsMs: number[] = [];
    const limited: typeof fetch = async () => {
      attemptsMs.push(performance.now());
      if (attemptsMs.length > 1) return emptyList();
      const refusal = { code: 'rate_limited', message: 'Wait.', status: 429 };
      return Response.json(refusal, { status: 429, headers: { 'retry-after': '1' } });
    };
    return { limited, attemptsMs };
  }

  test('waits as long as Retry-After says', async () => {
    const { limited, attemptsMs } = limitedFetch();
    const client = new PawstockClient({ ...address, fetch: limited });

    assert.equal((await client.listInventory()).seq, 3);

    const [first = 0, second = 0] = attemptsMs;
    assert.ok(second - first > 995, `it waited for ${second - first} ms`);
  });

  test('is refused at once if its call must end before that', async () => {
    const { limited, attemptsMs } = limitedFetch();
    const client = new PawstockClient({ ...address, fetch: limited, timeoutMs: 1_000 });

    const refused = { code: 'rate_limited', status: 429, retryAfterMs: 1_000 };
    await assert.rejects(client.listInventory(), refused);

    assert.equal(attemptsMs.length, 1, 'there was no second attempt');
  });
});

/** A `fetch` that counts its requests. */
function countedFetch(): { counting: typeof fetch; sent: () => number } {
  let count = 0;
  const counting: typeof fetch = (target, init) => {
    count++;
    return fetch(target, init);
  };
  return { counting, sent: () => count };
}

test('a refusal is not tried again:', async (t) => {
  const { url, secret } = await startService(t);
  const { counting, sent } = countedFetch();
  const options = { url: `${url}/v1`, fetch: counting };
  const client = new PawstockClient({ ...options, key: secret });
  const unknown = new PawstockClient({ ...options, key: 'paw_x' });
  const refusals = [
    {
      title: 'of a sale of more than there is',
      call: () => client.adjustInventory(1n, { delta: -11 }),
      code: 'insufficient_stock',
    },
    {
      title: 'of another version',
      call: () => client.updateInventory(1n, { quantity: 1 }, { version: 9 }),
      code: 'version_mismatch',
    },
    {
      title: 'of a negative quantity',
      call: () => client.updateInventory(1n, { quantity: -1 }),
      code: 'invalid_value',
    },
    {
      title: 'of an unknown pet',
      call: () => client.getInventoryItem(2n),
      code: 'pet_not_found',
    },
    {
      title: 'of an unknown key',
      call: () => unknown.listInventory(),
      code: 'invalid_api_key',
    },
  ];

  for (const { title, call, code } of refusals) {
    await t.test(title, async () => {
      const before = sent();
      await assert.rejects(call(), { code });
      assert.equal(sent() - before, 1);
    });
  }
});

test('a service that cannot be reached is given up after the configured retries', async () => {
  const { counting, sent } = countedFetch();
  const options = { url: 'http://127.0.0.1:2/v1', key: 'paw_', fetch: counting };
  const client = new PawstockClient({ ...options, retries: 2 });

  await assert.rejects(client.listInventory(), { code: 'unreachable' });

  assert.equal(sent(), 1 + 2);
});

/** Starts a service behind a line that passes nothing while it is frozen. */
async function startOnFrozenLine(t: TestContext) {
  const { port, secret, store } = await startService(t);
  const line = await TcpProxy.start(t, port);
  line.frozen = true;
  return { line, secret, store };
}

test('an attempt that hangs is given up, and the write is tried again', async (t) => {
  const { line, secret, store } = await startOnFrozenLine(t);
  const { counting, sent } = countedFetch();
  const thawing: typeof fetch = (target, init) => {
    line.frozen = sent() === 0;
    return counting(target, init);
  };
  const client = new PawstockClient({
    url: line.url,
    key: secret,
    fetch: thawing,
    timeoutMs: patienceMs,
    attemptTimeoutMs: 1_000,
    retries: Number.POSITIVE_INFINITY,
  });

  const { item } = await client.adjustInventory(1n, { delta: 1 });

  assert.ok(sent() >= 2, `${sent()} requests were sent`);
  assert.equal(item.quantity, 11);
  assert.equal((await store.head()).seq, 2, 'the write was applied once');
});

test('the time limits of a call', async (t) => {
  const { line, secret } = await startOnFrozenLine(t);
  const client = new PawstockClient({ url: line.url, key: secret, timeoutMs: 60_000 });

  await t.test('for an attempt takes precedence over that of the client', async () => {
    const call = client.getInventoryItem(1n, { attemptTimeoutMs: 300, retries: 0 });
    await assert.rejects(call, { code: 'timed_out', message: /within 300 ms/ });
  });

  await t.test('for all attempts takes precedence over that of the client', async () => {
    const call = client.deleteInventoryItem(1n, { timeoutMs: 300 });
    await assert.rejects(call, { code: 'timed_out', message: /within 300 ms/ });
  });
});

describe('with 600 ms for an attempt,', () => {
  const list = ['[', '{"petId":1,', '"quantity":2,', '"status":"sold"}', ']'];
  const timedOut = { code: 'timed_out', status: 0, message: /within 600 ms/ };

  type Pace = { beginMs: number; partMs: number; parts: readonly string[] };

  /** Responses that take some time to begin, and some for each part of the body and its end. */
  function clientOfSlow(t: TestContext, { beginMs, partMs, parts }: Pace): PawstockClient {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const slow: typeof fetch = async (_target, { signal } = {}) => {
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
    return new PawstockClient({ ...address, attemptTimeoutMs: 600, retries: 0, fetch: slow });
  }

  test('a response that arrives slowly is received to its end', async (t) => {
    const client = clientOfSlow(t, { beginMs: 599, partMs: 599, parts: list });
    assert.equal((await client.listInventory()).items.length, 1);
  });

  test('a response that does not begin in time is given up', async (t) => {
    const client = clientOfSlow(t, { beginMs: 600, partMs: 0, parts: list });
    await assert.rejects(client.listInventory(), timedOut);
  });

  test('a response that stops on its way is given up', async (t) => {
    const client = clientOfSlow(t, { beginMs: 0, partMs: 600, parts: list });
    await assert.rejects(client.listInventory(), timedOut);
  });

  describe('a response that takes five seconds', () => {
    const fiveSeconds = { beginMs: 5_000, partMs: 0, parts: ['{"delivered":true,"pets":[]}'] };

    test('is awaited for a report', async (t) => {
      const client = clientOfSlow(t, fiveSeconds);
      assert.deepEqual((await client.getReport()).pets, []);
    });

    test('is awaited for the test of a webhook endpoint', async (t) => {
      const client = clientOfSlow(t, fiveSeconds);
      assert.equal((await client.testWebhook('shop')).delivered, true);
    });

    test('is given up for anything else', async (t) => {
      const client = clientOfSlow(t, fiveSeconds);
      await assert.rejects(client.getCurrentKey(), timedOut);
    });

    test('is given up for a report if the call says so', async (t) => {
      const client = clientOfSlow(t, fiveSeconds);
      await assert.rejects(client.getReport({}, { attemptTimeoutMs: 600 }), timedOut);
    });
  });
});

test('a call whose body begins after its end is given up without a warning of Node', async (t) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => {
    if (warning.name === 'TimeoutNegativeWarning') warnings.push(warning);
  };
  process.on('warning', onWarning);
  t.after(() => process.off('warning', onWarning));
  const timeoutMs = 20;
  const late: typeof fetch = async (_target, { signal } = {}) => {
    const endMs = performance.now() + 2 * timeoutMs;
    while (performance.now() < endMs);
    const start = (body: ReadableStreamDefaultController) => {
      signal?.addEventListener('abort', () => body.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  };
  const client = new PawstockClient({ ...address, timeoutMs, retries: 0, fetch: late });

  await assert.rejects(client.listInventory(), { code: 'timed_out' });
  await nextTurn();

  assert.deepEqual(warnings, []);
});

test('a call whose response is still arriving at its end names its time limit', async () => {
  /** A response that goes on until it is aborted, so that no attempt exceeds its own time limit. */
  const endless: typeof fetch = async (_target, { signal } = {}) => {
    const pull = async (body: ReadableStreamDefaultController) => {
      await nextTurn();
      if (signal?.aborted) body.error(signal.reason);
      else body.enqueue(Buffer.from(' '));
    };
    return new Response(new ReadableStream({ pull }));
  };
  const client = new PawstockClient({ ...address, timeoutMs: 150, fetch: endless });

  const timedOut = { code: 'timed_out', message: /within 150 ms/ };
  await assert.rejects(client.listInventory(), timedOut);
});

const jumps = [
  { title: 'forward', jumpMs: 3_600_000 },
  { title: 'back', jumpMs: -3_600_000 },
];

for (const { title, jumpMs } of jumps) {
  describe(`a system clock that is set ${title} by an hour`, () => {
    const jump = (t: TestContext) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      return () => t.mock.timers.setTime(Date.now() + jumpMs);
    };

    test('does not take the retries from a call', async (t) => {
      const setClock = jump(t);
      const responses = [() => Promise.reject(new TypeError('fetch failed')), emptyList];
      const jumping: typeof fetch = async () => {
        setClock();
        return responses.shift()?.() ?? Response.error();
      };
      const client = new PawstockClient({ ...address, fetch: jumping });

      assert.equal((await client.listInventory()).seq, 3);
    });

    test('does not change when a call ends', bounded, async (t) => {
      const setClock = jump(t);
      const hanging: typeof fetch = async (_target, { signal } = {}) => {
        setClock();
        await once(signal as AbortSignal, 'abort');
        throw signal?.reason;
      };
      const client = new PawstockClient({ ...address, fetch: hanging });

      await assert.rejects(client.listInventory({}, { timeoutMs: 300 }), { code: 'timed_out' });
    });
  });
}

for (const status of [408, 502, 503, 504]) {
  test(`a proxy that answers ${status} for a service which is away is asked again`, async () => {
    const responses = [new Response('<h1>Later</h1>', { status }), emptyList()];
    const proxied: typeof fetch = async () => responses.shift() ?? Response.error();
    const client = new PawstockClient({ ...address, fetch: proxied });

    assert.equal((await client.listInventory()).seq, 3);
  });
}
