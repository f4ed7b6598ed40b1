import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from 'pawstock-client/client.ts';
import { commandAction } from '../../src/domain/action.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { patienceMs, until } from '../support/until.ts';
import { startForeignServer } from './foreign-server.ts';

/** The tests have a time limit, because a stream that misses an event would wait for it forever. */
const bounded = { timeout: 2 * patienceMs };

test(
  'a stream loses nothing if it breaks before its first event, or if its service stops',
  bounded,
  async (t) => {
    const { port, secret, url, database, stop } = await startService(t);
    const line = await TcpProxy.start(t, port);
    const direct = new PawstockClient({ url: `${url}/v1`, key: secret });
    const states: string[] = [];
    const client = new PawstockClient({ url: line.url, key: secret });
    const stream = client.watchInventory({
      onState: (state) => {
        states.push(state);
        if (states.length > 1) return;
        line.upstreamPort = 1;
        line.cut();
        // The stock changes while the stream is disconnected.
        direct.updateInventory(1n, { quantity: 1 }).then(() => {
          line.upstreamPort = port;
        });
      },
    });
    const { value } = await stream.next();
    assert.deepEqual([value?.seq, value?.after], [2, 1]);
    assert.deepEqual(states, ['live', 'reconnecting', 'live']);
    const successor = await startService(t, {
      pets: [],
      secret,
      settings: { DATABASE_URL: database },
    });
    line.upstreamPort = successor.port;
    await stop();
    for (const quantity of [2, 3])
      await successor.call('PATCH', '/v1/inventory/1', { body: { quantity } });
    assert.deepEqual([(await stream.next()).value?.seq, (await stream.next()).value?.seq], [3, 4]);
    assert.deepEqual(states.slice(3), ['reconnecting', 'live']);
    await stream.return();
  },
);

test(
  'a connection that goes silent is replaced, and one whose reader is slow is not',
  bounded,
  async (t) => {
    const { port, secret, url } = await startService(t);
    const line = await TcpProxy.start(t, port);
    const idleTimeoutMs = 2_000;
    const slowStates: string[] = [];
    const direct = new PawstockClient({ url: `${url}/v1`, key: secret, idleTimeoutMs });
    const slow = direct.watchInventory({ after: 0, onState: (state) => slowStates.push(state) });
    await slow.next();
    const client = new PawstockClient({ url: line.url, key: secret, idleTimeoutMs });
    const failures: (string | undefined)[] = [];
    const stream = client.watchInventory({
      after: 1,
      onState: (state, error) => {
        failures.push(error?.code);
        // The test freezes only the first connection, because a later one might freeze before its
        // first event.
        line.frozen = state === 'live' && failures.length === 1;
      },
    });
    const first = stream.next();
    await until(() => failures.length > 1);
    await direct.updateInventory(1n, { quantity: 1 });
    assert.equal((await first).value?.seq, 2);
    assert.deepEqual(failures.slice(0, 2), [undefined, 'timed_out']);
    // The consumer of `slow` requests no event for longer than `idleTimeoutMs`, but its stream
    // stays connected.
    assert.equal((await slow.next()).value?.seq, 2);
    assert.deepEqual(slowStates, ['live']);
    await stream.return();
    await slow.return();
  },
);

test('a revoked key or an unknown sequence ends the stream with an error', bounded, async (t) => {
  const { url, secret, store } = await startService(t);
  const first = (key: string, after?: number) =>
    new PawstockClient({ url: `${url}/v1`, key }).watchInventory({ after });
  await assert.rejects(first('paw_unknown', 0).next(), { code: 'invalid_api_key', status: 401 });
  await assert.rejects(first('paw_unknown').next(), { code: 'invalid_api_key', status: 401 });
  await assert.rejects(first(secret, 2).next(), { code: 'invalid_query', status: 400 });
  await assert.rejects(first(secret, -1).next(), { code: 'invalid_query', status: 400 });
  const stream = first(await createKey(store, { name: 'doomed', scope: 'read' }), 0);
  assert.equal((await stream.next()).value?.seq, 1);
  await store.perform(commandAction({ kind: 'key.revoke', name: 'doomed' }));
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  await client.updateInventory(1n, { quantity: 1 });
  const rest = async () => {
    for await (const { seq } of stream) assert.ok(seq <= 2);
  };
  await assert.rejects(rest(), { code: 'invalid_api_key' });
});

