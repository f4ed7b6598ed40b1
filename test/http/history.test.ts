import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

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
    ...bad.map((query): Scenario => [query, `GET /v1/inventory/1/history?${query}`, {}, '400 invalid_query']),
    ['before the first', 'GET /v1/inventory/1/history?before=1', {}, '200 []'],
    ['a pet that never was', 'GET /v1/inventory/2/history', {}, '404 pet_not_found'],
  ]);
});

type Found = { readonly seqs: number[]; readonly next: string | undefined };

async function find(service: TestService, path: string): Promise<Found> {
  const response = await service.call('GET', path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const seqs = (JSON.parse(text) as Entry[]).map(({ seq }) => seq);
  return { seqs, next: /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
}

/** All pages from there, and how many there were. */
async function walk(service: TestService, query: string): Promise<{ seqs: number[]; pages: number }> {
  const seqs: number[] = [];
  let pages = 0;
  for (let path: string | undefined = `/v1/inventory/history?${query}`; path !== undefined; pages++) {
    const found: Found = await find(service, path);
    seqs.push(...found.seqs);
    path = found.next;
  }
  return { seqs, pages };
}

const countDown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

test('the history of all pets has every entry once, newest first', async (t) => {
  const service = await startService(t, { pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: 1 })) });
  await service.call('PATCH', '/v1/inventory/2', { body: { quantity: 5, reason: 'sale', note: 'two' } });
  await service.call('DELETE', '/v1/inventory/3');
  const response = await service.call('GET', '/v1/inventory/history');
  assert.equal(response.headers.get('cache-control'), 'private, no-cache');
  assert.equal(response.headers.get('x-stability'), 'beta');
  const [removed, sold, ...imports] = (await response.json()) as Entry[];
  assert.deepEqual([removed?.seq, removed?.['kind'], removed?.['petId']], [5, 'delete', 3]);
  assert.deepEqual([sold?.seq, sold?.['reason'], sold?.['note'], sold?.['key']], [4, 'sale', 'two', 'admin']);
  assert.deepEqual(
    imports.map(({ seq }) => seq),
    [3, 2, 1],
  );
  assert.deepEqual(await find(service, '/v1/inventory/history?limit=2'), {
    seqs: [5, 4],
    next: '/v1/inventory/history?limit=2&before=4',
  });
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    const { seqs, pages } = await walk(service, `limit=${limit}`);
    assert.deepEqual(seqs, [5, 4, 3, 2, 1]);
    assert.equal(pages, Math.ceil(5 / limit), 'the last page has no link');
  }
  assert.deepEqual(await find(service, '/v1/inventory/history?before=1'), { seqs: [], next: undefined });
  const queries = ['limit=0', 'limit=1001', 'before=0', 'before=x', 'since=yesterday', 'until=2026-02-30T00:00:00Z'];
  const more = [
    'since=2026-01-01',
    'since=2026-01-01T00:00:00+01:00',
    'key=',
    'key=a%20b',
    'reason=theft',
    'key=a&key=b',
    'sicne=2026-01-01T00:00:00Z',
  ];
  await runScenarios(
    t,
    service,
    [...queries, ...more].map(
      (query): Scenario => [query, `GET /v1/inventory/history?${query}`, {}, '400 invalid_query'],
    ),
  );
});

test('the history of all pets can be narrowed by time, key and reason', async (t) => {
  const startMs = Date.parse('2026-03-01T00:00:00Z');
  let nowMs = startMs;
  const service = await startService(t, { now: () => nowMs, pets: [] });
  const till = { authorization: `Bearer ${await createKey(service.store, { name: 'till' })}` };
  // An hour apart: entry n is made n hours after the start.
  for (let seq = 1; seq <= 48; seq++) {
    nowMs = startMs + seq * 3_600_000;
    const status = seq % 2 === 0 ? 'sold' : 'pending';
    const headers = seq % 3 === 0 ? till : {};
    if (seq <= 2) await service.call('PUT', `/v1/inventory/${seq}`, { body: { quantity: 1, status }, headers });
    else
      await service.call('POST', '/v1/inventory/1/adjustments', {
        body: { delta: 1, ...(seq % 4 === 0 ? { reason: 'sale' } : {}) },
        headers,
      });
  }
  const seqs = async (query: string) => (await walk(service, query)).seqs;
  assert.deepEqual(await seqs('since=2026-03-01T10:00:00Z&until=2026-03-01T14:00:00Z'), [13, 12, 11, 10]);
  assert.deepEqual(await seqs('since=2026-03-01T12:00:00%2B02:00&until=2026-03-01T14:00:00.000Z'), [13, 12, 11, 10]);
  assert.deepEqual(await seqs('since=2026-03-01t10:00:00z&until=2026-03-01t15:00:00%2b01:00'), [13, 12, 11, 10]);
  assert.deepEqual(await seqs('since=2026-03-02T20:30:00Z'), countDown(48, 45));
  assert.deepEqual(await seqs('until=2026-03-01T03:00:00Z'), [2, 1]);
  assert.deepEqual(await seqs('until=2020-01-01T00:00:00Z'), []);
  assert.deepEqual(await seqs('since=2030-01-01T00:00:00Z'), []);
  assert.deepEqual(await seqs('since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z'), []);
  assert.deepEqual(
    await seqs('key=till&limit=5'),
    countDown(48, 1).filter((seq) => seq % 3 === 0),
  );
  assert.deepEqual(await seqs('key=nobody'), []);
  assert.deepEqual(
    await seqs('reason=sale&limit=1'),
    countDown(48, 3).filter((seq) => seq % 4 === 0),
  );
  assert.deepEqual(await seqs('reason=sale&key=till&before=48&since=2026-03-01T12:00:00Z'), [36, 24, 12]);
});

