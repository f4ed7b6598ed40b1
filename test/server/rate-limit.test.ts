import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { assertError } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** A service with a quota of three requests a second, and a clock that the test sets. */
async function startWithQuota(t: TestContext) {
  const clock = { nowMs: Date.now() };
  const service = await startService(t, {
    settings: { RATE_LIMIT: '3' },
    now: () => clock.nowMs,
  });
  return { clock, service };
}

function get(service: TestService, secret = service.secret, path = '/v1/inventory') {
  return service.call('GET', path, { headers: { authorization: `Bearer ${secret}` } });
}

async function statusFor(service: TestService, secret = service.secret): Promise<number> {
  const response = await get(service, secret);
  await response.body?.cancel();
  return response.status;
}

async function useUp(service: TestService): Promise<void> {
  for (let request = 0; request < 3; request++) assert.equal(await statusFor(service), 200);
}

test('every response tells the quota of its key', async (t) => {
  const { service } = await startWithQuota(t);
  for (const left of [2, 1, 0]) {
    const { status, headers } = await get(service);
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"key";q=3;w=1');
    assert.equal(headers.get('ratelimit'), `"key";r=${left};t=1`);
  }
});

test('an unknown key has no quota', async (t) => {
  const { service } = await startWithQuota(t);
  const { headers } = await get(service, newSecret());
  assert.equal(headers.get('ratelimit'), null);
});

for (const path of ['/v1/inventory', '/metrics']) {
  test(`a request past the quota is refused (${path})`, async (t) => {
    const { service } = await startWithQuota(t);
    await useUp(service);
    const refused = await get(service, service.secret, path);
    assertError(refused, await refused.text(), { code: 'rate_limited' });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(refused.headers.get('ratelimit'), '"key";r=0;t=1');
    assert.equal(refused.headers.get('ratelimit-policy'), '"key";q=3;w=1');
  });
}

test('a key may have a quota of its own', async (t) => {
  const { service } = await startWithQuota(t);
  await useUp(service);
  const slow = await createKey(service.store, { rateLimit: 1 });
  const first = await get(service, slow, '/v1/key');
  assert.equal(first.headers.get('ratelimit'), '"key";r=0;t=1');
  assert.partialDeepStrictEqual(await first.json(), { rateLimit: 1 });
  assert.equal(await statusFor(service, slow), 429);
});

test('time refills the quota by one request after another', async (t) => {
  const { clock, service } = await startWithQuota(t);
  await useUp(service);
  clock.nowMs += 334;
  assert.equal(await statusFor(service), 200, 'after a third of a second');
  assert.equal(await statusFor(service), 429, 'for a second request');
});

test('an unused quota does not pile up', async (t) => {
  const { clock, service } = await startWithQuota(t);
  await useUp(service);
  clock.nowMs += 60_000;
  const { headers } = await get(service);
  assert.equal(headers.get('ratelimit'), '"key";r=2;t=1');
});

test('requests that end in an error count', async (t) => {
  const { service } = await startWithQuota(t);
  const { status, headers } = await get(service, service.secret, '/v1/nothing');
  assert.equal(status, 404);
  assert.equal(headers.get('ratelimit'), '"key";r=2;t=1');
});

test('a key and its successor share a quota', async (t) => {
  const { service } = await startWithQuota(t);
  const successor = newSecret();
  const key = { name: 'admin', digest: digestOf(successor), overlapMs: 60_000 };
  await service.store.perform(commandAction({ kind: 'key.rotate', ...key }));

  assert.equal(await statusFor(service), 200, 'the first request');
  const metrics = await get(service, successor, '/metrics');
  assert.equal(metrics.headers.get('ratelimit'), '"key";r=1;t=1');
  const own = await get(service, successor, '/v1/key');
  assert.partialDeepStrictEqual(await own.json(), { rateLimit: 3 });

  assert.equal(await statusFor(service), 429);
  assert.equal(await statusFor(service, successor), 429);
});
