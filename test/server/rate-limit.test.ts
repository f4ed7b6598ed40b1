import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { assertError } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

test('each key has its own quota, told in every answer and refilled by time', async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { settings: { RATE_LIMIT: '3' }, now: () => nowMs });
  const own = { authorization: `Bearer ${await createKey(service.store, { rateLimit: 1 })}` };
  const list = (headers: Record<string, string> = {}, path = '/v1/inventory') => service.call('GET', path, { headers });

  for (const left of [2, 1, 0]) {
    const response = await list();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('ratelimit-policy'), '"key";q=3;w=1');
    assert.equal(response.headers.get('ratelimit'), `"key";r=${left};t=1`);
  }
  const refused = await list();
  assertError(refused, await refused.text(), 'rate_limited');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('ratelimit'), '"key";r=0;t=1');
  assert.equal(refused.headers.get('ratelimit-policy'), '"key";q=3;w=1');

  assert.equal((await list(own)).status, 200, "another key's quota is its own");
  assert.equal((await list(own)).headers.get('ratelimit-policy'), '"key";q=1;w=1');
  nowMs += 334;
  assert.equal((await list()).status, 200, 'a third of a second is one request');
  assert.equal((await list()).status, 429);
  nowMs += 60_000;
  assert.equal(
    (await list({}, '/v1/nothing')).headers.get('ratelimit'),
    '"key";r=2;t=1',
    'errors count, and quota does not pile up',
  );
});

test('requests without a valid key spend nobody’s quota', async (t) => {
  const service = await startService(t, { settings: { RATE_LIMIT: '1' }, now: () => 1_800_000_000_000 });
  for (const authorization of ['', `Bearer ${newSecret()}`, `Basic ${service.secret}`, service.secret]) {
    const response = await service.call('GET', '/v1/inventory', { headers: { authorization } });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('ratelimit'), null);
  }
  assert.equal((await service.call('GET', '/v1/inventory')).status, 200);
});

test('a key and its successor share one quota for as long as both are valid', async (t) => {
  const nowMs = Date.now();
  const service = await startService(t, { settings: { RATE_LIMIT: '4' }, now: () => nowMs });
  const successor = newSecret();
  const key = { id: 'successor', name: 'admin', digest: digestOf(successor), overlapMs: 60_000 };
  await service.store.perform(commandAction({ kind: 'key.rotate', ...key }));
  const statuses: number[] = [];
  for (const secret of [service.secret, successor, service.secret, successor, service.secret, successor]) {
    const headers = { authorization: `Bearer ${secret}` };
    statuses.push((await service.call('GET', '/v1/inventory', { headers })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
});

test('/metrics counts, too', async (t) => {
  const nowMs = Date.now();
  const service = await startService(t, { settings: { RATE_LIMIT: '2' }, now: () => nowMs });
  const status = async (path: string) => (await service.call('GET', path)).status;
  assert.equal(await status('/metrics'), 200);
  assert.equal(await status('/v1/inventory'), 200);
  const refused = await service.call('GET', '/metrics');
  assertError(refused, await refused.text(), 'rate_limited');
  assert.equal(refused.status, 429);
  assert.equal(await status('/v1/inventory'), 429);
});
