import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

type Entry = Record<string, unknown> & { seq: number; delta: number };

test('every road of change leaves one entry, as the ledger promises it', async (t) => {
  const service = await startService(t, {
    pets: [
      { petId: 9007199254740993n, quantity: 10 },
      { petId: 2n, quantity: 1 },
    ],
  });
  const path = '/v1/inventory/9007199254740993';
  const headers = { 'x-request-id': 'request-1' };
  await service.call('PATCH', path, { body: { quantity: 12, reason: 'arrival', note: 'Fünf "Hamster" 🐹' }, headers });
  await service.call('POST', `${path}/adjustments`, { body: { delta: -2, reason: 'damage' }, headers });
  await service.call('PATCH', '/v1/inventory', {
    raw: '[{"petId":9007199254740993,"quantity":11,"reason":"count"}]',
    headers,
  });
  await service.call('PUT', path, { body: { quantity: 3, status: 'pending' }, headers });
  await service.call('DELETE', path, { headers });
  await service.call('PUT', path, { body: { quantity: 1, status: 'sold' }, headers });

  const response = await service.call('GET', `${path}/history`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('link'), null);
  const text = await response.text();
  assert.equal(text.match(/"petId":9007199254740993,/g)?.length, 7);
  const entries = (JSON.parse(text) as Entry[]).reverse();
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  for (const entry of entries) {
    assert.deepEqual(Object.keys(entry), [
      'seq',
      'petId',
      'kind',
      'before',
      'after',
      'delta',
      'status',
      'reason',
      'note',
      'key',
      'requestId',
      'at',
    ]);
    assert.match(String(entry['at']), instant);
  }
  const brief = entries.map(({ seq, kind, before, after, delta, status, reason, note, key, requestId }) => [
    seq,
    kind,
    before,
    after,
    delta,
    status,
    reason,
    note,
    key,
    requestId,
  ]);
  assert.deepEqual(brief, [
    [1, 'import', null, 10, 10, 'available', null, null, null, null],
    [3, 'set', 10, 12, 2, 'available', 'arrival', 'Fünf "Hamster" 🐹', 'admin', 'request-1'],
    [4, 'adjust', 12, 10, -2, 'available', 'damage', null, 'admin', 'request-1'],
    [5, 'set', 10, 11, 1, 'available', 'count', null, 'admin', 'request-1'],
    [6, 'put', 11, 3, -8, 'pending', null, null, 'admin', 'request-1'],
    [7, 'delete', 3, null, -3, 'pending', null, null, 'admin', 'request-1'],
    [8, 'put', null, 1, 1, 'sold', null, null, 'admin', 'request-1'],
  ]);
});

test('history comes in pages, newest first', async (t) => {
  const service = await startService(t);
  for (let quantity = 1; quantity <= 24; quantity++)
    await service.call('PATCH', '/v1/inventory/1', { body: { quantity } });
  const seen: number[] = [];
  let path: string | undefined = '/v1/inventory/1/history?limit=10';
  while (path !== undefined) {
    const response: Response = await service.call('GET', path);
    seen.push(...((await response.json()) as Entry[]).map(({ seq }) => seq));
    path = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    // What is added during the walk is newer than all of it.
    await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 0 } });
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 25 }, (_, index) => 25 - index),
  );
  const bad = ['limit=0', 'limit=1001', 'before=0', 'before=x', 'before=-1'];
  await runScenarios(t, service, [
    ...bad.map(
      (query): Scenario => ({
        name: query,
        method: 'GET',
        path: `/v1/inventory/1/history?${query}`,
        status: 400,
        code: 'invalid_query',
      }),
    ),
    { name: 'before the first', method: 'GET', path: '/v1/inventory/1/history?before=1', status: 200, text: '[]' },
    {
      name: 'a pet that never was',
      method: 'GET',
      path: '/v1/inventory/2/history',
      status: 404,
      code: 'pet_not_found',
    },
  ]);
});
