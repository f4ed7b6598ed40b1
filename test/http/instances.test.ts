import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { endpointIn, quickLimits } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

/** What is changed through one instance holds on every other one from the response on. */

const settings = { WEBHOOK_NETWORKS: '127.0.0.0/8' };
/**
 * Instances look at the store so rarely that only the request itself can tell them of a change. No instance takes over the
 * lease of one that is slow, which would send messages again.
 */
const limits = { ...quickLimits, webhookTickMs: 300, webhookLeaseMs: 60_000, endedKeysMax: 3 };

async function startTwo(t: TestContext, options: { readonly now?: () => number } = {}) {
  const one = await startService(t, { ...options, settings, limits });
  const { secret, database: DATABASE_URL } = one;
  const more = { ...options, secret, limits, pets: [] };
  const two = await startService(t, { ...more, settings: { ...settings, DATABASE_URL } });
  const owner = await createKey(one.store, { name: 'owner', scope: 'owner' });
  const as = async (service: TestService, key: string, method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await service.call(method, `/v1${path}`, { headers, body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { one, two, owner, as };
}

test('a revoked key is refused by an idle instance, although its row has been deleted meanwhile', async (t) => {
  const { one, two, owner, as } = await startTwo(t);
  const leaked = await createKey(one.store, { name: 'leaked', scope: 'write' });
  const lasting = await createKey(one.store, { name: 'lasting', scope: 'write' });
  assert.equal((await as(two, leaked, 'GET', '/key')).status, 200);
  assert.equal((await as(one, owner, 'DELETE', '/keys/leaked')).status, 204);
  for (let more = 0; more <= limits.endedKeysMax; more++) {
    assert.equal((await as(one, owner, 'POST', '/keys', { name: 'next' })).status, 201);
    assert.equal((await as(one, owner, 'DELETE', '/keys/next')).status, 204);
  }
  const names = ((await as(one, owner, 'GET', '/keys')).body as { name: string }[]).map(({ name }) => name);
  assert.ok(!names.includes('leaked'), 'it is deleted');
  assert.equal((await as(two, leaked, 'PATCH', '/inventory/1', { quantity: 1 })).status, 401);
  assert.equal((await as(two, leaked, 'GET', '/key')).status, 401);
  assert.equal((await as(two, lasting, 'GET', '/key')).status, 200, 'other keys stay');
});

test('a paused endpoint gets no later change, whichever instance delivers, and all of them once when it resumes', async (t) => {
  const { one, two, owner, as } = await startTwo(t);
  const receiver = await Receiver.start(t);
  const pause = async (service: TestService, paused: boolean) =>
    assert.equal((await as(service, owner, 'PATCH', '/webhooks/shop', { paused })).status, 200);
  const sell = (service: TestService) =>
    service.call('POST', '/v1/inventory/1/adjustments', { body: { delta: -1, reason: 'sale' } });
  await as(one, owner, 'POST', '/webhooks', { name: 'shop', url: receiver.url, events: ['changed'] });
  await sell(one);
  await receiver.untilAccepted(1);
  for (const [index, service] of [one, two].entries()) {
    await pause(service, true);
    await sell(one);
    await sell(two);
    assert.equal(receiver.requests.length, 1 + 2 * index);
    await pause(two, false);
    await receiver.untilAccepted(3 + 2 * index);
  }
  assert.deepEqual(receiver.seqs, [2, 3, 4, 5, 6]);
});

test('an instance that stops stores how far it has come with an endpoint that was changed a moment ago', async (t) => {
  const { one, two, owner, as } = await startTwo(t);
  const receiver = await Receiver.start(t);
  await as(one, owner, 'POST', '/webhooks', { name: 'shop', url: receiver.url, events: ['changed'] });
  await one.call('PATCH', '/v1/inventory/1', { body: { quantity: 9 } });
  await receiver.untilAccepted(1);
  assert.equal((await as(two, owner, 'PATCH', '/webhooks/shop', { low: 7 })).status, 200);
  // The second instance delivers from now on, whichever did so before.
  await one.stop();
  await two.call('PATCH', '/v1/inventory/1', { body: { quantity: 8 } });
  await receiver.untilAccepted(2);
  await until(async () => (await endpointIn(two.store)).cursor === 3);
  assert.deepEqual(receiver.seqs, [2, 3]);
});

test('a rotation without an overlap ends the old secret, although the clock was ahead before', async (t) => {
  const realMs = Date.now();
  let nowMs = realMs + 3_600_000;
  const { one, owner, as } = await startTwo(t, { now: () => nowMs });
  const receiver = await Receiver.start(t);
  const endpoint = { name: 'shop', url: receiver.url, events: ['changed'] };
  const old = (await as(one, owner, 'POST', '/webhooks', endpoint)).body.secret;
  nowMs = realMs;
  const { secret } = (await as(one, owner, 'POST', '/webhooks/shop/rotation', { overlap: 0 })).body;
  const change = async (quantity: number) =>
    assert.equal((await one.call('PATCH', '/v1/inventory/1', { body: { quantity } })).status, 200);
  receiver.secret = old;
  await change(0);
  await receiver.untilAccepted(1);
  const { faults, requests } = receiver;
  assert.equal(faults.length, requests.length, 'no message matches the old secret, however often it is sent');
  receiver.secret = secret;
  faults.length = 0;
  await change(1);
  await receiver.untilAccepted(2);
  assert.deepEqual(faults, [], 'every message matches the new one');
});

test('a clock that goes back brings nothing back: neither a reservation, a key nor an idempotency record', async (t) => {
  let nowMs = Date.parse('2026-05-01T08:00:00Z');
  const { one, two, owner, as } = await startTwo(t, { now: () => nowMs });
  const reserve = (service: TestService, id: string, quantity: number) =>
    as(service, owner, 'PUT', `/reservations/${id}`, { items: [{ petId: 1, quantity }], expiresIn: 60 });
  assert.equal((await reserve(one, 'first', 10)).status, 201);
  const brief = (await as(one, owner, 'POST', '/keys', { name: 'brief', expiresIn: 60 })).body.secret;
  const adjust = (key: string) =>
    one.call('POST', '/v1/inventory/1/adjustments', { body: { delta: 1 }, headers: { 'idempotency-key': key } });
  await adjust('a');
  nowMs += 61_000;
  assert.equal((await reserve(two, 'second', 10)).status, 201);
  nowMs -= 50_000;
  for (const service of [one, two]) {
    for (const [id, state] of Object.entries({ first: 'expired', second: 'active' })) {
      assert.equal((await as(service, owner, 'GET', `/reservations/${id}`)).body.state, state);
    }
    const [reserved] = (await as(service, owner, 'GET', '/inventory/reserved')).body;
    assert.equal(reserved.reserved, 10);
    assert.equal((await as(service, brief, 'GET', '/key')).status, 401, 'the key has expired');
  }
  nowMs += 24 * 3_600_000;
  assert.equal((await adjust('b')).status, 200);
  nowMs -= 3_600_000;
  assert.equal((await adjust('a')).headers.get('idempotent-replayed'), null, 'forgotten is forgotten');
  const revoked = await one.store.perform(commandAction({ kind: 'key.revoke', name: 'brief' }));
  assert.equal(revoked.result, 'refused');
});

test('after a clock that was ahead, time stands still: reports, the metric and the log say so', async (t) => {
  let nowMs = Date.parse('2026-05-01T08:00:00Z');
  const { one, owner, as } = await startTwo(t, { now: () => nowMs });
  const sell = () => one.call('POST', '/v1/inventory/1/adjustments', { body: { delta: -1, reason: 'sale' } });
  const aheadS = async () => {
    const figures = await (await one.call('GET', '/metrics')).text();
    return Number(/^pawstock_clock_ahead_seconds (\S+)$/m.exec(figures)?.[1]);
  };
  await sell();
  assert.equal(await aheadS(), 0);
  nowMs += 3 * 86_400_000;
  await sell();
  nowMs -= 3 * 86_400_000;
  await sell();
  assert.equal(await aheadS(), 3 * 86_400);
  const [last, before] = (await as(one, owner, 'GET', '/inventory/history')).body as { at: string }[];
  assert.deepEqual([last?.at, before?.at], ['2026-05-04T08:00:00.000Z', '2026-05-04T08:00:00.000Z']);
  assert.equal((await as(one, owner, 'GET', '/inventory/report')).body.totals.sold, 3);
});
