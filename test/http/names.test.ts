import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { addPets, createKey, numberedPets } from '../support/service/store-contents.ts';

const list = '/v1/inventory/names';
const nameOf = (petId: bigint | number) => `/v1/inventory/${petId}/name`;

const namesIn = async (service: TestService, query = '') => (await service.call('GET', list + query)).text();

test('a pet is named, renamed and named no more, and its stock knows nothing of it', async (t) => {
  const pets = [1n, -(2n ** 63n), 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  const stock = async () => [
    await (await service.call('GET', '/v1/inventory')).text(),
    (await service.call('GET', '/v1/inventory/1')).headers.get('etag'),
    await (await service.call('GET', '/v1/inventory/history')).text(),
  ];
  const before = await stock();
  await runScenarios(t, service, [
    ['none yet', `GET ${list}`, {}, '200 []', { etag: 'W/"0"' }],
    [
      'named',
      `PUT ${nameOf(2n ** 63n - 1n)}`,
      { body: { name: 'Zoë 🐈‍⬛' } },
      '200 {"petId":9223372036854775807,"name":"Zoë 🐈‍⬛"}',
      { 'cache-control': 'no-store', 'x-stability': 'beta', etag: null },
    ],
    ['named', `PUT ${nameOf(-(2n ** 63n))}`, { body: { name: '"\\' } }, 200],
    ['named', `PUT ${nameOf(1)}`, { body: { name: 'Rex' } }, 200],
    ['renamed', `PUT ${nameOf(1)}`, { body: { name: 'Rex II' } }, 200],
    [
      'ascending, with every digit',
      `GET ${list}`,
      {},
      '200 [{"petId":-9223372036854775808,"name":"\\"\\\\"},{"petId":1,"name":"Rex II"},{"petId":9223372036854775807,"name":"Zoë 🐈‍⬛"}]',
      { etag: 'W/"4"', 'cache-control': 'private, no-cache', 'content-type': 'application/json' },
    ],
    ['known', `GET ${list}`, { headers: { 'if-none-match': 'W/"4"' } }, '304 '],
    ['known', `HEAD ${list}`, { headers: { 'if-none-match': '"4"' } }, '304 '],
    ['no body', `HEAD ${list}`, {}, '200 ', { etag: 'W/"4"' }],
    ['removed', `DELETE ${nameOf(1)}`, {}, '204 '],
    ['removed already', `DELETE ${nameOf(1)}`, {}, '204 '],
    ['news', `GET ${list}`, { headers: { 'if-none-match': 'W/"4"' } }, 200],
  ]);
  assert.deepEqual(await stock(), before);
});

test('names have 1 to 200 characters and no control characters', async (t) => {
  const service = await startService(t);
  const [good = [], bad = []] = [
    [' x ', 'x'.repeat(200), '🐹'.repeat(200), '\u200d', 'null', "'; drop table pet_name; --"],
    ['', ' ', '\u00a0\u2028', 'x'.repeat(201), '🐹'.repeat(201), 'a\nb', '\t', '\0', '\u007f', '\u009f'],
  ];
  for (const name of good) {
    const response = await service.call('PUT', nameOf(1), { body: { name } });
    assert.deepEqual(await response.json(), { petId: 1, name });
    assert.deepEqual(JSON.parse(await namesIn(service)), [{ petId: 1, name }]);
  }
  const put = `PUT ${nameOf(1)}`;
  await runScenarios(t, service, [
    ...[...bad, 5, null, true, ['Rex'], {}].map(
      (name): Scenario => [JSON.stringify(name).slice(0, 20), put, { body: { name } }, '400 invalid_value'],
    ),
    ['half a character', put, { raw: '{"name":"\\ud83d"}' }, '400 invalid_value'],
    ['no name', put, { body: {} }, '400 missing_field'],
    ['another field', put, { body: { name: 'Rex', quantity: 1 } }, '400 invalid_value'],
    ['no object', put, { body: ['Rex'] }, '400 invalid_value'],
    ['no body', put, {}, '400 invalid_json'],
    ['no JSON', put, { raw: 'Rex', headers: { 'content-type': 'text/plain' } }, 415],
    ['too much', put, { body: { name: 'x'.repeat(70_000) } }, '413 body_too_large'],
  ]);
  assert.deepEqual(JSON.parse(await namesIn(service)), [{ petId: 1, name: good.at(-1) }], 'nothing was changed');
});

test('who may name what, and what is where', async (t) => {
  const service = await startService(t);
  const as = async (scope: 'read' | 'write') => ({
    authorization: `Bearer ${await createKey(service.store, { scope })}`,
  });
  const [read, write, body] = [await as('read'), await as('write'), { name: 'Rex' }];
  const none = { authorization: '' };
  const versioned = { authorization: `Bearer ${await createKey(service.store, { requireVersion: true })}` };
  await runScenarios(t, service, [
    ['a reader', `GET ${list}`, { headers: read }, 200],
    ...[read, write].flatMap((headers): Scenario[] => [
      ['no admin', `PUT ${nameOf(1)}`, { headers, body }, '403 insufficient_scope'],
      ['no admin', `DELETE ${nameOf(1)}`, { headers }, '403 insufficient_scope'],
    ]),
    ['no key', `GET ${list}`, { headers: none }, '401 missing_api_key'],
    ['no key', `PUT ${nameOf('x' as never)}`, { headers: none }, '401 missing_api_key'],
    ['no such pet', `PUT ${nameOf(2)}`, { body }, '404 pet_not_found'],
    ['no such pet', `DELETE ${nameOf(2)}`, {}, '404 pet_not_found'],
    ['no petId', 'PUT /v1/inventory/007/name', { body }, '400 invalid_pet_id'],
    ['no petId', 'PUT /v1/inventory/names/name', { body }, '400 invalid_pet_id'],
    ...['PUT', 'PATCH', 'DELETE', 'POST'].map(
      (method): Scenario => [
        'the list is no pet',
        `${method} ${list}`,
        {},
        '405 method_not_allowed',
        { allow: 'GET, HEAD' },
      ],
    ),
    ...['GET', 'PATCH', 'POST'].map(
      (method): Scenario => [
        'a name alone is only written',
        `${method} ${nameOf(1)}`,
        {},
        '405 method_not_allowed',
        { allow: 'PUT, DELETE' },
      ],
    ),
    ['no slash', `GET ${list}/`, {}, '404 route_not_found'],
    ['no history', `GET ${list}/history`, {}, '400 invalid_pet_id'],
    ['the version', `PUT ${nameOf(1)}`, { headers: { 'if-match': '"1"' }, body }, 200],
    [
      'another version',
      `DELETE ${nameOf(1)}`,
      { headers: { 'if-match': '"2"' } },
      '412 version_mismatch',
      { etag: '"1"' },
    ],
    ['none', `PUT ${nameOf(1)}`, { headers: { 'if-none-match': '*' }, body }, 400],
    ['which version', `PUT ${nameOf(1)}`, { headers: versioned, body }, 428],
  ]);
  assert.equal(await namesIn(service), '[{"petId":1,"name":"Rex"}]');
});

test('the same Idempotency-Key names once, and names nothing else', async (t) => {
  const service = await startService(t);
  const headers = { 'idempotency-key': 'naming-1' };
  const put = `PUT ${nameOf(1)}`;
  const body = { name: 'Rex' };
  await runScenarios(t, service, [
    ['first', put, { body, headers }, 200, { 'idempotent-replayed': null }],
    ['meanwhile', `PUT ${nameOf(1)}`, { body: { name: 'Tom' } }, 200],
    ['again', put, { body, headers }, '200 {"petId":1,"name":"Rex"}', { 'idempotent-replayed': 'true' }],
    ['another name', put, { body: { name: 'Tim' }, headers }, '422 idempotency_key_reused'],
    ['a removal', `DELETE ${nameOf(1)}`, { headers }, '422 idempotency_key_reused'],
    ['a bad key', put, { body, headers: { 'idempotency-key': '' } }, 400],
    ['a change', 'PATCH /v1/inventory/1', { headers, body: { quantity: 3 } }, 422],
  ]);
  assert.equal(await namesIn(service), '[{"petId":1,"name":"Tom"}]');
});

test('a row of a batch that adds or replaces a pet can name it', async (t) => {
  const service = await startService(t);
  const patch = (rows: unknown[]) => service.call('PATCH', '/v1/inventory', { body: rows });
  const named = await patch([
    { petId: 1, quantity: 2, status: 'pending', name: 'Rex' },
    { petId: 2, quantity: 3, status: 'available', name: 'Tom', version: 0 },
    { petId: 3, quantity: 3, status: 'available' },
  ]);
  assert.equal(
    await named.text(),
    '[{"petId":1,"quantity":2,"status":"pending"},{"petId":2,"quantity":3,"status":"available"},{"petId":3,"quantity":3,"status":"available"}]',
  );
  const expected = '[{"petId":1,"name":"Rex"},{"petId":2,"name":"Tom"}]';
  assert.equal(await namesIn(service), expected);
  const refused: [rows: unknown[], status: number, message: RegExp][] = [
    [[{ petId: 1, quantity: 2, name: 'Tim' }], 400, /Row 1: "name" is not allowed/],
    [[{ petId: 1, quantity: 2, status: 'sold', name: '' }], 400, /Row 1: "name" must be text of 1 to 200/],
    [[{ petId: 1, quantity: 2, status: 'sold', name: null }], 400, /Row 1: "name" must be/],
    [[{ petId: 1, quantity: 2, status: 'gone' }], 400, /Row 1: "status" must be one of/],
    [
      [
        { petId: 1, quantity: 2, status: 'sold', name: 'Tim' },
        { petId: 2, quantity: 2, status: 'sold', version: 0 },
      ],
      412,
      /Row 2/,
    ],
  ];
  for (const [rows, status, message] of refused) {
    const response = await patch(rows);
    assert.equal(response.status, status);
    assert.match(await response.text(), new RegExp(message.source.replaceAll('"', '\\\\"')));
  }
  assert.equal(await namesIn(service), expected);
  await patch([{ petId: 1, quantity: 9, status: 'sold' }]);
  assert.equal(await namesIn(service), expected, 'a pet that is replaced keeps its name');
});

test('a name goes with its pet, and does not come back with it', async (t) => {
  const service = await startService(t);
  await service.call('PUT', nameOf(1), { body: { name: 'Rex' } });
  assert.equal((await service.call('DELETE', '/v1/inventory/1')).status, 204);
  assert.equal(await namesIn(service), '[]');
  const entry = { quantity: 1, status: 'available' };
  assert.equal((await service.call('PUT', '/v1/inventory/1', { body: entry })).status, 201);
  assert.equal(await namesIn(service), '[]');
});

test('every instance shows a name that any has acknowledged', async (t) => {
  const one = await startService(t, { pets: numberedPets(20, 1) });
  const two = await startService(t, {
    settings: { DATABASE_URL: one.database },
    pets: [],
    secret: one.secret,
  });
  assert.deepEqual([await namesIn(one), await namesIn(two)], ['[]', '[]']);
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
    const name = `round ${round}`;
    if (round % 5 === 4) await writer.call('DELETE', `/v1/inventory/${round - 4}`);
    else assert.equal((await writer.call('PUT', nameOf(round), { body: { name } })).status, 200);
    const [here, there] = [await namesIn(writer), await namesIn(reader)];
    assert.equal(there, here);
    assert.equal(there.includes(name), round % 5 !== 4);
    if (round % 5 === 4) assert.equal(there.includes(`"round ${round - 4}"`), false);
  }
});

