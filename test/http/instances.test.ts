import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { figureOf } from '../support/http/figures.ts';
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

test('after a clock that was ahead, time stands still: reports, the metric and the log say so', async (t) => {
  let nowMs = Date.parse('2026-05-01T08:00:00Z');
  const { one, owner, as } = await startTwo(t, { now: () => nowMs });
  const sell = () => one.call('POST', '/v1/inventory/1/adjustments', { body: { delta: -1, reason: 'sale' } });
  const aheadS = () => figureOf(one, one.secret, 'pawstock_clock_ahead_seconds');
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