test('the signal ends the stream at any time without an error', bounded, async (t) => {
  const { url, port, secret } = await startService(t);
  const ends = async (
    client: PawstockClient,
    when: (seen: readonly number[], states: readonly string[]) => boolean,
  ) => {
    const stop = new AbortController();
    const [seen, states]: [number[], string[]] = [[], []];
    let stoppedMs = 0;
    until(() => when(seen, states)).then(() => {
      stoppedMs = performance.now();
      stop.abort();
    });
    const onState = (state: string) => states.push(state);
    for await (const { seq } of client.watchInventory({ after: 0, signal: stop.signal, onState }))
      seen.push(seq);
    const tookMs = performance.now() - stoppedMs;
    assert.ok(stop.signal.aborted && tookMs < 5_000, `${tookMs} ms`);
    return seen;
  };
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const waits = await ends(client, (seen) => seen.length === 1);
  assert.deepEqual(waits, [1], 'while it waits for an event');
  const aborted = client.watchInventory({ signal: AbortSignal.abort() });
  assert.deepEqual(await aborted.next(), { done: true, value: undefined });
  const line = await TcpProxy.start(t, port);
  line.frozen = true;
  const connects = await ends(
    new PawstockClient({ url: line.url, key: secret }),
    () => line.accepted > 0,
  );
  assert.deepEqual(connects, [], 'while it connects');
  const absent = new PawstockClient({ url: 'http://127.0.0.1:1/v1', key: secret });
  const pauses = await ends(absent, (_, states) => states.includes('reconnecting'));
  assert.deepEqual(pauses, [], 'while it waits to connect again');
});

test('leaving the loop, an onState callback that throws and the signal close the connection, and what has arrived is not yielded', async () => {
  const entry = (seq: number) => `event: change\ndata: {"seq":${seq},"petId":1}\n\n`;
  const signals: (AbortSignal | null | undefined)[] = [];
  const arrived: typeof fetch = async (_target, init) => {
    signals.push(init?.signal);
    return new Response(entry(1) + entry(2) + entry(3), {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
  const client = new PawstockClient({ url: 'http://127.0.0.1/v1', key: 'paw_', fetch: arrived });
  const seen: number[] = [];
  for await (const { seq } of client.watchInventory({ after: 0 })) {
    seen.push(seq);
    break;
  }
  const mistake = new Error('a mistake in the listener');
  const onState = () => {
    throw mistake;
  };
  await assert.rejects(client.watchInventory({ after: 0, onState }).next(), mistake);
  const stop = new AbortController();
  for await (const { seq } of client.watchInventory({ after: 0, signal: stop.signal })) {
    seen.push(seq);
    if (seq === 2) stop.abort();
  }
  assert.deepEqual(seen, [1, 1, 2]);
  const aborted = signals.map((signal) => signal?.aborted);
  assert.deepEqual(aborted, [true, true, true]);
});

test(
  'a Retry-After that exceeds the longest timer does not reconnect at once',
  bounded,
  async (t) => {
    const requests = { patient: 0, other: 0 };
    const url = await startForeignServer(t, ({ headers }, response) => {
      const isPatient = headers.authorization === 'Bearer paw_patient';
      requests[isPatient ? 'patient' : 'other']++;
      response.writeHead(503, isPatient ? { 'retry-after': '99999999999' } : {}).end();
    });
    const stop = new AbortController();
    const watching = ['paw_patient', 'paw_other'].map((key) =>
      new PawstockClient({ url, key }).watchInventory({ after: 0, signal: stop.signal }).next(),
    );
    await until(() => requests.patient > 0 && requests.other > 2);
    stop.abort();
    for (const next of watching) assert.equal((await next).done, true);
    assert.equal(requests.patient, 1);
  },
);