test('while many name pets at once on two instances, no read misses a name acknowledged before it began', async (t) => {
  const pets = numberedPets(4, 1);
  const one = await startService(t, { pets });
  const two = await startService(t, { settings: { DATABASE_URL: one.database }, pets: [], secret: one.secret });
  const sent = pets.map(() => 0);
  const acknowledged = pets.map(() => 0);
  let writers = pets.length;
  const write = async (petId: number) => {
    for (let round = 1; round <= 12; round++) {
      sent[petId] = round;
      const writer = (round + petId) % 2 === 0 ? one : two;
      assert.equal((await writer.call('PUT', nameOf(petId), { body: { name: `${round}` } })).status, 200);
      acknowledged[petId] = round;
    }
    writers--;
  };
  let reads = 0;
  const read = async (service: TestService) => {
    while (writers > 0) {
      const atLeast = [...acknowledged];
      const names = JSON.parse(await namesIn(service)) as { petId: number; name: string }[];
      const seen = new Map(names.map(({ petId, name }) => [petId, Number(name)]));
      for (const [petId, least] of atLeast.entries()) {
        const round = seen.get(petId) ?? 0;
        assert.ok(round >= least && round <= (sent[petId] ?? 0), `${least} <= ${round} <= ${sent[petId]}`);
      }
      reads++;
    }
  };
  await Promise.all([...pets.map((_, petId) => write(petId)), read(one), read(two), read(one), read(two)]);
  assert.ok(reads > 4, `${reads} reads`);
});

