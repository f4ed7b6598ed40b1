import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Details, noDetails } from '../../src/domain/pet-details.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { addPets, createKey, numberedPets } from '../support/service/store-contents.ts';

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
    ['a barcode', patch, { body: { barcode: '4006381333931' } }, 200],
    ['beside it', patch, { body: { name: 'Rex', lowAt: 3 } }, 200],
    ['renamed', patch, { body: { name: 'Rex II' } }, 200],
    ['the same', patch, { body: { name: 'Rex II' } }, 200],
    [
      'ascending',
      `GET ${list}`,
      {},
      '200 [{"petId":-9223372036854775808,"name":null,"barcode":null,"lowAt":0},{"petId":1,"name":"Rex II","barcode":"4006381333931","lowAt":3},{"petId":9223372036854775807,"name":"Zoë 🐈‍⬛","barcode":null,"lowAt":null}]',
      { etag: 'W/"5"', 'cache-control': 'private, no-cache', 'content-type': 'application/json' },
    ],
    ['known', `GET ${list}`, { headers: { 'if-none-match': 'W/"5"' } }, '304 '],
    ['no body', `HEAD ${list}`, {}, '200 ', { etag: 'W/"5"' }],
    ['no body', `HEAD ${detailsOf(1)}`, {}, '200 '],
    ['cleared', patch, { body: { name: null } }, '200 {"petId":1,"name":null,"barcode":"4006381333931","lowAt":3}'],
    ['cleared', patch, { body: noDetails }, '200 {"petId":1,"name":null,"barcode":null,"lowAt":null}'],
    ['news', `GET ${list}`, { headers: { 'if-none-match': 'W/"5"' } }, 200],
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
  const service = await startService(t);
  const body = { name: 'Rex' };
  const versioned = { authorization: `Bearer ${await createKey(service.store, { requireVersion: true })}` };
  const patch = `PATCH ${detailsOf(1)}`;
  await runScenarios(t, service, [
    ['no such pet', `PATCH ${detailsOf(2)}`, { body }, '404 pet_not_found'],
    ['no such pet', `GET ${detailsOf(2)}`, {}, '404 pet_not_found'],
    ['no petId', `PATCH ${detailsOf('007')}`, { body }, '400 invalid_pet_id'],
    ['no petId', `GET ${detailsOf('details')}`, {}, '400 invalid_pet_id'],
    ['no such parameter', `GET ${list}?limit=1`, {}, '400 invalid_query'],
    ['no such parameter', `GET ${detailsOf(1)}?x`, {}, '400 invalid_query'],
    ['the names of earlier versions', 'GET /v1/inventory/names', {}, '400 invalid_pet_id'],
    ['the names of earlier versions', 'PUT /v1/inventory/1/name', { body }, '404 route_not_found'],
    ['the version', patch, { headers: { 'if-match': '"1"' }, body }, 200],
    ['another', patch, { headers: { 'if-match': '"2"' }, body }, '412 version_mismatch', { etag: '"1"' }],
    ['none', patch, { headers: { 'if-none-match': '*' }, body }, '400 invalid_header'],
    ['which version', patch, { headers: versioned, body }, 428],
  ]);
  assert.equal(await listed(service), '[{"petId":1,"name":"Rex","barcode":null,"lowAt":null}]');
});

test('the same Idempotency-Key gets the first answer, whatever the details are by then', async (t) => {
  const service = await startService(t);
  const headers = { 'idempotency-key': 'naming-1' };
  const patch = `PATCH ${detailsOf(1)}`;
  const body = { name: 'Rex' };
  const first = '200 {"petId":1,"name":"Rex","barcode":"A","lowAt":null}';
  await runScenarios(t, service, [
    ['before', patch, { body: { barcode: 'A' } }, 200],
    ['first', patch, { body, headers }, first, { 'idempotent-replayed': null }],
    ['meanwhile', patch, { body: { name: 'Tom', barcode: 'B' } }, 200],
    ['again', patch, { body, headers }, first, { 'idempotent-replayed': 'true' }],
    ['another name', patch, { body: { name: 'Tim' }, headers }, '422 idempotency_key_reused'],
    ['a change', 'PATCH /v1/inventory/1', { headers, body: { quantity: 3 } }, 422],
  ]);
  assert.equal(await listed(service), '[{"petId":1,"name":"Tom","barcode":"B","lowAt":null}]');
});

