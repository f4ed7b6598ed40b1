import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';

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
  const names = 'seq petId kind before after delta status reason note key requestId at reservation';
  for (const entry of entries) {
    assert.equal(Object.keys(entry).join(' '), names);
    assert.match(String(entry['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  const brief = entries.map(({ petId: _, at: __, reservation: ___, ...rest }) => Object.values(rest));
  assert.deepEqual(brief, [
    [1, 'import', null, 10, 10, 'available', null, null, null, null],
    [3, 'set', 10, 12, 2, 'available', 'arrival', 'Fünf "Hamster" 🐹', 'admin', 'request-1'],
    [4, 'adjust', 12, 10, -2, 'available', 'damage', null, 'admin', 'request-1'],
    [5, 'set', 10, 11, 1, 'available', 'count', null, 'admin', 'request-1'],
    [6, 'put', 11, 3, -8, 'pending', null, null, 'admin', 'request-1'],
    [7, 'delete', 3, null, -3, 'pending', null, null, 'admin', 'request-1'],
    [8, 'put', null, 1, 1, 'sold', null, null, 'admin', 'request-1'],
  ]);
  await runScenarios(t, service, [
    ['all pets', 'GET /v1/inventory/history', {}, 200, { 'cache-control': 'private, no-cache', 'x-stability': 'beta' }],
    ['a pet that never was', 'GET /v1/inventory/3/history', {}, '404 pet_not_found'],
    ['no pet', 'GET /v1/inventory/history?petId=01', {}, '400 invalid_query'],
    ['a parameter twice', 'GET /v1/inventory/history?key=a&key=b', {}, '400 invalid_query'],
  ]);
});

type Page = { readonly seqs: number[]; readonly next: string | undefined };

async function find(service: TestService, path: string): Promise<Page> {
  const response = await service.call('GET', path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const seqs = (JSON.parse(text) as Entry[]).map(({ seq }) => seq);
  return { seqs, next: /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
}

/** All pages from this path on. */
async function walk(service: TestService, path: string): Promise<Page['seqs'][]> {
  const { seqs, next } = await find(service, path);
  return next === undefined ? [seqs] : [seqs, ...(await walk(service, next))];
}

test('a page of the history looks at so many entries and no more, and the next goes on from there', async (t) => {
  const pets = Array.from({ length: 2_000 }, (_, index) => ({ petId: BigInt(index), quantity: 1 }));
  const service = await startService(t, { pets, limits: { historyScanEntriesMax: 1_500 } });
  const rows = (from: number, reason: string) =>
    Array.from({ length: 1_000 }, (_, index) => ({ petId: from + index, quantity: 2, reason }));
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 2, reason: 'damage' } });
  for (const petId of [0, 1_000]) await service.call('PATCH', '/v1/inventory', { body: rows(petId, 'count') });
  const query = '/v1/inventory/history?key=admin&reason=damage';
  assert.deepEqual(await find(service, query), { seqs: [], next: `${query}&before=2502` });
  assert.deepEqual(await walk(service, query), [[], [2_001], []]);
  assert.deepEqual(await walk(service, `${query}&after=0`), [[], [2_001], []]);
  // The search for a time skips all newer entries.
  const { atMs } = (await service.store.entriesAfter(0, 1))[0] ?? { atMs: 0 };
  const before = new Date(atMs - 3_600_000).toISOString();
  assert.deepEqual(await find(service, `/v1/inventory/history?until=${before}`), { seqs: [], next: undefined });
});
