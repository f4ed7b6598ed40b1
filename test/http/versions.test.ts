import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

const path = '/v1/inventory/1';
const body = { quantity: 4 };

test('an item has a strong ETag, and If-Match changes just that version', async (t) => {
  const service = await startService(t);
  const stale = (tag: string): Scenario => [
    `If-Match ${tag}`,
    `PATCH ${path}`,
    { headers: { 'if-match': tag }, body },
    '412 version_mismatch',
    { etag: '"1"' },
  ];
  const malformed = (tag: string): Scenario => [
    `If-Match ${tag}`,
    `PATCH ${path}`,
    { headers: { 'if-match': tag }, body },
    '400 invalid_header',
  ];
  await runScenarios(t, service, [
    [
      'one item',
      `GET ${path}`,
      {},
      '200 {"petId":1,"quantity":10,"status":"available"}',
      { etag: '"1"', 'x-stability': 'beta' },
    ],
    ['unchanged', `GET ${path}`, { headers: { 'if-none-match': '"1"' } }, 304, { etag: '"1"' }],
    ['no such pet', 'GET /v1/inventory/2', {}, '404 pet_not_found'],
    ['no petId', 'GET /v1/inventory/x', {}, '400 invalid_pet_id'],
    ...['"0"', '"2"', 'W/"1"', '"01"', '"x"', '""', '"7", W/"1"'].map(stale),
    ...['1', '"1', 'w/"1"', '"1" "2"', ',', '*, "1"'].map(malformed),
    ...['*', '"1"', ''].flatMap((noneMatch) =>
      [
        [`PATCH ${path}`, body] as const,
        [`DELETE ${path}`] as const,
        ['PATCH /v1/inventory', [{ petId: 1, delta: 1 }]] as const,
        [`POST ${path}/adjustments`, { delta: 1 }] as const,
      ].map(
        ([call, sent]): Scenario => [
          `If-None-Match ${noneMatch}`,
          call,
          { body: sent, headers: { 'if-none-match': noneMatch } },
          '400 invalid_header',
        ],
      ),
    ),
    ...[{ 'if-none-match': '"1"' }, { 'if-none-match': '' }, { 'if-none-match': '*', 'if-match': '*' }].map(
      (headers): Scenario => [
        JSON.stringify(headers),
        `PUT ${path}`,
        { headers, body: { ...body, status: 'sold' } },
        '400 invalid_header',
      ],
    ),
    ['the version', `PATCH ${path}`, { headers: { 'if-match': '"1"' }, body }, 200, { etag: '"2"' }],
    ['one of a list', `PATCH ${path}`, { headers: { 'if-match': 'W/"2", "9","2"' }, body }, 200, { etag: '"3"' }],
    ['any', `PATCH ${path}`, { headers: { 'if-match': '*' }, body }, 200, { etag: '"4"' }],
    [
      'adjusting',
      `POST ${path}/adjustments`,
      { headers: { 'if-match': '"3"' }, body: { delta: 1 } },
      '412 version_mismatch',
    ],
    [
      'putting',
      `PUT ${path}`,
      { headers: { 'if-match': '"3"' }, body: { quantity: 1, status: 'sold' } },
      '412 version_mismatch',
    ],
    ['removing', `DELETE ${path}`, { headers: { 'if-match': '"3"' } }, '412 version_mismatch'],
    [
      'adding what must be there',
      'PUT /v1/inventory/2',
      { headers: { 'if-match': '*' }, body: { quantity: 1, status: 'sold' } },
      '412 version_mismatch',
      { etag: null },
    ],
    ['removing the version', `DELETE ${path}`, { headers: { 'if-match': '"4"' } }, '204 '],
    ['it is gone', `GET ${path}`, {}, '404 pet_not_found'],
    [
      'adding it again',
      `PUT ${path}`,
      { body: { quantity: 1, status: 'sold' } },
      201,
      { etag: '"6"', location: '/v1/inventory/1' },
    ],
    [
      'replacing it',
      `PUT ${path}`,
      { body: { quantity: 2, status: 'pending' } },
      '200 {"petId":1,"quantity":2,"status":"pending"}',
      { location: null },
    ],
  ]);
  assert.equal((await service.store.head()).seq, 7, 'nothing that was refused left an entry');
  const weak = await service.call('PATCH', path, { body, headers: { 'if-match': 'W/"7"' } });
  assert.match(await weak.text(), /Weak tags .* never match/);
});
