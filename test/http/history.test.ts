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

test('the history', async (t) => {
  const service = await startService(t, {
    pets: numberedPets(2_000, 1),
    limits: { historyScanEntriesMax: 1_500 },
  });
  const rows = (from: number, reason: string) =>
    Array.from({ length: 1_000 }, (_, index) => ({ petId: from + index, quantity: 2, reason }));
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 2, reason: 'damage' } });
  for (const petId of [0, 1_000])
    await service.call('PATCH', '/v1/inventory', { body: rows(petId, 'count') });
  const damages = '/v1/inventory/history?key=admin&reason=damage';

  await t.test('looks at a limited number of entries for a page', async () => {
    assert.deepEqual(await find(service, damages), { seqs: [], next: `${damages}&before=2502` });
  });

  await t.test('goes on where the last page ended', async () => {
    assert.deepEqual(await walk(service, damages), [[], [2_001], []]);
    assert.deepEqual(await walk(service, `${damages}&after=0`), [[], [2_001], []]);
  });

  await t.test('begins at its time without a look at newer entries', async () => {
    const [first] = await service.store.entriesAfter(0, 1);
    const until = new Date((first?.atMs ?? 0) - 3_600_000).toISOString();

    const page = await find(service, `/v1/inventory/history?until=${until}`);

    assert.deepEqual(page, { seqs: [], next: undefined });
  });

  for (const query of ['petId=01', 'key=a&key=b']) {
    await t.test(`refuses the query ${query}`, async () => {
      const { status } = await service.call('GET', `/v1/inventory/history?${query}`);

      assert.equal(status, 400);
    });
  }
});
