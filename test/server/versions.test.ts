import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('which conditions a write may have, and which of them name its version', async (t) => {
  const service = await startService(t);
  const path = '/v1/inventory/1';
  const body = { quantity: 4 };
  const set = (ifMatch: string, response: number | string, etag: string | null): Scenario => [
    `If-Match ${ifMatch}`,
    `PATCH ${path}`,
    { headers: { 'if-match': ifMatch }, body },
    response,
    { etag },
  ];
  /** Writes that need an existing pet. Only PUT can add one. */
  const other: [call: string, body?: unknown][] = [
    [`PATCH ${path}`, body],
    [`DELETE ${path}`],
    ['PATCH /v1/inventory', [{ petId: 1, delta: 1 }]],
    [`POST ${path}/adjustments`, { delta: 1 }],
    [`PATCH ${path}/details`, { name: 'Rex' }],
  ];
  const put = { ...body, status: 'sold' };
  await runScenarios(t, service, [
    ['one item', `GET ${path}`, {}, 200, { etag: '"1"', 'x-stability': 'beta' }],
    ...['"0"', '"2"', 'W/"1"', '"01"', '"x"', '""', '"7", W/"1"'].map((tag) =>
      set(tag, '412 version_mismatch', '"1"'),
    ),
    ...['1', '"1', 'w/"1"', '"1" "2"', ',', '*, "1"'].map((tag) =>
      set(tag, '400 invalid_header', null),
    ),
    ...['*', '"1"', ''].flatMap((tag) =>
      other.map(([call, sent]): Scenario => {
        return [
          `If-None-Match ${tag}`,
          call,
          { body: sent, headers: { 'if-none-match': tag } },
          '400 invalid_header',
        ];
      }),
    ),
    ...[
      { 'if-none-match': '"1"' },
      { 'if-none-match': '' },
      { 'if-none-match': '*', 'if-match': '*' },
    ].map(
      (headers): Scenario => [
        JSON.stringify(headers),
        `PUT ${path}`,
        { headers, body: put },
        '400 invalid_header',
      ],
    ),
    set('"1"', 200, '"2"'),
    set('W/"2", "9","2"', 200, '"3"'),
    set('*', 200, '"4"'),
  ]);
  assert.equal((await service.store.head()).seq, 4, 'nothing that was refused left an entry');
  const weak = await service.call('PATCH', path, { body, headers: { 'if-match': 'W/"4"' } });
  assert.match(await weak.text(), /Weak tags .* never match/);
});
