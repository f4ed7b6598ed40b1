import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';
const int64Max = 9223372036854775807n;
const itemOf = (quantity: number) => `{"petId":1,"quantity":${quantity},"status":"available"}`;

test('listing and updating, as the specification has them', async (t) => {
  const service = await startService(t, {
    pets: [
      { petId: int64Max, quantity: 1, status: 'sold' },
      { petId: -5n, quantity: 2, status: 'pending' },
      { petId: 1n, quantity: 10 },
      { petId: 9007199254740993n, quantity: 9007199254740991 },
    ],
  });
  const list =
    '[{"petId":-5,"quantity":2,"status":"pending"},{"petId":1,"quantity":10,"status":"available"},' +
    '{"petId":9007199254740993,"quantity":9007199254740991,"status":"available"},' +
    '{"petId":9223372036854775807,"quantity":1,"status":"sold"}]';
  const plain = { headers: { 'accept-encoding': 'identity' } };
  const told = {
    etag: 'W/"4"',
    'content-length': String(list.length),
    vary: 'Accept-Encoding',
    ratelimit: null,
  };
  const stable = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    'x-stability': null,
  };
  const experimental = {
    'content-type': 'application/json',
    'x-stability': 'experimental',
    etag: '"5"',
  };
  const known = (tags: string) => ({ headers: { 'if-none-match': tags } });
  const adjust = `POST ${path}/adjustments`;
  const last = 'PATCH /v1/inventory/9223372036854775807';
  await runScenarios(t, service, [
    [
      'the whole list, ascending, every digit',
      'GET /v1/inventory',
      plain,
      `200 ${list}`,
      { ...told, ...stable },
    ],
    ['HEAD is GET without a body', 'HEAD /v1/inventory', plain, '200 ', told],
    ['unchanged', 'GET /v1/inventory', known('W/"4"'), '304 '],
    ['one of several tags', 'GET /v1/inventory', known('"x", "4"'), 304],
    ['an update', `PATCH ${path}`, { body: { quantity: 7 } }, `200 ${itemOf(7)}`, experimental],
    ['as it is written', `PATCH ${path}`, { raw: '{"quantity":50e-1}' }, `200 ${itemOf(5)}`],
    [
      'a difference',
      adjust,
      { raw: '{"delta":90071992547409.860e2}' },
      `200 ${itemOf(9007199254740991)}`,
    ],
    [
      'a status that stays',
      last,
      { body: { quantity: 0 } },
      `200 {"petId":${int64Max},"quantity":0,"status":"sold"}`,
    ],
    ['the old tag no longer holds', 'GET /v1/inventory', known('W/"4"'), 200],
  ]);
});