test('any sequence of details, batches and removals gives what a plain Map gives', async (t) => {
  const service = await startService(t, { pets: [] });
  const id = fc.integer({ min: 0, max: 3 });
  const update = fc.record(
    {
      name: fc.constantFrom('Rex', 'Tom', null),
      barcode: fc.constantFrom('A', 'B', null),
      lowAt: fc.constantFrom(0, 5, null),
    },
    { requiredKeys: [] },
  );
  const step = fc.oneof(
    fc.record({ kind: fc.constant('patch' as const), rows: fc.tuple(fc.tuple(id, update)) }),
    fc.record({
      kind: fc.constant('batch' as const),
      rows: fc.uniqueArray(fc.tuple(id, update), { minLength: 1, selector: ([petId]) => petId }),
    }),
    fc.record({ kind: fc.constant('remove' as const), rows: fc.tuple(fc.tuple(id, fc.constant({}))) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const model = new Map<number, Omit<Row, 'petId'>>();
  const send = async ({ kind, rows }: Step): Promise<number> => {
    const [[petId, body]] = rows as [[number, object]];
    if (kind === 'patch') return (await service.call('PATCH', detailsOf(petId), { body })).status;
    if (kind === 'remove') return (await service.call('DELETE', `/v1/inventory/${petId}`)).status;
    const batch = rows.map(([rowId, details]) => ({ petId: rowId, quantity: 1, status: 'sold', ...details }));
    const response = await service.call('PATCH', '/v1/inventory', { body: batch });
    if (response.status === 409) {
      const { code, message } = (await response.json()) as { code: string; message: string };
      assert.equal(code, 'barcode_taken');
      assert.match(message, /^Row \d: Pet \d has the barcode [AB]/);
    }
    return response.status;
  };
  const expected = ({ kind, rows }: Step): number => {
    const [[petId, body]] = rows as [[number, object]];
    if (kind === 'patch' && Object.keys(body).length === 0) return 400;
    if (kind !== 'batch' && !model.has(petId)) return 404;
    if (kind === 'remove') {
      model.delete(petId);
      return 204;
    }
    const next = new Map(model);
    for (const [rowId, details] of rows) next.set(rowId, { ...(next.get(rowId) ?? noDetails), ...details });
    const barcodes = [...next.values()].flatMap(({ barcode }) => barcode ?? []);
    if (new Set(barcodes).size < barcodes.length) return 409;
    for (const [rowId, details] of next) model.set(rowId, details);
    return 200;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        assert.equal(await send(one), expected(one), JSON.stringify(one));
        const rows = [...model].map(([petId, details]) => ({ petId, ...details })).sort((a, b) => a.petId - b.petId);
        const described = rows.filter(({ petId: _, ...details }) =>
          Object.values(details).some((value) => value !== null),
        );
        assert.deepEqual(JSON.parse(await listed(service)), described);
      }
    }),
    { numRuns: 25 },
  );
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
      assert.equal((await writer.call('PATCH', detailsOf(petId), { body: { name: `${round}` } })).status, 200);
      acknowledged[petId] = round;
    }
    writers--;
  };
  let reads = 0;
  const read = async (service: TestService) => {
    while (writers > 0) {
      const atLeast = [...acknowledged];
      const seen = new Map(
        (JSON.parse(await listed(service)) as Row[]).map(({ petId, name }) => [petId, Number(name)]),
      );
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

test('many details come compressed or not, however they change', async (t) => {
  const service = await startService(t, { pets: [] });
  const count = 12_000;
  const expected = new Map(Array.from({ length: count }, (_, index) => [index - 100, `Pet ${index}`]));
  const importNames = (petIds: Iterable<number>) =>
    service.store.importItems(
      [...petIds].map((petId) => ({
        ...{ kind: 'import', petId: BigInt(petId), quantity: 1, status: 'available', name: expected.get(petId) },
        ...{ expected: null, reason: null, note: null },
      })),
      { onProgress: () => undefined },
    );
  const check = async () => {
    const rows = [...expected].sort(([a], [b]) => a - b).map(([petId, name]) => ({ petId, ...noDetails, name }));
    const text = JSON.stringify(rows);
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
  await service.call('PATCH', detailsOf(99_999), { body: { name: 'Last' } });
  expected.set(99_999, 'Last');
  await check();
});
