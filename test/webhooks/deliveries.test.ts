import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { type ActionRequest, commandAction } from '../../src/domain/action.ts';
import { webhookState } from '../../src/domain/webhook.ts';
import { document } from '../support/openapi/schema.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { assertDocumented } from '../support/webhooks/documented-event.ts';
import { addEndpoint, assertInOrder, endpointIn, quickLimits } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

async function start(t: TestContext, options: Parameters<typeof startService>[1] = {}) {
  const receiver = await Receiver.start(t);
  const service = await startService(t, { ...options, limits: { ...quickLimits, ...options.limits } });
  return { receiver, service };
}

/** So many changes of pet 1, each by one. */
async function change(service: TestService, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const response = await service.call('POST', '/v1/inventory/1/adjustments', { body: { delta: 1 } });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }
}

const set = (service: TestService, petId: number, quantity: number) =>
  service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity, reason: 'count', note: 'a "note" 🐹' } });

describe('webhooks', () => {
  test("the pet's name and barcode come with its change, and its own level counts", async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url);
    const named = await service.call('PATCH', '/v1/inventory/1/details', {
      body: { name: 'Rex "the" 🐕', barcode: 'B' },
    });
    assert.ok(named.ok);
    await set(service, 1, 30);
    await receiver.untilAccepted(1);
    assert.equal(receiver.accepted[0]?.data['name'], 'Rex "the" 🐕');
    assert.equal(receiver.accepted[0]?.data['barcode'], 'B');
    await service.call('PATCH', '/v1/inventory/1/details', { body: { name: null } });
    await set(service, 1, 40);
    await receiver.untilAccepted(2);
    assert.equal(receiver.accepted[1]?.data['name'], null);
    await service.call('PATCH', '/v1/inventory/1/details', { body: { lowAt: 35 } });
    await set(service, 1, 35);
    await receiver.untilAccepted(4);
    assert.deepEqual(
      receiver.accepted.slice(2).map(({ type }) => type),
      ['inventory.changed', 'inventory.low'],
    );
  });

  test('every event is as the OpenAPI document describes it', async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url);
    await set(service, 1, 0);
    await receiver.untilAccepted(3);
    assert.deepEqual(
      receiver.accepted.map(({ type }) => type),
      Object.keys(document.webhooks).filter((type) => type !== 'webhook.test'),
    );
    for (const event of receiver.accepted) assertDocumented(event);
  });

  test('every change is posted, signed, in the form of Standard Webhooks, from the next one on', async (t) => {
    const { receiver, service } = await start(t, { pets: [{ petId: 9223372036854775807n, quantity: 1 }] });
    receiver.secret = await addEndpoint(service.store, receiver.url);
    const response = await service.call('PATCH', '/v1/inventory/9223372036854775807', {
      body: { quantity: 9, reason: 'arrival', note: 'it\'s "quoted" 🐹' },
      headers: { 'x-request-id': 'r-1' },
    });
    assert.equal(response.status, 200);
    await receiver.untilAccepted(1);
    const [message, ...others] = receiver.accepted;
    assert.deepEqual(others, [], 'what was there before the endpoint is not sent');
    assert.ok(message !== undefined);
    const history = await (await service.call('GET', '/v1/inventory/9223372036854775807/history?limit=1')).text();
    const entry = history.slice(1, -1);
    const at = /"at":"([^"]+)"/.exec(entry)?.[1];
    assert.equal(
      message.body,
      `{"type":"inventory.changed","timestamp":"${at}","data":${entry.slice(0, -1)},"name":null,"barcode":null}}`,
    );
    assert.match(message.id, /^msg_[\w-]{32}$/);
    assert.deepEqual(receiver.faults, []);
    await until(async () => (await endpointIn(service.store)).cursor === 2);
    assert.equal((await endpointIn(service.store)).lastAnswer, '200');
  });

  test('an endpoint gets the events that it has chosen, and the cursor passes the others', async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url, { events: ['out'] });
    for (const quantity of [3, 0, 7, 6]) await set(service, 1, quantity);
    await until(async () => (await endpointIn(service.store)).cursor === 5);
    assert.deepEqual(
      receiver.accepted.map(({ type, data }) => [type, data.seq]),
      [['inventory.out', 3]],
    );
  });

  test('a failed delivery is repeated as the same message, after growing pauses, and nothing overtakes it', async (t) => {
    const clock = { nowMs: Date.now() };
    const { receiver, service } = await start(t, { now: () => clock.nowMs });
    await addEndpoint(service.store, receiver.url);
    receiver.behaviour = 500;
    await change(service, 2);
    const pausesMs: number[] = [];
    for (let failures = 1; failures <= 16; failures++) {
      await until(async () => (await endpointIn(service.store)).failures === failures);
      const { nextAttemptAtMs, cursor } = await endpointIn(service.store);
      assert.equal(cursor, 1);
      pausesMs.push((nextAttemptAtMs ?? 0) - clock.nowMs);
      assert.equal(receiver.requests.length, failures, 'nothing is sent before its time');
      clock.nowMs = nextAttemptAtMs ?? 0;
    }
    for (const [index, pauseMs] of pausesMs.entries()) {
      const leastMs = Math.min(5_000 * 2 ** index, (600 * minute) / 1.1);
      assert.ok(pauseMs >= Math.floor(leastMs) && pauseMs <= leastMs * 1.1 + 1, `pause ${index + 1} is ${pauseMs} ms`);
    }
    receiver.behaviour = 200;
    await receiver.untilAccepted(2);
    assert.deepEqual(receiver.seqs, [2, 3]);
    assert.equal(new Set(receiver.requests.slice(0, 17).map(({ id, body }) => id + body)).size, 1);
    await until(async () => webhookState(await endpointIn(service.store)) === 'active');
    assert.equal((await endpointIn(service.store)).failures, 0);
  });

  test('after three days of failures it is disabled, and metrics say so; enabled, it continues where it was', async (t) => {
    const clock = { nowMs: Date.now() };
    const { receiver, service } = await start(t, { now: () => clock.nowMs });
    const beganAtMs = clock.nowMs;
    await addEndpoint(service.store, receiver.url);
    receiver.behaviour = 503;
    await change(service, 1);
    for (let failures = 1; ; failures++) {
      await until(async () => (await endpointIn(service.store)).failures === failures);
      const { nextAttemptAtMs, disabledAtMs } = await endpointIn(service.store);
      if (disabledAtMs !== null) break;
      clock.nowMs = nextAttemptAtMs ?? 0;
    }
    assert.equal(clock.nowMs - beganAtMs, 3 * day, 'the last attempt is when the three days end');
    const metrics = async () => (await service.call('GET', '/metrics')).text();
    const text = await metrics();
    assert.match(text, /^pawstock_webhook_endpoints\{state="disabled"\} 1$/m);
    assert.match(
      text,
      new RegExp(`^pawstock_webhook_deliveries_total\\{outcome="rejected"\\} ${receiver.requests.length}$`, 'm'),
    );
    receiver.behaviour = 200;
    await change(service, 1);
    clock.nowMs += day;
    assert.deepEqual(receiver.accepted, []);
    const enable = commandAction({ kind: 'webhook.update', name: 'shop', change: { paused: false } });
    assert.equal((await service.store.perform(enable)).result, 'applied');
    await receiver.untilAccepted(2);
    assert.deepEqual(receiver.seqs, [2, 3]);
    await until(async () => /^pawstock_webhook_endpoints\{state="active"\} 1$/m.test(await metrics()));
    await until(async () => /^pawstock_webhook_lag_entries 0$/m.test(await metrics()));
    await until(async () => /^pawstock_webhook_lag_seconds 0$/m.test(await metrics()));
  });

  test('410 disables an endpoint at once', async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url);
    receiver.behaviour = 410;
    await change(service, 2);
    await until(async () => webhookState(await endpointIn(service.store)) === 'disabled');
    assert.equal(receiver.requests.length, 1);
    const { cursor, lastAnswer } = await endpointIn(service.store);
    assert.deepEqual([cursor, lastAnswer], [1, '410']);
  });

  test('an endpoint that is removed gets nothing more; one that is added again is another one', async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url);
    await change(service, 1);
    await receiver.untilAccepted(1);
    await service.store.perform(commandAction({ kind: 'webhook.remove', name: 'shop' }));
    await until(
      async () => (await service.store.webhooks()).lease.holder === '',
      () => 'the lease is given up',
    );
    await change(service, 1);
    receiver.secret = await addEndpoint(service.store, receiver.url);
    await change(service, 1);
    await receiver.untilAccepted(2);
    assert.deepEqual(receiver.seqs, [2, 4]);
    assert.deepEqual(receiver.faults, []);
  });

  test('an endpoint that is paused in the middle of a replayed change gets each of its messages once', async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url);
    const perform = (request: ActionRequest) => service.store.perform(commandAction(request));
    await set(service, 1, 0);
    await until(async () => (await endpointIn(service.store)).cursor === 2);
    receiver.behaviour = (response, { type }) => response.writeHead(type === 'inventory.low' ? 500 : 200).end();
    await perform({ kind: 'webhook.replay', name: 'shop', after: 1 });
    await until(async () => (await endpointIn(service.store)).failures > 0);
    await perform({ kind: 'webhook.update', name: 'shop', change: { paused: true } });
    await set(service, 1, 9);
    receiver.behaviour = 200;
    const before = receiver.requests.length;
    await perform({ kind: 'webhook.update', name: 'shop', change: { paused: false } });
    await until(async () => (await endpointIn(service.store)).replayCursor === null);
    assert.deepEqual(
      receiver.requests.slice(before).map(({ type, data }) => `${type} ${data.seq}`),
      ['inventory.changed 3', 'inventory.low 2', 'inventory.out 2'],
    );
  });

  test('a replay that is requested during another one begins where it was told to', async (t) => {
    const { receiver, service } = await start(t);
    await addEndpoint(service.store, receiver.url);
    await change(service, 3);
    await until(async () => (await endpointIn(service.store)).cursor === 4);
    const replay = (after: number) =>
      service.store.perform(commandAction({ kind: 'webhook.replay', name: 'shop', after }));
    const slow = Promise.withResolvers<() => void>();
    receiver.behaviour = (response) => slow.resolve(() => response.end());
    await replay(3);
    const answer = await slow.promise;
    await replay(1);
    receiver.behaviour = 200;
    answer();
    await until(async () => (await endpointIn(service.store)).replayCursor === null);
    assert.deepEqual(receiver.seqs.slice(3), [4, 2, 3, 4]);
  });

  test('a secret is used encrypted, and one that cannot be decrypted counts as a failure that says so', async (t) => {
    const { receiver, service } = await start(t);
    const key = hash('sha256', 'a key of the operator', 'buffer');
    await addEndpoint(service.store, receiver.url, { key });
    await change(service, 1);
    await until(async () => (await endpointIn(service.store)).failures === 1);
    assert.match((await endpointIn(service.store)).lastAnswer ?? '', /Set WEBHOOK_KEY/);
    assert.equal(receiver.requests.length, 0);
  });

  test('endpoints do not take the place of event streams', async (t) => {
    const { receiver, service } = await start(t, { limits: { eventStreamsMax: 1 } });
    await addEndpoint(service.store, receiver.url);
    await change(service, 1);
    await receiver.untilAccepted(1);
    const stream = await service.call('GET', '/v1/inventory/events');
    assert.equal(stream.status, 200);
    assert.match(await (await service.call('GET', '/metrics')).text(), /^pawstock_event_streams 1$/m);
    assert.equal((await service.call('GET', '/v1/inventory/events')).status, 503);
    await stream.body?.cancel();
  });

  test('a service that stops stores how far it was, and gives up the lease', async (t) => {
    const { receiver, service } = await start(t, { limits: { webhookTickMs: 500 } });
    await addEndpoint(service.store, receiver.url);
    await change(service, 1);
    await receiver.untilAccepted(1);
    const slow = Promise.withResolvers<() => void>();
    receiver.behaviour = (response) => slow.resolve(() => response.end());
    await change(service, 1);
    const answer = await slow.promise;
    const stopped = service.stop();
    answer();
    await stopped;
    const { lease } = await service.store.webhooks();
    assert.equal(lease.holder, '');
    assert.equal((await endpointIn(service.store)).cursor, 3);
    assertInOrder(receiver.accepted, 2, 3);
  });
});
