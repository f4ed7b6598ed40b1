import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';
const patch = `PATCH ${path}`;
const adjust = `POST ${path}/adjustments`;
const int64Max = 9223372036854775807n;
const itemOf = (quantity: number) => `{"petId":1,"quantity":${quantity},"status":"available"}`;

const pets = [
  { petId: int64Max, quantity: 1, status: 'sold' },
  { petId: -5n, quantity: 2, status: 'pending' },
  { petId: 1n, quantity: 10 },
  { petId: 9007199254740993n, quantity: 9007199254740991 },
] as const;

test('a list, as the specification has it', async (t) => {
  const service = await startService(t, { pets });
  const list =
    '[{"petId":-5,"quantity":2,"status":"pending"},{"petId":1,"quantity":10,"status":"available"},' +
    '{"petId":9007199254740993,"quantity":9007199254740991,"status":"available"},' +
    '{"petId":9223372036854775807,"quantity":1,"status":"sold"}]';
  const uncompressed = { headers: { 'accept-encoding': 'identity' } };
  const call = 'GET /v1/inventory';
  const known = (tags: string) => ({ headers: { 'if-none-match': tags } });

  await runScenarios(t, service, [
    {
      title: 'has all pets in ascending order, with every digit',
      call,
      request: uncompressed,
      expected: `200 ${list}`,
    },
    {
      title: 'is JSON of a stable operation',
      call,
      expected: 200,
      headers: { 'content-type': 'application/json', 'x-stability': null },
    },
    {
      title: 'may be kept by its caller, who asks each time whether it has changed',
      call,
      expected: 200,
      headers: { etag: 'W/"4"', 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' },
    },
    {
      title: 'tells its length',
      call,
      request: uncompressed,
      expected: 200,
      headers: { 'content-length': String(list.length) },
    },
    {
      title: 'tells no rate limit where there is none',
      call,
      expected: 200,
      headers: { ratelimit: null },
    },
    {
      title: 'has the same headers for HEAD, and no body',
      call: 'HEAD /v1/inventory',
      request: uncompressed,
      expected: '200 ',
      headers: {
        etag: 'W/"4"',
        'content-length': String(list.length),
        vary: 'Accept-Encoding',
        ratelimit: null,
      },
    },
    {
      title: 'is not sent again while it is unchanged',
      call,
      request: known('W/"4"'),
      expected: '304 ',
    },
    {
      title: 'is not sent again to a caller that knows several tags',
      call,
      request: known('"x", "4"'),
      expected: 304,
    },
  ]);

  await t.test('is sent again after a change', async () => {
    await service.call('PATCH', path, { body: { quantity: 7 } });

    const { status, headers } = await service.call('GET', '/v1/inventory', known('W/"4"'));

    assert.equal(status, 200);
    assert.equal(headers.get('etag'), 'W/"5"');
  });
});

test('an update, as the specification has it', async (t) => {
  const service = await startService(t, { pets });

  await runScenarios(t, service, [
    {
      title: 'returns the item',
      call: patch,
      request: { body: { quantity: 7 } },
      expected: `200 ${itemOf(7)}`,
      headers: { 'content-type': 'application/json' },
    },
    {
      title: 'is experimental, and tells the version of the item',
      call: patch,
      request: { body: { quantity: 8 } },
      expected: 200,
      headers: { 'x-stability': 'experimental', etag: '"6"' },
    },
    {
      title: 'takes a quantity for what it is, however it is written',
      call: patch,
      request: { raw: '{"quantity":50e-1}' },
      expected: `200 ${itemOf(5)}`,
    },
    {
      title: 'by a difference takes it for what it is, however it is written',
      call: adjust,
      request: { raw: '{"delta":90071992547409.860e2}' },
      expected: `200 ${itemOf(9007199254740991)}`,
    },
    {
      title: 'leaves the status, also when nothing is left',
      call: `PATCH /v1/inventory/${int64Max}`,
      request: { body: { quantity: 0 } },
      expected: `200 {"petId":${int64Max},"quantity":0,"status":"sold"}`,
    },
  ]);
});

/** What may be wrong with a request, and the error that it gets. */
const badRequests: readonly Omit<Scenario, 'call'>[] = [
  { title: 'no body', expected: '400 invalid_json' },
  { title: 'a body of spaces', request: { raw: ' \n' }, expected: '400 invalid_json' },
  {
    title: 'a body that is not UTF-8',
    request: { raw: new Uint8Array([0x7b, 0xff, 0x7d]) },
    expected: '400 invalid_json',
  },
  { title: 'an array', request: { raw: '[]' }, expected: '400 invalid_value' },
  { title: 'a number', request: { raw: '5.0' }, expected: '400 invalid_value' },
  { title: 'null', request: { raw: 'null' }, expected: '400 invalid_value' },
  {
    title: 'a quantity of nearly 5',
    request: { raw: '{"quantity":4.99999999999999999999}' },
    expected: '400 invalid_value',
  },
  { title: 'no quantity', request: { raw: '{}' }, expected: '400 missing_field' },
  {
    title: 'a quantity by inheritance',
    request: { raw: '{"__proto__":{"quantity":5}}' },
    expected: '400 missing_field',
  },
  {
    title: 'an unknown reason',
    request: { body: { quantity: 5, reason: 'theft' } },
    expected: '400 invalid_value',
  },
  {
    title: 'a note that is too long',
    request: { body: { quantity: 5, note: 'x'.repeat(501) } },
    expected: '400 invalid_value',
  },
  {
    title: 'a wrong quantity after a right one',
    request: { raw: '{"quantity":3,"quantity":"x"}' },
    expected: '400 invalid_value',
  },
  {
    title: 'a note with half a character',
    request: { raw: '{"quantity":5,"note":"\\ud800"}' },
    expected: '400 invalid_value',
  },
  {
    title: 'a body that is too large',
    request: { raw: `{"quantity":5,"x":"${'x'.repeat(65_536)}"}` },
    expected: '413 body_too_large',
  },
  {
    title: 'a body of plain text',
    request: { raw: '{"quantity":5}', headers: { 'content-type': 'text/plain' } },
    expected: '415 unsupported_media_type',
  },
  {
    title: 'a compressed body',
    request: { raw: '{"quantity":5}', headers: { 'content-encoding': 'gzip' } },
    expected: '415 unsupported_media_type',
  },
];

// test/domain/item.test.ts tests other invalid pet IDs, without HTTP.
const badPetIds = ['007', '%201', '９', '9223372036854775808', '%zz', '%00'];

test('a bad request is refused with its fault:', async (t) => {
  const service = await startService(t);
  const before = await levelsIn(service.store);

  const withBadPetId = badPetIds.map((petId): Scenario => {
    return {
      title: 'what is no petId',
      call: `PATCH /v1/inventory/${petId}`,
      request: { body: { quantity: 5 } },
      expected: '400 invalid_pet_id',
    };
  });
  await runScenarios(t, service, [
    ...badRequests.map((scenario): Scenario => ({ ...scenario, call: patch })),
    ...withBadPetId,
    {
      title: 'half a difference',
      call: adjust,
      request: { raw: '{"delta":1.5}' },
      expected: '400 invalid_value',
    },
  ]);

  await t.test('it changes nothing', async () => {
    assert.deepEqual(await levelsIn(service.store), before);
    assert.equal((await service.store.head()).seq, 1, 'the ledger has a new entry');
  });
});

test('an unusual body is read:', async (t) => {
  const service = await startService(t);

  await t.test('fields that are not listed are ignored', async () => {
    const raw = '{"petId":9,"status":"sold","constructor":{},"__proto__":{"x":1},"quantity":3}';

    const response = await service.call('PATCH', path, { raw });

    assert.equal(await response.text(), itemOf(3));
  });

  for (const type of [
    'application/json; charset=utf-8',
    'application/merge-patch+json',
    'Application/JSON',
  ]) {
    await t.test(`JSON may be ${type}`, async () => {
      const headers = { 'content-type': type };

      const response = await service.call('PATCH', path, { body: { quantity: 4 }, headers });

      assert.equal(response.status, 200);
    });
  }

  await t.test('JSON is UTF-8, also if it names another character set', async () => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    const raw = '{"quantity":4,"note":"Fünf"}';

    assert.equal((await service.call('PATCH', path, { raw, headers })).status, 200);

    const [latest] = await service.store.history(1n, { before: null, limit: 1 });

    assert.equal(latest?.note, 'Fünf');
  });

  for (const { title, raw } of [
    { title: 'a byte order mark is skipped', raw: '\ufeff{"quantity":4}' },
    { title: 'the last of equal fields counts', raw: '{"quantity":"x","quantity":4}' },
    {
      title: 'exactly 64 KiB are not too many',
      raw: `{"quantity":4,"x":"${'x'.repeat(65_536 - 21)}"}`,
    },
  ]) {
    await t.test(title, async () => {
      const response = await service.call('PATCH', path, { raw });

      assert.equal(await response.text(), itemOf(4));
    });
  }
});

test('a percent-encoded digit of a petId is that digit', async (t) => {
  const service = await startService(t);

  const response = await service.call('PATCH', '/v1/inventory/%31', { body: { quantity: 4 } });

  assert.equal(await response.text(), itemOf(4));
});

test('an update to the same quantity is a change like any other', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 4 }] });

  const response = await service.call('PATCH', path, { body: { quantity: 4 } });

  assert.equal(response.status, 200);
  assert.equal((await service.store.head()).seq, 2, 'the ledger has no entry for it');
});
