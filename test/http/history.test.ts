import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService, type TestService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';

type Page = { readonly seqs: number[]; readonly next: string | undefined };

async function find(service: TestService, path: string): Promise<Page> {
  const response = await service.call('GET', path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const seqs = (JSON.parse(text) as { seq: number }[]).map(({ seq }) => seq);
  return { seqs, next: /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
}

/**
 * Reads a history page by page, beginning with the page at `path`. Returns the ledger sequences of
 * each page.
 */
async function walk(service: TestService, path: string): Promise<Page['seqs'][]> {
  const { seqs, next } = await find(service, path);
  return next === undefined ? [seqs] : [seqs, ...(await walk(service, next))];
}

test('a page of the history looks at so many entries and no more, and the next goes on from there', async (t) => {
  const service = await startService(t, {
    pets: numberedPets(2_000, 1),
    limits: { historyScanEntriesMax: 1_500 },
  });
  const rows = (from: number, reason: string) =>
    Array.from({ length: 1_000 }, (_, index) => ({ petId: from + index, quantity: 2, reason }));
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 2, reason: 'damage' } });
  for (const petId of [0, 1_000])
    await service.call('PATCH', '/v1/inventory', { body: rows(petId, 'count') });
  const query = '/v1/inventory/history?key=admin&reason=damage';
  assert.deepEqual(await find(service, query), { seqs: [], next: `${query}&before=2502` });
  assert.deepEqual(await walk(service, query), [[], [2_001], []]);
  assert.deepEqual(await walk(service, `${query}&after=0`), [[], [2_001], []]);
  // A search by time skips all newer ledger entries.
  const { atMs } = (await service.store.entriesAfter(0, 1))[0] ?? { atMs: 0 };
  const before = new Date(atMs - 3_600_000).toISOString();
  assert.deepEqual(await find(service, `/v1/inventory/history?until=${before}`), {
    seqs: [],
    next: undefined,
  });
  for (const bad of ['petId=01', 'key=a&key=b']) {
    assert.equal((await service.call('GET', `/v1/inventory/history?${bad}`)).status, 400, bad);
  }
});
