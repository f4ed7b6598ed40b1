import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Details, noDetails } from '../../src/domain/pet-details.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';

const list = '/v1/inventory/details';
const detailsOf = (petId: bigint | number | string) => `/v1/inventory/${petId}/details`;
const listed = async (service: TestService) => (await service.call('GET', list)).text();
type Row = { readonly petId: number } & Details;

test('details are set, changed and cleared one by one, and the stock knows nothing of them', async (t) => {
  const pets = [1n, -(2n ** 63n), 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  const stock = async () => [
    await (await service.call('GET', '/v1/inventory')).text(),
    (await service.call('GET', '/v1/inventory/1')).headers.get('etag'),
    await (await service.call('GET', '/v1/inventory/history')).text(),
  ];
  const before = await stock();
  const patch = `PATCH ${detailsOf(1)}`;
  const headers = { 'cache-control': 'no-store', 'x-stability': 'beta', etag: null };
  await runScenarios(t, service, [
    ['none yet', `GET ${list}`, {}, '200 []', { etag: 'W/"0"' }],
    ['none yet', `GET ${detailsOf(1)}`, {}, '200 {"petId":1,"name":null,"barcode":null,"lowAt":null}', headers],
    [
      'every digit',
      `PATCH ${detailsOf(2n ** 63n - 1n)}`,
      { body: { name: 'Zoë 🐈‍⬛' } },
      '200 {"petId":9223372036854775807,"name":"Zoë 🐈‍⬛","barcode":null,"lowAt":null}',
      headers,
    ],
    ['a level', `PATCH ${detailsOf(-(2n ** 63n))}`, { raw: '{"lowAt":0.0}' }, 200],
    ['all at once', patch, { body: { name: 'Rex', barcode: '4006381333931', lowAt: 3 } }, 200],
    ['the same', patch, { body: { name: 'Rex' } }, 200],
    [
      'ascending',
      `GET ${list}`,
      {},
      '200 [{"petId":-9223372036854775808,"name":null,"barcode":null,"lowAt":0},{"petId":1,"name":"Rex","barcode":"4006381333931","lowAt":3},{"petId":9223372036854775807,"name":"Zoë 🐈‍⬛","barcode":null,"lowAt":null}]',
      { etag: 'W/"3"', 'cache-control': 'private, no-cache', 'content-type': 'application/json' },
    ],
    ['known', `GET ${list}`, { headers: { 'if-none-match': 'W/"3"' } }, '304 '],
    ['no body', `HEAD ${list}`, {}, '200 ', { etag: 'W/"3"' }],
    ['no body', `HEAD ${detailsOf(1)}`, {}, '200 '],
    ['cleared', patch, { body: noDetails }, '200 {"petId":1,"name":null,"barcode":null,"lowAt":null}'],
    ['news', `GET ${list}`, { headers: { 'if-none-match': 'W/"3"' } }, 200],
  ]);
  assert.equal((JSON.parse(await listed(service)) as Row[]).length, 2, 'a pet without any is not listed');
  assert.deepEqual(await stock(), before);
});

test('what a name, a barcode and a level may be', async (t) => {
  const service = await startService(t);
  const good: Partial<Row>[] = [
    ...[' x ', 'x'.repeat(200), '🐹'.repeat(200), '\u200d', "'; drop table pet_details; --"].map((name) => ({ name })),
    ...['!', '~', 'x'.repeat(64), '0001', '=1+1', '"\\'].map((barcode) => ({ barcode })),
    ...[0, 9007199254740991].map((lowAt) => ({ lowAt })),
  ];
  for (const body of good) {
    const response = await service.call('PATCH', detailsOf(1), { body });
    assert.equal(response.status, 200, JSON.stringify(body));
    const [row] = JSON.parse(await listed(service)) as Row[];
    assert.deepEqual({ ...row, ...body }, row, JSON.stringify(body));
  }
  const before = await listed(service);
  const patch = `PATCH ${detailsOf(1)}`;
  const bad = [
    ...['', ' ', '\u00a0\u2028', 'x'.repeat(201), 'a\nb', '\t', '\0', '\u009f', 5, true, ['Rex'], {}].map((name) => ({
      name,
    })),
    ...['', ' ', 'a b', 'x'.repeat(65), 'ä', '\n', 5, ['1'], {}].map((barcode) => ({ barcode })),
    ...[-1, 1.5, '3', true, 9007199254740992, {}].map((lowAt) => ({ lowAt })),
  ];
  await runScenarios(t, service, [
    ...bad.map((body): Scenario => [JSON.stringify(body).slice(0, 30), patch, { body }, '400 invalid_value']),
    ['half a character', patch, { raw: '{"name":"\\ud83d"}' }, '400 invalid_value'],
    ['nothing', patch, { body: {} }, '400 invalid_value'],
  ]);
  assert.equal(await listed(service), before, 'nothing was changed');
});

test('who may change what, and what is where', async (t) => {
  const service = await startService(t, { pets: [1n, 3n].map((petId) => ({ petId, quantity: 1 })) });
  const body = { name: 'Rex' };
  const patch = `PATCH ${detailsOf(1)}`;
  await runScenarios(t, service, [
    ['no petId', `PATCH ${detailsOf('007')}`, { body }, '400 invalid_pet_id'],
    ['no petId', `GET ${detailsOf('details')}`, {}, '400 invalid_pet_id'],
    ['no such parameter', `GET ${list}?limit=1`, {}, '400 invalid_query'],
    ['no such parameter', `GET ${detailsOf(1)}?x`, {}, '400 invalid_query'],
    ['named', patch, { body }, 200],
    ['none', patch, { headers: { 'if-none-match': '*' }, body }, '400 invalid_header'],
    ["another pet's barcode", `PATCH ${detailsOf(3)}`, { body: { barcode: 'A' } }, 200],
    ["another pet's barcode", patch, { body: { barcode: 'A' } }, '409 barcode_taken'],
    ['a pet takes its details along', 'DELETE /v1/inventory/3', {}, 204],
    ['which gives its barcode back', patch, { body: { barcode: 'A' } }, 200],
  ]);
  assert.equal(await listed(service), '[{"petId":1,"name":"Rex","barcode":"A","lowAt":null}]');
});
