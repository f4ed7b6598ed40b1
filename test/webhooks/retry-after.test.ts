import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from '../../src/webhooks/retry-after.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import {
  addEndpoint,
  changeBeside,
  endpointIn,
  quickLimits,
} from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const nowMs = Date.parse('2026-01-31T09:30:00Z');

const taken = [
  { title: 'seconds', status: 503, text: '120', ms: 120_000 },
  { title: 'seconds between spaces', status: 429, text: ' 0 ', ms: 0 },
  { title: 'a date', status: 503, text: 'Sat, 31 Jan 2026 10:30:00 GMT', ms: 3_600_000 },
  { title: 'a date that has passed', status: 503, text: 'Sat, 31 Jan 2026 08:30:00 GMT', ms: 0 },
];
for (const { title, status, text, ms } of taken) {
  test(`a Retry-After in ${title} asks for a pause`, () => {
    assert.equal(retryAfterMs(status, text, nowMs), ms);
  });
}

for (const text of [undefined, '', 'soon', '-1', '1.5', '2026-01-31T10:30:00Z']) {
  test(`${text === undefined ? 'no' : `“${text}” as a`} Retry-After asks for nothing`, () => {
    assert.equal(retryAfterMs(503, text, nowMs), null);
  });
}

test('a Retry-After of another status asks for nothing', () => {
  assert.equal(retryAfterMs(500, '120', nowMs), null);
});

for (const status of [429, 503]) {
  test(`a receiver that answers ${status} is left alone for as long as it asks`, async (t) => {
    const clock = { nowMs };
    const receiver = await Receiver.start(t);
    const service = await startService(t, { now: () => clock.nowMs, limits: quickLimits });
    await addEndpoint(service.store, receiver.url);
    receiver.behaviour = (response) => response.writeHead(status, { 'retry-after': '7200' }).end();
    await changeBeside(service.store, 1);
    await until(async () => (await endpointIn(service.store)).failures === 1);
    const { nextAttemptAtMs } = await endpointIn(service.store);
    assert.equal(nextAttemptAtMs, nowMs + 7_200_000);
    receiver.behaviour = 200;
    clock.nowMs = nowMs + 7_200_000;
    await receiver.untilAccepted(1);
  });
}

test('a clock that is set back during a pause does not make the pause longer', async (t) => {
  const clock = { nowMs };
  const receiver = await Receiver.start(t);
  const limits = { ...quickLimits, webhookPauseMinMs: 500 };
  const service = await startService(t, { now: () => clock.nowMs, limits });
  await addEndpoint(service.store, receiver.url);
  receiver.behaviour = 503;
  await changeBeside(service.store, 1);
  await until(async () => (await endpointIn(service.store)).failures === 1);
  receiver.behaviour = 200;
  // The clock goes on for 400 ms, goes back by 300 ms, and then stands still.
  clock.nowMs += 100;
  await receiver.untilAccepted(1);
});