test('many names come whole or in pages, compressed or not, however they change', async (t) => {
  const service = await startService(t, { pets: [] });
  const count = 12_000;
  const expected = new Map(Array.from({ length: count }, (_, index) => [index - 100, `Pet ${index}`]));
  const importNames = (petIds: Iterable<number>) =>
    service.store.importItems(
      [...petIds].map((petId) => ({
        ...{ kind: 'import', petId: BigInt(petId), quantity: 1, status: 'available', name: expected.get(petId) },
        ...{ expected: null, reason: null, note: null },
      })),
      { atMs: Date.now(), onProgress: () => undefined },
    );
  const check = async () => {
    const text = JSON.stringify([...expected].sort(([a], [b]) => a - b).map(([petId, name]) => ({ petId, name })));
    for (const coding of ['identity', 'gzip']) {
      const response = await service.call('GET', list, { headers: { 'accept-encoding': coding } });
      assert.equal(response.headers.get('content-encoding'), coding === 'gzip' ? 'gzip' : null);
      assert.equal(response.headers.get('vary'), 'Accept-Encoding');
      assert.ok((await response.text()) === text);
    }
  };
  await importNames(expected.keys());
  await check();
  // Few changes are applied, many are read anew.
  for (const step of [1_000, 2]) {
    for (let petId = -100; petId < count - 100; petId += step) expected.set(petId, `Renamed ${step} ${petId}`);
    await importNames([...expected.keys()].filter((petId) => (petId + 100) % step === 0));
    await check();
  }
  for (const petId of [-100, 5_000, count - 101]) {
    expected.delete(petId);
    await service.call('DELETE', `/v1/inventory/${petId}`);
  }
  await addPets(service.store, [{ petId: 99_999n, quantity: 1 }]);
  await service.call('PUT', nameOf(99_999), { body: { name: 'Last' } });
  expected.set(99_999, 'Last');
  await check();

  const pages: string[] = [];
  let next: string | undefined = `${list}?limit=1000&after=8000`;
  while (next !== undefined) {
    const response = await service.call('GET', next);
    pages.push(await response.text());
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual(
    pages.map((page) => JSON.parse(page).length),
    [1000, 1000, 1000, 899],
  );
  const names = pages.flatMap((page) => JSON.parse(page)) as { petId: number; name: string }[];
  assert.deepEqual(
    new Map(names.map(({ petId, name }) => [petId, name])),
    new Map([...expected].filter(([petId]) => petId > 8000)),
  );
  assert.equal(await namesIn(service, '?limit=1&after=99998'), '[{"petId":99999,"name":"Last"}]');
  assert.equal(await namesIn(service, '?after=99999'), '[]');
  await runScenarios(t, service, [
    ['no page', `GET ${list}?limit=0`, {}, '400 invalid_query'],
    ['no pet', `GET ${list}?after=x`, {}, '400 invalid_query'],
  ]);
});
