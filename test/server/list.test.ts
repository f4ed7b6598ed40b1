import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';

test('the list is gzipped where the caller accepts it, and others are served while lists are made', async (t) => {
  const service = await startService(t, { pets: numberedPets(5_000, 7) });
  const list = (coding: string, method = 'GET', query = '') =>
    service.call(method, `/v1/inventory${query}`, { headers: { 'accept-encoding': coding } });
  const plain = await (await list('identity')).text();
  for (const coding of ['gzip', 'br, gzip;q=0.5', '*', 'gzip;q=0', 'gzip;q=0, *', 'br']) {
    const response = await list(coding);
    assert.equal(
      response.headers.get('content-encoding'),
      /gzip;q=0($|,)|^br$/.test(coding) ? null : 'gzip',
      coding,
    );
    assert.equal(await response.text(), plain, coding);
  }
  assert.equal(
    (await list('identity', 'HEAD')).headers.get('content-length'),
    String(plain.length),
  );
  await service.call('PATCH', '/v1/inventory/4000', { body: { quantity: 77_777 } });
  const changed = plain.replace('"petId":4000,"quantity":7,', '"petId":4000,"quantity":77777,');
  assert.equal(await (await list('gzip')).text(), changed);

  for (const coding of ['gzip', 'identity']) {
    let answered = 0;
    const lists = Array.from({ length: 20 }, async () => {
      const response = await list(coding, 'GET', '?minQuantity=0');
      answered++;
      await response.bytes();
    });
    await Promise.race(lists);
    await service.call('GET', '/v1/inventory/1');
    assert.ok(answered < lists.length, coding);
    await Promise.all(lists);
  }
});

test('parts of the list, and queries that are none', async (t) => {
  const pets = [-2n, 1n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 5 }));
  const service = await startService(t, { pets });
  const [first, second, last] = pets.map(
    ({ petId }) => `{"petId":${petId},"quantity":5,"status":"available"}`,
  );
  const bad = [
    ...[
      'limit=0',
      'limit=1001',
      'limit=',
      'limit=1&limit=2',
      'after=007',
      'status=Available',
      'maxQuantity=1e3',
    ],
    ...['low=yes', 'petIds=', 'petIds=1,', 'petIds=1, 2', `petIds=${Array(201).fill(1)}`],
  ];
  const link = '</v1/inventory?petIds=9223372036854775807%2C1&limit=1&after=1>; rel="next"';
  await runScenarios(t, service, [
    [
      'unknown parameters',
      'GET /v1/inventory?unknown=1&x',
      {},
      `200 [${first},${second},${last}]`,
      { link: null },
    ],
    [
      'a page',
      'GET /v1/inventory?petIds=9223372036854775807,1&limit=1',
      {},
      `200 [${second}]`,
      { link, etag: 'W/"3"' },
    ],
    ['the last page', 'GET /v1/inventory?limit=2&after=1', {}, `200 [${last}]`, { link: null }],
    ['after the last', 'GET /v1/inventory?after=9223372036854775807', {}, '200 []'],
    ...bad.map((query): Scenario => [query, `GET /v1/inventory?${query}`, {}, '400 invalid_query']),
    ['unchanged', 'GET /v1/inventory?limit=1', { headers: { 'if-none-match': 'W/"3"' } }, 304],
  ]);
});