test('a bad request is refused with its fault and changes nothing', async (t) => {
  const service = await startService(t);
  const before = await levelsIn(service.store);
  const patch = `PATCH ${path}`;
  const bodies: Scenario[] = [
    ['no body', patch, {}, '400 invalid_json'],
    ['only spaces', patch, { raw: ' \n' }, '400 invalid_json'],
    ['bad UTF-8', patch, { raw: new Uint8Array([0x7b, 0xff, 0x7d]) }, '400 invalid_json'],
    ['an array', patch, { raw: '[]' }, '400 invalid_value'],
    ['a number', patch, { raw: '5.0' }, '400 invalid_value'],
    ['null', patch, { raw: 'null' }, '400 invalid_value'],
    ['nearly 5', patch, { raw: '{"quantity":4.99999999999999999999}' }, '400 invalid_value'],
    [
      'half a difference',
      `POST ${path}/adjustments`,
      { raw: '{"delta":1.5}' },
      '400 invalid_value',
    ],
    ['no quantity', patch, { raw: '{}' }, '400 missing_field'],
    [
      'a quantity by inheritance',
      patch,
      { raw: '{"__proto__":{"quantity":5}}' },
      '400 missing_field',
    ],
    [
      'a reason that is none',
      patch,
      { body: { quantity: 5, reason: 'theft' } },
      '400 invalid_value',
    ],
    [
      'a note too long',
      patch,
      { body: { quantity: 5, note: 'x'.repeat(501) } },
      '400 invalid_value',
    ],
    [
      'a bad value after a good one',
      patch,
      { raw: '{"quantity":3,"quantity":"x"}' },
      '400 invalid_value',
    ],
    [
      'a note with half a character',
      patch,
      { raw: '{"quantity":5,"note":"\\ud800"}' },
      '400 invalid_value',
    ],
    [
      'a large body',
      patch,
      { raw: `{"quantity":5,"x":"${'x'.repeat(65_536)}"}` },
      '413 body_too_large',
    ],
    [
      'text',
      patch,
      { raw: '{"quantity":5}', headers: { 'content-type': 'text/plain' } },
      '415 unsupported_media_type',
    ],
    [
      'gzip',
      patch,
      { raw: '{"quantity":5}', headers: { 'content-encoding': 'gzip' } },
      '415 unsupported_media_type',
    ],
  ];
  // test/domain/item.test.ts tests other invalid pet IDs, without HTTP.
  const petIds = ['007', '%201', '９', '9223372036854775808', '%zz', '%00'];
  await runScenarios(t, service, [
    ...bodies,
    ...petIds.map(
      (petId): Scenario => [
        'not a petId',
        `PATCH /v1/inventory/${petId}`,
        { body: { quantity: 5 } },
        '400 invalid_pet_id',
      ],
    ),
  ]);
  assert.deepEqual(await levelsIn(service.store), before);
  assert.equal((await service.store.head()).seq, 1);
});

test('an unusual body is read:', async (t) => {
  const service = await startService(t);
  const patch = `PATCH ${path}`;

  await t.test('fields that are not listed are ignored', async (own) => {
    const raw = '{"petId":9,"status":"sold","constructor":{},"__proto__":{"x":1},"quantity":3}';
    await runScenarios(own, service, [
      ['unknown fields', patch, { raw }, '200 {"petId":1,"quantity":3,"status":"available"}'],
    ]);
  });

  await t.test('JSON may have any of its media types', async (own) => {
    const types = [
      'application/json; charset=utf-8',
      'application/merge-patch+json',
      'Application/JSON',
    ];
    const scenarios = types.map((type): Scenario => {
      const headers = { 'content-type': type };
      return [type, patch, { body: { quantity: 4 }, headers }, 200];
    });
    await runScenarios(own, service, scenarios);
  });

  await t.test('JSON is UTF-8, whatever charset it names', async (own) => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    const raw = '{"quantity":4,"note":"Fünf"}';
    await runScenarios(own, service, [['Latin-1', patch, { raw, headers }, 200]]);
    const [latest] = await service.store.history(1n, { before: null, limit: 1 });
    assert.equal(latest?.note, 'Fünf');
  });

  await t.test('a byte order mark is skipped', async (own) => {
    await runScenarios(own, service, [['a mark', patch, { raw: '\ufeff{"quantity":4}' }, 200]]);
  });

  await t.test('the last of equal fields counts', async (own) => {
    const raw = '{"quantity":"x","quantity":4}';
    await runScenarios(own, service, [['two quantities', patch, { raw }, 200]]);
  });

  await t.test('exactly 64 KiB are not too many', async (own) => {
    const raw = `{"quantity":4,"x":"${'x'.repeat(65_536 - 21)}"}`;
    await runScenarios(own, service, [['64 KiB', patch, { raw }, 200]]);
  });
});

test('a percent-encoded digit of a petId is that digit', async (t) => {
  const service = await startService(t);
  const call = 'PATCH /v1/inventory/%31';
  await runScenarios(t, service, [['pet 1', call, { body: { quantity: 4 } }, 200]]);
});

test('an update to the same quantity is a change like any other', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 4 }] });
  await runScenarios(t, service, [['4 to 4', `PATCH ${path}`, { body: { quantity: 4 } }, 200]]);
  const { seq } = await service.store.head();
  assert.equal(seq, 2, 'the ledger has an entry for it');
});
