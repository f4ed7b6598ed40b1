import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

const pets = [1n, 2n, 3n, 4n].map((petId) => ({ petId, quantity: 1 }));

test('details are listed in pages, which Link leads through', async (t) => {
  const service = await startService(t, { pets });
  for (const petId of [1, 2, 4])
    await service.call('PATCH', `/v1/inventory/${petId}/details`, { body: { name: `P${petId}` } });
  const names: unknown[][] = [];
  let path: string | undefined = '/v1/inventory/details?limit=2';

  while (path !== undefined) {
    const page = await service.call('GET', path);
    names.push((JSON.parse(await page.text()) as { name: string }[]).map(({ name }) => name));
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }

  assert.deepEqual(names, [['P1', 'P2'], ['P4']]);
});

test('a scanned barcode', async (t) => {
  const service = await startService(t, { pets });
  const barcode = '036000291452';
  await service.call('PATCH', '/v1/inventory/3/details', { body: { barcode } });
  const find = async (code: string) =>
    (await service.call('GET', `/v1/inventory/details?barcode=${code}`)).json();

  for (const { title, code } of [
    { title: 'finds its pet', code: barcode },
    { title: 'finds its pet without its leading zero', code: '36000291452' },
    { title: 'finds its pet with further leading zeros', code: '00036000291452' },
  ]) {
    await t.test(title, async () => {
      assert.deepEqual(await find(code), [{ petId: 3, name: null, barcode, lowAt: null }]);
    });
  }

  await t.test('finds nothing where no pet has it', async () => {
    assert.deepEqual(await find('36000291453'), []);
  });
});

test('a look-up by barcode that has not changed is answered with 304', async (t) => {
  const service = await startService(t, { pets });

  const path = '/v1/inventory/details?barcode=b1';
  const etag = (await service.call('GET', path)).headers.get('etag') ?? '';
  const again = () => service.call('GET', path, { headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);

  await service.call('PATCH', '/v1/inventory/2/details', { body: { barcode: 'b1' } });

  assert.equal((await again()).status, 200);
});
