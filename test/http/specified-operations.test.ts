import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';

test('listing and updating, as the specification has them', async (t) => {
  const service = await startService(t, {
    pets: [
      { petId: 9223372036854775807n, quantity: 1, status: 'sold' },
      { petId: -5n, quantity: 2, status: 'pending' },
      { petId: 1n, quantity: 10 },
      { petId: 9007199254740993n, quantity: 9007199254740991 },
    ],
  });
  const list =
    '[{"petId":-5,"quantity":2,"status":"pending"},{"petId":1,"quantity":10,"status":"available"},' +
    '{"petId":9007199254740993,"quantity":9007199254740991,"status":"available"},' +
    '{"petId":9223372036854775807,"quantity":1,"status":"sold"}]';
  await runScenarios(t, service, [
    {
      name: 'the whole list, ascending, every digit',
      method: 'GET',
      path: '/v1/inventory',
      headers: { 'accept-encoding': 'identity' },
      status: 200,
      text: list,
      expectHeaders: {
        'content-type': 'application/json',
        'cache-control': 'private, no-cache',
        etag: 'W/"4"',
        'x-stability': null,
        vary: 'Accept-Encoding',
        'content-length': String(list.length),
      },
    },
    {
      name: 'HEAD is GET without a body',
      method: 'HEAD',
      path: '/v1/inventory',
      headers: { 'accept-encoding': 'identity' },
      status: 200,
      text: '',
      expectHeaders: { etag: 'W/"4"', 'content-length': String(list.length) },
    },
    {
      name: 'unchanged',
      method: 'GET',
      path: '/v1/inventory',
      headers: { 'if-none-match': 'W/"4"' },
      status: 304,
      text: '',
    },
    {
      name: 'one of several tags',
      method: 'GET',
      path: '/v1/inventory',
      headers: { 'if-none-match': '"x", "4"' },
      status: 304,
    },
    { name: 'another tag', method: 'GET', path: '/v1/inventory', headers: { 'if-none-match': 'W/"3"' }, status: 200 },
    {
      name: 'an update',
      method: 'PATCH',
      path,
      body: { quantity: 7 },
      status: 200,
      text: '{"petId":1,"quantity":7,"status":"available"}',
      expectHeaders: { 'x-stability': 'experimental', 'content-type': 'application/json', etag: '"5"' },
    },
    {
      name: 'a status that stays',
      method: 'PATCH',
      path: '/v1/inventory/9223372036854775807',
      body: { quantity: 0 },
      status: 200,
      text: '{"petId":9223372036854775807,"quantity":0,"status":"sold"}',
    },
    {
      name: 'the old tag no longer holds',
      method: 'GET',
      path: '/v1/inventory',
      headers: { 'if-none-match': 'W/"4"' },
      status: 200,
    },
  ]);
});

