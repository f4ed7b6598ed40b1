import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ActionRequest, commandAction } from '../../src/domain/action.ts';
import { document } from '../support/openapi/schema.ts';
import { startService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { assertDocumented } from '../support/webhooks/documented-event.ts';
import { addEndpoint, endpointIn, quickLimits } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Starts a service with a webhook endpoint called "shop". */
async function start(
  t: TestContext,
  options: Parameters<typeof startService>[1] & { key?: Uint8Array } = {},
) {
  const receiver = await Receiver.start(t);
  const service = await startService(t, {
    ...options,
    limits: { ...quickLimits, ...options.limits },
  });
  const secret = await addEndpoint(service.store, receiver.url, { key: options.key });
  const endpoint = () => endpointIn(service.store);
  const untilCursor = (cursor: number) => until(async () => (await endpoint()).cursor === cursor);
  const perform = async (request: ActionRequest) =>
    assert.equal((await service.store.perform(commandAction(request))).result, 'applied');
  const pause = (paused: boolean) =>
    perform({ kind: 'webhook.update', name: 'shop', change: { paused } });
  const set = async (quantity: number, petId = 1n) =>
    assert.ok((await service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity } })).ok);
  const change = async (count: number) => {
    const body = { delta: 1 };
    for (let i = 0; i < count; i++)
      assert.ok((await service.call('POST', '/v1/inventory/1/adjustments', { body })).ok);
  };
  const hasMetric = async (metric: string) =>
    (await (await service.call('GET', '/metrics')).text()).includes(`\n${metric}\n`);
  return {
    receiver,
    service,
    secret,
    hasMetric,
    endpoint,
    untilCursor,
    perform,
    pause,
    set,
    change,
  };
}

test('the messages of a change', async (t) => {
  const petId = 9223372036854775807n;
  const options = { pets: [{ petId, quantity: 9 }] };
  const { receiver, service, secret, endpoint, untilCursor } = await start(t, options);
  receiver.secret = secret;
  await service.call('PATCH', `/v1/inventory/${petId}/details`, {
    body: { name: 'Rex "the" 🐕', barcode: 'B' },
  });
  await service.call('PATCH', `/v1/inventory/${petId}`, {
    body: { quantity: 0, reason: 'sale', note: 'it\'s "quoted" 🐹' },
    headers: { 'x-request-id': 'r-1' },
  });
  await receiver.untilAccepted(3);

  await t.test('have all documented types, and none tells what was there before', () => {
    const documented = Object.keys(document.webhooks).filter((type) => type !== 'webhook.test');
    const types = receiver.accepted.map(({ type }) => type);
    assert.deepEqual(types, documented);
  });

  await t.test('are as the OpenAPI document describes them', () => {
    for (const message of receiver.accepted) assertDocumented(message);
  });

  await t.test('have the ledger entry of the change, with the name and the barcode', async () => {
    const response = await service.call('GET', `/v1/inventory/${petId}/history?limit=1`);
    const entry = (await response.text()).slice(1, -2);
    const at = /"at":"([^"]+)"/.exec(entry)?.[1];
    const data = `${entry},"name":"Rex \\"the\\" 🐕","barcode":"B"}`;
    for (const { type, body } of receiver.accepted) {
      assert.equal(body, `{"type":"${type}","timestamp":"${at}","data":${data}}`);
    }
  });

  await t.test('are signed in the form of Standard Webhooks', () => {
    assert.deepEqual(receiver.errors, []);
    for (const { id } of receiver.accepted) assert.match(id, /^msg_[\w-]{32}$/);
  });

  await t.test('are noted with the answer of their receiver', async () => {
    await untilCursor(2);
    assert.equal((await endpoint()).lastAnswer, '200');
  });
});

test('a service whose last endpoint is removed gives up the lease', async (t) => {
  const { service, untilCursor, perform, change } = await start(t);
  await change(1);
  await untilCursor(2);

  await perform({ kind: 'webhook.remove', name: 'shop' });

  await until(async () => (await service.store.webhooks()).lease.holder === '');
});