test('a clock that is wrong for a while hides no change, and is counted', async (t) => {
  const today = Date.parse('2026-03-01T12:00:00Z');
  const clock = { nowMs: today };
  const service = await startService(t, { now: () => clock.nowMs, pets: [] });
  const change = async (nowMs: number) => {
    clock.nowMs = nowMs;
    const body = { quantity: 1, status: 'sold' };
    assert.ok((await service.call('PUT', '/v1/inventory/1', { body })).ok);
  };
  const stepsBack = async () =>
    /^pawstock_clock_steps_back_total (\d+)$/m.exec(await (await service.call('GET', '/metrics')).text())?.[1];
  const minute = 60_000;
  for (const minutes of [0, 1, 2]) await change(today + minutes * minute);
  assert.equal(await stepsBack(), '0');
  for (const minutes of [0, 1, 2]) await change(Date.parse('2020-01-01T00:00:00Z') + minutes * minute);
  assert.equal(await stepsBack(), '1', 'once, however many changes are made meanwhile');
  await change(today + 3 * minute);
  await change(today + 2.5 * minute);
  assert.equal(await stepsBack(), '1', 'half a minute is no step');
  const entries = await service.store.entriesAfter(0, 100);
  assert.deepEqual(
    entries.map(({ atMs }) => (atMs - today) / minute),
    [0, 1, 2, 2, 2, 2, 3, 3],
  );
  const seqs = async (query: string) => (await walk(service, query)).seqs;
  const at = (minutes: number) => new Date(today + minutes * minute).toISOString();
  assert.deepEqual(await seqs(`since=${at(0)}`), countDown(8, 1));
  assert.deepEqual(await seqs('until=2021-01-01T00:00:00Z'), []);

  const yearAhead = 365 * 24 * 60;
  await change(today + yearAhead * minute);
  await change(today + 5 * minute);
  assert.equal(await stepsBack(), '2');
  assert.deepEqual(await seqs(`since=${at(2)}&until=${at(3)}`), [6, 5, 4, 3]);
  assert.deepEqual(await seqs(`until=${at(yearAhead)}`), countDown(8, 1));
  assert.deepEqual(await seqs(`since=${at(4)}`), [10, 9]);
});

test('a page of the history looks at so many entries and no more, and the next goes on from there', async (t) => {
  const pets = Array.from({ length: 12_000 }, (_, index) => ({ petId: BigInt(index), quantity: 1 }));
  const service = await startService(t, { pets });
  const rows = (from: number, reason: string) =>
    Array.from({ length: 1_000 }, (_, index) => ({ petId: from + index, quantity: 2, reason }));
  const edit = (petId: number, reason: string) => service.call('PATCH', '/v1/inventory', { body: rows(petId, reason) });
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 2, reason: 'damage' } });
  for (let petId = 0; petId < 12_000; petId += 1_000) await edit(petId, 'count');
  // A reason alone, or a key alone, is found at once, however many entries are newer.
  assert.deepEqual(await find(service, '/v1/inventory/history?reason=damage'), { seqs: [12_001], next: undefined });
  assert.deepEqual(await find(service, '/v1/inventory/history?reason=damage&after=0'), {
    seqs: [12_001],
    next: undefined,
  });
  assert.deepEqual(await find(service, '/v1/inventory/history?reason=sale'), { seqs: [], next: undefined });
  assert.deepEqual(await find(service, '/v1/inventory/history?key=nobody'), { seqs: [], next: undefined });
  // Of a key with many entries, those with a reason are looked for page by page.
  const query = '/v1/inventory/history?key=admin&reason=damage';
  const first = await find(service, query);
  assert.deepEqual(first, { seqs: [], next: `${query}&before=19002` });
  assert.deepEqual(await walk(service, 'key=admin&reason=damage'), { seqs: [12_001], pages: 3 });
  // Times are found without looking at all that is newer.
  const { atMs } = (await service.store.entriesAfter(0, 1))[0] ?? { atMs: 0 };
  const before = new Date(atMs - 3_600_000).toISOString();
  assert.deepEqual(await find(service, `/v1/inventory/history?until=${before}`), { seqs: [], next: undefined });
  assert.deepEqual(await walk(service, 'limit=1000'), { seqs: countDown(24_001, 1), pages: 25 });
});

test('the history of all pets can be followed from anywhere, oldest first', async (t) => {
  const service = await startService(t, { pets: [] });
  const add = (petId: number) =>
    service.call('PUT', `/v1/inventory/${petId}`, { body: { quantity: 1, status: 'sold' } });
  for (let petId = 1; petId <= 7; petId++) await add(petId);
  assert.deepEqual(await find(service, '/v1/inventory/history?after=2&limit=3'), {
    seqs: [3, 4, 5],
    next: '/v1/inventory/history?after=5&limit=3',
  });
  for (const limit of [1, 2, 3, 7, 8]) {
    assert.deepEqual((await walk(service, `after=0&limit=${limit}`)).seqs, [1, 2, 3, 4, 5, 6, 7]);
  }
  assert.deepEqual(await find(service, '/v1/inventory/history?after=7'), { seqs: [], next: undefined });
  await add(8);
  assert.deepEqual(await find(service, '/v1/inventory/history?after=7'), { seqs: [8], next: undefined });
  assert.deepEqual((await walk(service, 'after=2&before=6&limit=2')).seqs, [3, 4, 5]);
  assert.deepEqual((await walk(service, 'after=3&key=admin&limit=2')).seqs, [4, 5, 6, 7, 8]);
  assert.deepEqual((await walk(service, 'after=0&until=2020-01-01T00:00:00Z')).seqs, []);
});
