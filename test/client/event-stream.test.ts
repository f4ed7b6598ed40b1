import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { PawstockClient, type WatchOptions } from 'pawstock-client/client.ts';
import { commandAction } from '../../src/domain/action.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { patienceMs, until } from '../support/until.ts';
import { startForeignServer } from './foreign-server.ts';

/** The tests have a time limit, because a stream that misses an event would wait for it forever. */
const bounded = { timeout: 2 * patienceMs };

const eventStream = { headers: { 'content-type': 'text/event-stream' } };

function entry(seq: number): string {
  return `event: change\ndata: {"seq":${seq},"petId":1}\n\n`;
}

function clientThatFetches(fetch: typeof globalThis.fetch): PawstockClient {
  return new PawstockClient({ url: 'http://127.0.0.1/v1', key: 'paw_', fetch });
}

test('a stream that breaks before its first event loses no change', bounded, async (t) => {
  const { port, secret, url } = await startService(t);
  const direct = new PawstockClient({ url: `${url}/v1`, key: secret });
  const line = await TcpProxy.start(t, port);
  const states: string[] = [];
  const stream = new PawstockClient({ url: line.url, key: secret }).watchInventory({
    onState: (state) => {
      states.push(state);
      if (states.length > 1) return;

      // The stock changes while the stream is disconnected.
      line.pointTo(1);
      direct.updateInventory(1n, { quantity: 1 }).then(() => {
        line.upstreamPort = port;
      });
    },
  });

  const { value } = await stream.next();
  await stream.return();

  assert.equal(value?.seq, 2);
  assert.equal(value?.after, 1);
  assert.deepEqual(states, ['live', 'reconnecting', 'live']);
});

test('a stream whose service is replaced loses no change', bounded, async (t) => {
  const { port, secret, database, stop } = await startService(t);
  const settings = { DATABASE_URL: database };
  const successor = await startService(t, { pets: [], secret, settings });
  const line = await TcpProxy.start(t, port);
  const states: string[] = [];
  const stream = new PawstockClient({ url: line.url, key: secret }).watchInventory({
    after: 0,
    onState: (state) => states.push(state),
  });
  await stream.next();

  line.upstreamPort = successor.port;
  await stop();
  for (const quantity of [2, 3]) {
    await successor.call('PATCH', '/v1/inventory/1', { body: { quantity } });
  }

  assert.equal((await stream.next()).value?.seq, 2);
  assert.equal((await stream.next()).value?.seq, 3);
  assert.deepEqual(states, ['live', 'reconnecting', 'live']);
  await stream.return();
});

test('a connection that goes silent is replaced', bounded, async (t) => {
  const { port, secret, url } = await startService(t);
  const direct = new PawstockClient({ url: `${url}/v1`, key: secret });
  const line = await TcpProxy.start(t, port);
  const causes: (string | undefined)[] = [];
  const client = new PawstockClient({ url: line.url, key: secret, idleTimeoutMs: 2_000 });
  const stream = client.watchInventory({
    after: 1,
    onState: (state, error) => {
      causes.push(error?.code);
      // Only the first connection freezes, because a later one might freeze before its first event.
      line.frozen = state === 'live' && causes.length === 1;
    },
  });

  const first = stream.next();
  await until(() => causes.length > 1);
  await direct.updateInventory(1n, { quantity: 1 });

  assert.equal((await first).value?.seq, 2);
  assert.deepEqual(causes.slice(0, 2), [undefined, 'timed_out']);
  await stream.return();
});

test('a stream whose reader is slow keeps its connection', bounded, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const idleTimeoutMs = 2_000;
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const client = new PawstockClient({
    url: 'http://127.0.0.1/v1',
    key: 'paw_',
    idleTimeoutMs,
    fetch: async (_target, { signal } = {}) => {
      signal?.addEventListener('abort', () => void writer.abort(signal.reason));
      return new Response(body.readable, eventStream);
    },
  });
  const states: string[] = [];
  const stream = client.watchInventory({ after: 0, onState: (state) => states.push(state) });
  const first = stream.next();
  writer.write(new TextEncoder().encode(entry(1)));
  assert.equal((await first).value?.seq, 1);

  // The reader handles the first event for longer than the stream may be silent.
  t.mock.timers.tick(2 * idleTimeoutMs);
  const second = stream.next();
  writer.write(new TextEncoder().encode(entry(2)));

  assert.equal((await second).value?.seq, 2);
  assert.deepEqual(states, ['live']);
  await stream.return();
});

test('a stream ends with an error', bounded, async (t) => {
  const { url, secret, store } = await startService(t);
  const firstOf = (key: string, after?: number) =>
    new PawstockClient({ url: `${url}/v1`, key }).watchInventory({ after }).next();
  const unknownKey = { code: 'invalid_api_key', status: 401 };

  await t.test('if its key is unknown', async () => {
    await assert.rejects(firstOf('paw_unknown', 0), unknownKey);
  });

  await t.test('if its key is unknown and it begins with the next change', async () => {
    await assert.rejects(firstOf('paw_unknown'), unknownKey);
  });

  await t.test('if it begins after a sequence that is still to come', async () => {
    await assert.rejects(firstOf(secret, 2), { code: 'invalid_query', status: 400 });
  });

  await t.test('if it begins after a negative sequence', async () => {
    await assert.rejects(firstOf(secret, -1), { code: 'invalid_query', status: 400 });
  });

  await t.test('once its key is revoked', async () => {
    const doomed = await createKey(store, { name: 'doomed', scope: 'read' });
    const stream = new PawstockClient({ url: `${url}/v1`, key: doomed }).watchInventory({
      after: 0,
    });
    assert.equal((await stream.next()).value?.seq, 1);

    await store.perform(commandAction({ kind: 'key.revoke', name: 'doomed' }));
    const client = new PawstockClient({ url: `${url}/v1`, key: secret });
    await client.updateInventory(1n, { quantity: 1 });

    const readOn = async () => {
      for await (const { seq } of stream) assert.ok(seq <= 2, `event ${seq} follows`);
    };
    await assert.rejects(readOn(), { code: 'invalid_api_key' });
  });
});

