import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PawstockClient } from '../../client/client.ts';
import { decideRevoke } from '../../src/domain/api-key.ts';
import { FaultyLine } from '../support/faulty-line.ts';
import { createKey } from '../support/keys.ts';
import { openShop } from '../support/process.ts';
import { startService } from '../support/service.ts';
import { patienceMs, until } from '../support/until.ts';

/** A stream that misses something waits for ever. */
const soon = { timeout: 2 * patienceMs };

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a service that is killed and started again, and lines that break: none missed, none twice', soon, async (t) => {
  const shop = openShop(t);
  await shop.stock([{ petId: 1n, quantity: 0 }]);
  const key = (await shop.run(['keys', 'create', 'till', '--json'])).stdout;
  const secret = (JSON.parse(key) as { key: string }).key;
  let server = await shop.serve();
  const line = await FaultyLine.start(t, server.port);
  const client = new PawstockClient({ url: line.url, key: secret, retries: 50 });

  const seen: number[] = [];
  const states: string[] = [];
  const writing = (async () => {
    for (let done = 0; done < 300; done++) {
      await client.adjustInventory(1n, { delta: 1 });
      if (done % 60 === 30) {
        await until(() => states.at(-1) === 'live');
        line.cut();
      }
      if (done % 100 === 99) {
        await server.signal(done === 99 ? 'SIGKILL' : 'SIGTERM');
        server = await shop.serve();
        line.upstreamPort = server.port;
      }
    }
  })();
  for await (const { seq } of client.watchInventory({ after: 0, onState: (state) => states.push(state) })) {
    seen.push(seq);
    if (seq === 301) break;
  }
  await writing;
  assert.deepEqual(seen, upTo(301));
  assert.deepEqual(states.slice(0, 3), ['live', 'reconnecting', 'live']);
  assert.ok(states.length > 8, `${states}`);
  assert.ok(states.every((state, index) => state === (index % 2 === 0 ? 'live' : 'reconnecting')));
});

test('a stream from now on loses nothing either where its line breaks before the first event', soon, async (t) => {
  const { port, secret, url } = await startService(t);
  const line = await FaultyLine.start(t, port);
  const direct = new PawstockClient({ url: `${url}/v1`, key: secret });
  const states: string[] = [];
  const client = new PawstockClient({ url: line.url, key: secret });
  const stream = client.watchInventory({
    onState: (state) => {
      states.push(state);
      if (states.length > 1) return;
      line.upstreamPort = 1;
      line.cut();
      // What happens while nobody listens.
      direct.updateInventory(1n, { quantity: 1 }).then(() => {
        line.upstreamPort = port;
      });
    },
  });
  const { value } = await stream.next();
  assert.deepEqual([value?.seq, value?.after], [2, 1]);
  assert.deepEqual(states, ['live', 'reconnecting', 'live']);
  await stream.return();
});

test('a line that has gone silent is given up, and a new one taken', soon, async (t) => {
  const { port, secret, url } = await startService(t);
  const line = await FaultyLine.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret, silenceMs: 300 });
  const failures: (string | undefined)[] = [];
  const stream = client.watchInventory({
    after: 1,
    onState: (state, error) => {
      failures.push(error?.code);
      // The first one alone: of a later one not even the first event might come through.
      line.frozen = state === 'live' && failures.length === 1;
    },
  });
  const first = stream.next();
  await until(() => line.frozen);
  await new PawstockClient({ url: `${url}/v1`, key: secret }).updateInventory(1n, { quantity: 1 });
  assert.equal((await first).value?.seq, 2);
  assert.deepEqual(failures.slice(0, 2), [undefined, 'timed_out']);
  await stream.return();
});

test('a slow reader is not taken for a silent line', soon, async (t) => {
  const { port, secret } = await startService(t);
  const line = await FaultyLine.start(t, port);
  const client = new PawstockClient({ url: line.url, key: secret, silenceMs: 200 });
  const stream = client.watchInventory({ after: 0 });
  await stream.next();
  await delay(600);
  await client.updateInventory(1n, { quantity: 1 });
  assert.equal((await stream.next()).value?.seq, 2);
  await stream.return();
});

test('what does not pass ends the stream: a key that has ended, a place that does not exist', soon, async (t) => {
  const { url, secret, store } = await startService(t);
  const first = (key: string, after?: number) =>
    new PawstockClient({ url: `${url}/v1`, key }).watchInventory({ after });
  await assert.rejects(first('paw_unknown', 0).next(), { code: 'invalid_api_key', status: 401 });
  await assert.rejects(first('paw_unknown').next(), { code: 'invalid_api_key', status: 401 });
  await assert.rejects(first(secret, 2).next(), { code: 'invalid_query', status: 400 });
  await assert.rejects(first(secret, -1).next(), { code: 'invalid_query', status: 400 });
  const stream = first(await createKey(store, { name: 'doomed', scope: 'read' }), 0);
  assert.equal((await stream.next()).value?.seq, 1);
  await store.changeKeys('doomed', (named) => decideRevoke(named, 'doomed', Date.now()));
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  await client.updateInventory(1n, { quantity: 1 });
  const rest = async () => {
    for await (const { seq } of stream) assert.ok(seq <= 2);
  };
  await assert.rejects(rest(), { code: 'invalid_api_key' });
});

test('its reader can end it at any moment, without an error', soon, async (t) => {
  const { url, port, secret } = await startService(t);
  const ends = async (client: PawstockClient, when: (seen: readonly number[]) => Promise<unknown>) => {
    const stop = new AbortController();
    const seen: number[] = [];
    let stoppedMs = 0;
    when(seen).then(() => {
      stoppedMs = performance.now();
      stop.abort();
    });
    for await (const { seq } of client.watchInventory({ after: 0, signal: stop.signal })) seen.push(seq);
    const tookMs = performance.now() - stoppedMs;
    assert.ok(stop.signal.aborted && tookMs < 5_000, `${tookMs} ms`);
    return seen;
  };
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const oneSeen = (seen: readonly number[]) => until(() => seen.length === 1);
  assert.deepEqual(await ends(client, oneSeen), [1], 'while it waits for an event');
  assert.deepEqual(await client.watchInventory({ signal: AbortSignal.abort() }).next(), {
    done: true,
    value: undefined,
  });
  const line = await FaultyLine.start(t, port);
  line.frozen = true;
  assert.deepEqual(
    await ends(new PawstockClient({ url: line.url, key: secret }), () => delay(300)),
    [],
    'while it connects',
  );
  const absent = new PawstockClient({ url: 'http://127.0.0.1:1/v1', key: secret });
  assert.deepEqual(await ends(absent, () => delay(1_000)), [], 'while it waits to connect again');
  const signals: (AbortSignal | null | undefined)[] = [];
  const observed: typeof fetch = (target, init) => {
    signals.push(init?.signal);
    return fetch(target, init);
  };
  for await (const { seq } of new PawstockClient({ url: `${url}/v1`, key: secret, fetch: observed }).watchInventory({
    after: 0,
  })) {
    assert.equal(seq, 1);
    break;
  }
  assert.deepEqual(
    signals.map((signal) => signal?.aborted),
    [true],
    'a loop that is left leaves no stream behind',
  );
});
