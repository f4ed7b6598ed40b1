import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('details have every digit and character, and are listed ascending', async (t) => {
  const pets = [1n, -(2n ** 63n), 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  const list = 'GET /v1/inventory/details';
  const zoe = '{"petId":9223372036854775807,"name":"Zoë 🐈‍⬛","barcode":null,"lowAt":null}';
  const low = '{"petId":-9223372036854775808,"name":null,"barcode":"\\"\\\\","lowAt":9007199254740991}';
  const headers = { 'cache-control': 'no-store', 'x-stability': 'beta', etag: null };
  await runScenarios(t, service, [
    [
      'a name',
      'PATCH /v1/inventory/9223372036854775807/details',
      { body: { name: 'Zoë 🐈‍⬛' } },
      `200 ${zoe}`,
      headers,
    ],
    [
      'a level',
      'PATCH /v1/inventory/-9223372036854775808/details',
      { raw: '{"lowAt":9007199254740991.0,"barcode":"\\"\\\\"}' },
      `200 ${low}`,
    ],
    ['ascending', list, {}, `200 [${low},${zoe}]`, { etag: 'W/"2"', 'cache-control': 'private, no-cache' }],
    ['no body', 'HEAD /v1/inventory/details', {}, '200 ', { etag: 'W/"2"' }],
    ['no text', 'PATCH /v1/inventory/1/details', { body: { name: ' ' } }, '400 invalid_value'],
    ['half a character', 'PATCH /v1/inventory/1/details', { raw: '{"name":"\\ud83d"}' }, '400 invalid_value'],
  ]);
});