describe('the signal ends a stream without an error', () => {
  /**
   * No time limit ends a stream of these clients. If the signal did not, the test would take too
   * long.
   */
  const unlimited = {
    timeoutMs: Number.POSITIVE_INFINITY,
    attemptTimeoutMs: Number.POSITIVE_INFINITY,
    idleTimeoutMs: Number.POSITIVE_INFINITY,
  };

  /** Reads a stream to its end, and returns the sequences of its events. */
  async function seenBy(client: PawstockClient, options: WatchOptions): Promise<number[]> {
    const seen: number[] = [];
    for await (const { seq } of client.watchInventory(options)) seen.push(seq);
    return seen;
  }

  test('if it has been aborted before', bounded, async (t) => {
    const { url, secret } = await startService(t);
    const client = new PawstockClient({ url: `${url}/v1`, key: secret });
    assert.deepEqual(await seenBy(client, { signal: AbortSignal.abort() }), []);
  });

  test('while it waits for an event', bounded, async (t) => {
    const { url, secret } = await startService(t);
    const client = new PawstockClient({ url: `${url}/v1`, key: secret, ...unlimited });
    const controller = new AbortController();
    const stream = client.watchInventory({ after: 0, signal: controller.signal });
    assert.equal((await stream.next()).value?.seq, 1);

    const next = stream.next();
    controller.abort();

    assert.equal((await next).done, true);
  });

  test('while it connects', bounded, async (t) => {
    const { port, secret } = await startService(t);
    const line = await TcpProxy.start(t, port);
    line.frozen = true;
    const client = new PawstockClient({ url: line.url, key: secret, ...unlimited });
    const controller = new AbortController();

    const seen = seenBy(client, { after: 0, signal: controller.signal });
    await until(() => line.accepted > 0);
    controller.abort();

    assert.deepEqual(await seen, []);
  });

  test('while it waits to connect again', bounded, async () => {
    const aDay = { 'retry-after': '86400' };
    const client = clientThatFetches(async () => new Response('', { status: 503, headers: aDay }));
    const controller = new AbortController();

    const seen = await seenBy(client, {
      after: 0,
      signal: controller.signal,
      onState: (state) => {
        if (state === 'reconnecting') setImmediate(() => controller.abort());
      },
    });

    assert.deepEqual(seen, []);
  });
});

describe('the connection of a stream is closed', () => {
  /** Returns a client whose stream has three events at once, and the signals of its requests. */
  function clientWithThreeEvents() {
    const signals: (AbortSignal | null | undefined)[] = [];
    const client = clientThatFetches(async (_target, init) => {
      signals.push(init?.signal);
      return new Response(entry(1) + entry(2) + entry(3), eventStream);
    });
    const isClosed = () => signals.map((signal) => signal?.aborted);
    return { client, isClosed };
  }

  test('when the loop is left', async () => {
    const { client, isClosed } = clientWithThreeEvents();

    for await (const { seq } of client.watchInventory({ after: 0 })) {
      assert.equal(seq, 1);
      break;
    }

    assert.deepEqual(isClosed(), [true]);
  });

  test('when an onState callback throws, and the error reaches the reader', async () => {
    const { client, isClosed } = clientWithThreeEvents();
    const mistake = new Error('a mistake in the listener');
    const onState = () => {
      throw mistake;
    };

    await assert.rejects(client.watchInventory({ after: 0, onState }).next(), mistake);

    assert.deepEqual(isClosed(), [true]);
  });

  test('when the signal aborts, and events that have arrived are not yielded', async () => {
    const { client, isClosed } = clientWithThreeEvents();
    const controller = new AbortController();
    const seen: number[] = [];

    for await (const { seq } of client.watchInventory({ after: 0, signal: controller.signal })) {
      seen.push(seq);
      if (seq === 2) controller.abort();
    }

    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(isClosed(), [true]);
  });
});

/** Starts a server that is busy: it counts requests by key, and answers 503 to all of them. */
async function startBusyServer(t: TestContext) {
  const requests = { patient: 0, other: 0 };
  const url = await startForeignServer(t, ({ headers }, response) => {
    const isPatient = headers.authorization === 'Bearer paw_patient';
    requests[isPatient ? 'patient' : 'other']++;
    response.writeHead(503, isPatient ? { 'retry-after': '99999999999' } : {}).end();
  });
  return { url, requests };
}

test('a Retry-After beyond the longest timer does not reconnect at once', bounded, async (t) => {
  const { url, requests } = await startBusyServer(t);
  const controller = new AbortController();
  const { signal } = controller;
  const watching = ['paw_patient', 'paw_other'].map((key) =>
    new PawstockClient({ url, key }).watchInventory({ after: 0, signal }).next(),
  );

  await until(() => requests.patient > 0 && requests.other > 2);
  controller.abort();
  await Promise.all(watching);

  assert.equal(requests.patient, 1);
});
