import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reasons } from '../../src/domain/ledger-entry.ts';
import { runScenarios } from '../support/http/scenarios.ts';
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
  const names = 'seq petId kind before after delta status reason note key requestId at';
  for (const entry of entries) {
    assert.equal(Object.keys(entry).join(' '), names);
    assert.match(String(entry['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  const brief = entries.map(({ petId: _, at: __, ...rest }) => Object.values(rest));
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

/** All pages from there. `between` is done before each but the first. */
async function walk(service: TestService, path: string, between = async () => {}): Promise<Page['seqs'][]> {
  const { seqs, next } = await find(service, path);
  if (next === undefined) return [seqs];
  await between();
  return [seqs, ...(await walk(service, next, between))];
}

const hourMs = 3_600_000;

test('any question about the history is answered as a plain filter would, page by page, while it grows', async (t) => {
  let nowMs = Date.parse('2026-03-01T00:00:00Z');
  const service = await startService(t, { now: () => nowMs, pets: [] });
  const till = { authorization: `Bearer ${await createKey(service.store, { name: 'till' })}` };
  const change = async (index: number) => {
    nowMs += (index % 3) * hourMs;
    const petId = 1 + (index % 4);
    const headers = index % 3 === 0 ? till : {};
    // The fourth is removed each time that it is there.
    if (petId === 4 && index % 8 > 4) return service.call('DELETE', '/v1/inventory/4', { headers });
    const body = { quantity: index, status: 'sold' };
    if (index < 5 || petId === 4) return service.call('PUT', `/v1/inventory/${petId}`, { body, headers });
    return service.call('PATCH', `/v1/inventory/${petId}`, {
      body: { quantity: index, reason: reasons[index % 5] },
      headers,
    });
  };
  const ledger = () => service.store.entriesAfter(0, 10_000);
  for (let index = 1; index <= 48; index++) assert.ok((await change(index)).ok);
  const seq = fc.integer({ min: 1, max: 49 });
  const time = fc
    .tuple(fc.constantFrom(...(await ledger()).map(({ atMs }) => atMs)), fc.constantFrom(-1, 0, 1))
    .map(([atMs, ms]) => atMs + ms);
  const limit = fc.integer({ min: 3, max: 20 });
  const filters = fc.record({
    ...{ before: seq, after: seq, sinceMs: time, untilMs: time },
    key: fc.constantFrom('admin', 'till', 'nobody'),
    reason: fc.constantFrom(...reasons),
  });
  type Filters = typeof filters extends fc.Arbitrary<infer T> ? Partial<T> : never;
  const names: readonly (keyof Filters)[] = ['before', 'after', 'sinceMs', 'untilMs', 'key', 'reason'];
  const query = fc
    .tuple(filters, fc.subarray([...names], { maxLength: 3 }))
    .map(([all, chosen]): Filters => Object.fromEntries(chosen.map((name) => [name, all[name]])));
  /** The same moment in each of these forms. */
  const form = fc.constantFrom<(iso: string) => string>(
    (iso) => iso,
    (iso) => iso.toLowerCase(),
    (iso) => new Date(Date.parse(iso) + 2 * hourMs).toISOString().replace('Z', '+02:00'),
  );
  const onePet = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 1 });
  let grown = 48;
  await fc.assert(
    fc.asyncProperty(query, limit, form, onePet, async (asked, perPage, formOf, pet) => {
      const { before, after, sinceMs, untilMs, key, reason } =
        pet === null ? asked : ({ before: asked.before } as Filters);
      const atStart = await ledger();
      const parameters = new URLSearchParams(
        Object.entries({
          limit: perPage,
          ...{ before, after, key, reason },
          since: sinceMs && formOf(new Date(sinceMs).toISOString()),
          until: untilMs && formOf(new Date(untilMs).toISOString()),
        }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      );
      let growths = 0;
      const pages = await walk(
        service,
        `/v1/inventory${pet === null ? '' : `/${pet}`}/history?${parameters}`,
        async () => {
          if (++growths <= 3 && grown < 70) assert.ok((await change(++grown)).ok);
        },
      );
      // What is added is newer than all of a walk that goes back.
      const expected = (after === undefined ? atStart.toReversed() : await ledger()).filter(
        (entry) =>
          entry.seq < (before ?? Number.POSITIVE_INFINITY) &&
          entry.seq > (after ?? 0) &&
          entry.atMs >= (sinceMs ?? 0) &&
          entry.atMs < (untilMs ?? Number.POSITIVE_INFINITY) &&
          (key ?? entry.key) === entry.key &&
          (reason ?? entry.reason) === entry.reason &&
          (pet ?? Number(entry.petId)) === Number(entry.petId),
      );
      assert.deepEqual(
        pages.flat(),
        expected.map((entry) => entry.seq),
        `${parameters}`,
      );
      assert.ok(pages.every(({ length }) => length <= perPage));
    }),
    { numRuns: 60 },
  );
});

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
  // Times are found without looking at all that is newer.
  const { atMs } = (await service.store.entriesAfter(0, 1))[0] ?? { atMs: 0 };
  const before = new Date(atMs - hourMs).toISOString();
  assert.deepEqual(await find(service, `/v1/inventory/history?until=${before}`), { seqs: [], next: undefined });
});
