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
  const call = (secret = service.secret, path = '/v1/inventory') =>
    service.call('GET', path, { headers: { authorization: `Bearer ${secret}` } });
  for (const left of [2, 1, 0]) {
    assert.equal((await call(newSecret())).headers.get('ratelimit'), null);
    const response = await call();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('ratelimit-policy'), '"key";q=3;w=1');
    assert.equal(response.headers.get('ratelimit'), `"key";r=${left};t=1`);
  }
  for (const path of ['/v1/inventory', '/metrics']) {
    const refused = await call(service.secret, path);
    assertError(refused, await refused.text(), { code: 'rate_limited' });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(refused.headers.get('ratelimit'), '"key";r=0;t=1');
    assert.equal(refused.headers.get('ratelimit-policy'), '"key";q=3;w=1');
  }
  const own = await createKey(service.store, { rateLimit: 1 });
  const first = await call(own, '/v1/key');
  assert.equal(first.headers.get('ratelimit'), '"key";r=0;t=1', "another key's quota is its own");
  assert.equal(((await first.json()) as { rateLimit: number }).rateLimit, 1);
  assert.equal((await call(own)).status, 429);
  nowMs += 334;
  assert.equal((await call()).status, 200, 'a third of a second is one request');
  assert.equal((await call()).status, 429);
  nowMs += 60_000;
  const error = await call(service.secret, '/v1/nothing');
  assert.equal(
    error.headers.get('ratelimit'),
    '"key";r=2;t=1',
    'errors count, and quota does not pile up',
  );

  const successor = newSecret();
  const key = { name: 'admin', digest: digestOf(successor), overlapMs: 60_000 };
  await service.store.perform(commandAction({ kind: 'key.rotate', ...key }));
  const metrics = await call(successor, '/metrics');
  assert.equal(
    metrics.headers.get('ratelimit'),
    '"key";r=1;t=1',
    'a key and its successor share one',
  );
  assert.equal(
    ((await (await call(successor, '/v1/key')).json()) as { rateLimit: number }).rateLimit,
    3,
  );
  assert.deepEqual([(await call()).status, (await call(successor)).status], [429, 429]);
});