test('a quantity is judged by what was written', async (t) => {
  const service = await startService(t);
  const accepted: [string, number][] = [
    ['5', 5],
    ['5.0', 5],
    ['5e0', 5],
    ['50e-1', 5],
    ['0.5E+1', 5],
    ['0', 0],
    ['-0', 0],
    ['0e999999999999', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740991.000', 9007199254740991],
  ];
  const refused = [
    '5.5',
    '4.99999999999999999999',
    '-1',
    '"5"',
    'true',
    'null',
    '[5]',
    '{"a":1}',
    '9007199254740992',
    '1e400',
    '1e-400',
    '9223372036854775807',
  ];
  await runScenarios(t, service, [
    ...accepted.map(
      ([literal, quantity]): Scenario => ({
        name: literal,
        method: 'PATCH',
        path,
        raw: `{"quantity": ${literal}}`,
        status: 200,
        text: `{"petId":1,"quantity":${quantity},"status":"available"}`,
      }),
    ),
    ...refused.map(
      (literal): Scenario => ({
        name: literal,
        method: 'PATCH',
        path,
        raw: `{"quantity": ${literal}}`,
        status: 400,
        code: 'invalid_value',
      }),
    ),
  ]);
});

test('bad requests are named, and change nothing', async (t) => {
  const service = await startService(t);
  const before = await levelsIn(service.store);
  const patch = { method: 'PATCH', path };
  const bodies: Scenario[] = [
    { name: 'no body', ...patch, status: 400, code: 'invalid_json' },
    { name: 'an empty body', ...patch, raw: '', status: 400, code: 'invalid_json' },
    { name: 'only spaces', ...patch, raw: '  \n', status: 400, code: 'invalid_json' },
    { name: 'half a body', ...patch, raw: '{"quantity": 5', status: 400, code: 'invalid_json' },
    { name: 'two values', ...patch, raw: '{"quantity":5}{}', status: 400, code: 'invalid_json' },
    { name: 'a leading zero', ...patch, raw: '{"quantity":05}', status: 400, code: 'invalid_json' },
    { name: 'NaN', ...patch, raw: '{"quantity":NaN}', status: 400, code: 'invalid_json' },
    { name: 'bad UTF-8', ...patch, raw: new Uint8Array([0x7b, 0xff, 0x7d]), status: 400, code: 'invalid_json' },
    { name: 'deep nesting', ...patch, raw: '['.repeat(30_000) + ']'.repeat(30_000), status: 400, code: 'invalid_json' },
    { name: 'an array', ...patch, raw: '[]', status: 400, code: 'invalid_value' },
    { name: 'a number', ...patch, raw: '5', status: 400, code: 'invalid_value' },
    { name: 'a number in another form', ...patch, raw: '5.0', status: 400, code: 'invalid_value' },
    { name: 'null', ...patch, raw: 'null', status: 400, code: 'invalid_value' },
    { name: 'no quantity', ...patch, raw: '{}', status: 400, code: 'missing_field' },
    {
      name: 'a quantity by inheritance',
      ...patch,
      raw: '{"__proto__":{"quantity":5}}',
      status: 400,
      code: 'missing_field',
    },
    {
      name: 'a reason that is none',
      ...patch,
      body: { quantity: 5, reason: 'theft' },
      status: 400,
      code: 'invalid_value',
    },
    {
      name: 'a note too long',
      ...patch,
      body: { quantity: 5, note: 'x'.repeat(501) },
      status: 400,
      code: 'invalid_value',
    },
    {
      name: 'a note with half a character',
      ...patch,
      raw: '{"quantity":5,"note":"\\ud800"}',
      status: 400,
      code: 'invalid_value',
    },
    {
      name: 'a large body',
      ...patch,
      raw: `{"quantity":5,"x":"${'x'.repeat(65_536)}"}`,
      status: 413,
      code: 'body_too_large',
    },
    {
      name: 'text',
      ...patch,
      raw: '{"quantity":5}',
      headers: { 'content-type': 'text/plain' },
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      name: 'gzip',
      ...patch,
      raw: '{"quantity":5}',
      headers: { 'content-encoding': 'gzip' },
      status: 415,
      code: 'unsupported_media_type',
    },
  ];
  const petIds = [
    '007',
    '+1',
    '-0',
    '1.0',
    '1e3',
    '%201',
    '1%20',
    'abc',
    '0x1',
    '９',
    '9223372036854775808',
    '-9223372036854775809',
    '%zz',
    '%00',
    "1'--",
  ];
  await runScenarios(t, service, [
    ...bodies,
    ...petIds.map(
      (petId): Scenario => ({
        name: 'not a petId',
        method: 'PATCH',
        path: `/v1/inventory/${petId}`,
        body: { quantity: 5 },
        status: 400,
        code: 'invalid_pet_id',
      }),
    ),
    {
      name: 'an unknown pet',
      method: 'PATCH',
      path: '/v1/inventory/2',
      body: { quantity: 5 },
      status: 404,
      code: 'pet_not_found',
    },
  ]);
  assert.deepEqual(await levelsIn(service.store), before);
  assert.equal((await service.store.head()).seq, 1);
});

test('what is not listed in a body is ignored, and JSON may call itself by any of its names', async (t) => {
  const service = await startService(t);
  const ok = { method: 'PATCH', path, status: 200 };
  await runScenarios(t, service, [
    {
      name: 'unknown fields',
      ...ok,
      raw: '{"petId":9,"status":"sold","constructor":{},"__proto__":{"x":1},"quantity":3}',
      text: '{"petId":1,"quantity":3,"status":"available"}',
    },
    { name: 'charset', ...ok, body: { quantity: 4 }, headers: { 'content-type': 'application/json; charset=utf-8' } },
    { name: 'merge patch', ...ok, body: { quantity: 4 }, headers: { 'content-type': 'application/merge-patch+json' } },
    { name: 'capitals', ...ok, body: { quantity: 4 }, headers: { 'content-type': 'Application/JSON' } },
    {
      name: 'a percent-encoded digit is that digit',
      method: 'PATCH',
      path: '/v1/inventory/%31',
      body: { quantity: 4 },
      status: 200,
    },
    { name: 'the same quantity is a change like any other', ...ok, body: { quantity: 4 } },
    { name: 'as its history shows', method: 'GET', path: '/v1/inventory/1/history?limit=1', status: 200 },
    { name: 'exactly 64 KiB', ...ok, raw: `{"quantity":4,"x":"${'x'.repeat(65_536 - 21)}"}` },
  ]);
  assert.equal((await service.store.head()).seq, 1 + 7);
});