test('a message that fails for three days', async (t) => {
  const clock = { nowMs: Date.now() };
  const beganAtMs = clock.nowMs;
  const now = () => clock.nowMs;
  const { receiver, hasMetric, endpoint, pause, change } = await start(t, { now });
  receiver.behaviour = 503;
  await change(2);

  await t.test('is repeated after growing pauses until three days have passed', async () => {
    for (let failures = 1; ; failures++) {
      // The clock of the service stands still, so the next failure waits for the test.
      await until(async () => (await endpoint()).failures === failures);
      const { nextAttemptAtMs, disabledAtMs, cursor } = await endpoint();
      assert.equal(cursor, 1, 'the endpoint has acknowledged nothing new');
      assert.equal(receiver.requests.length, failures, 'nothing is sent before its time');
      if (disabledAtMs !== null) break;

      const pauseMs = (nextAttemptAtMs ?? 0) - clock.nowMs;
      const leastMs = Math.floor(Math.min(5_000 * 2 ** (failures - 1), (600 * minute) / 1.1));
      const isLast = nextAttemptAtMs === beganAtMs + 3 * day;
      assert.ok(isLast || pauseMs >= leastMs, `pause ${failures} is ${pauseMs} ms`);
      assert.ok(pauseMs <= leastMs * 1.1 + 2, `pause ${failures} is ${pauseMs} ms`);
      clock.nowMs = nextAttemptAtMs ?? 0;
    }
    assert.equal(clock.nowMs - beganAtMs, 3 * day);
  });

  await t.test('is the same each time', () => {
    const messages = new Set(receiver.requests.map(({ id, body }) => id + body));
    assert.equal(messages.size, 1);
  });

  await t.test('disables its endpoint, which is measured', async () => {
    assert.ok(await hasMetric('pawstock_webhook_endpoints{state="disabled"} 1'));
    const rejected = 'pawstock_webhook_deliveries_total{outcome="rejected"}';
    assert.ok(await hasMetric(`${rejected} ${receiver.requests.length}`));
  });

  await t.test('is sent once the endpoint is enabled again, and the next one follows', async () => {
    receiver.behaviour = 200;
    await pause(false);
    await receiver.untilAccepted(2);
    assert.deepEqual(receiver.seqs, [2, 3]);
  });

  await t.test('is forgotten once it has arrived', async () => {
    await until(async () => (await endpoint()).state === 'active');
    for (const metric of ['endpoints{state="active"} 1', 'lag_entries 0', 'lag_seconds 0']) {
      await until(() => hasMetric(`pawstock_webhook_${metric}`));
    }
  });
});

test('a service that stops gives up the lease at once, even while an endpoint fails', async (t) => {
  const { receiver, service, endpoint, change } = await start(t);
  receiver.behaviour = 503;
  await change(1);
  await until(async () => (await endpoint()).failures > 0);
  await service.stop();
  assert.equal((await service.store.webhooks()).lease.holder, '');
});

test('an endpoint that is paused in a replayed change gets each of its messages once', async (t) => {
  const { receiver, hasMetric, endpoint, untilCursor, perform, pause, set } = await start(t);
  await set(0);
  await untilCursor(2);
  receiver.behaviour = (response, { type }) =>
    response.writeHead(type === 'inventory.low' ? 500 : 200).end();
  await perform({ kind: 'webhook.replay', name: 'shop', after: 1 });
  await until(async () => (await endpoint()).failures > 0);

  await pause(true);
  await until(() => hasMetric('pawstock_webhook_endpoints{state="paused"} 1'));
  await set(9);
  receiver.behaviour = 200;
  const before = receiver.requests.length;
  await pause(false);
  await until(async () => (await endpoint()).replay === null);

  const events = receiver.requests.slice(before).map(({ type, data }) => `${type} ${data.seq}`);
  assert.deepEqual(events, ['inventory.changed 3', 'inventory.low 2', 'inventory.out 2']);
});

test('a replay that is requested during another one begins where it was told to', async (t) => {
  const { receiver, service, hasMetric, endpoint, untilCursor, perform, change } = await start(t);
  await change(3);
  await untilCursor(4);
  const held = Promise.withResolvers<() => void>();
  receiver.behaviour = (response) => {
    receiver.behaviour = 200;
    held.resolve(() => response.end());
  };
  await perform({ kind: 'webhook.replay', name: 'shop', after: 3 });
  const answer = await held.promise;
  await perform({ kind: 'webhook.replay', name: 'shop', after: 1 });
  // The service reads endpoints and replays together: once it counts this endpoint, it knows the
  // replay after entry 1.
  await addEndpoint(service.store, receiver.url, { name: 'other' });
  await until(() => hasMetric('pawstock_webhook_endpoints{state="active"} 2'));
  answer();
  await until(async () => (await endpoint()).replay === null);
  assert.deepEqual(receiver.seqs.slice(3), [4, 2, 3, 4]);
});

test('a replay of changes that the endpoint does not want holds up no other work', async (t) => {
  const { endpoint, perform } = await start(t, { pets: numberedPets(5_000, 1) });
  await perform({ kind: 'webhook.update', name: 'shop', change: { petIds: [-1n] } });
  let isOver = false;
  const measureTurns = async () => {
    const micros: number[] = [];
    for (let begin = process.threadCpuUsage(); !isOver; begin = process.threadCpuUsage()) {
      await nextTurn();
      const { user, system } = process.threadCpuUsage(begin);
      micros.push(user + system);
    }
    return { longest: Math.max(...micros), all: micros.reduce((sum, each) => sum + each, 0) };
  };
  const measured = measureTurns();
  await perform({ kind: 'webhook.replay', name: 'shop', after: 0 });
  await until(async () => (await endpoint()).replay === null);
  isOver = true;
  const { longest, all } = await measured;
  assert.ok(longest < all / 2, `one turn of the event loop took ${longest} of ${all} µs`);
});

test('a secret that cannot be decrypted counts as a failure that says so', async (t) => {
  const key = hash('sha256', 'a key of the operator', 'buffer');
  const { receiver, endpoint, change } = await start(t, { key });

  await change(1);
  await until(async () => (await endpoint()).failures > 0);

  assert.match((await endpoint()).lastAnswer ?? '', /Set WEBHOOK_KEY/);
  assert.equal(receiver.requests.length, 0);
});
