import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { rawRequest } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';

const manyPets = Array.from({ length: 5_000 }, (_, index) => ({ petId: BigInt(index * 2), quantity: index % 100 }));

test('the list is gzipped where the caller accepts it, and is the same list', async (t) => {
  const service = await startService(t, { pets: manyPets });
  const plain = await (
    await service.call('GET', '/v1/inventory', { headers: { 'accept-encoding': 'identity' } })
  ).text();
  const accepting: [string, boolean][] = [
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['br', false],
  ];
  for (const [header, gzipped] of accepting) {
    const socket = await rawList(service, header);
    assert.equal(socket.encoding, gzipped ? 'gzip' : undefined, header);
    assert.equal(socket.text, plain, header);
  }
  const { headers } = await rawRequest(service.port, [
    `HEAD /v1/inventory HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.secret}\r\n\r\n`,
  ]);
  assert.equal(headers.get('content-length'), String(plain.length));
  await service.call('PATCH', '/v1/inventory/4000', { body: { quantity: 77_777 } });
  const changed = await rawList(service, 'gzip');
  assert.match(changed.text, /"petId":4000,"quantity":77777,/);
  assert.equal(JSON.parse(changed.text).length, manyPets.length);
});

/** fetch would undo the encoding by itself. */
async function rawList({ port, secret }: TestService, acceptEncoding: string) {
  return new Promise<{ encoding: string | undefined; text: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'accept-encoding': acceptEncoding };
    const call = request({ port, path: '/v1/inventory', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const encoding = response.headers['content-encoding'];
        resolve({ encoding, text: (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString() });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

test('parts of the list, and queries that are none', async (t) => {
  const pets = [-2n, 1n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 5 }));
  const service = await startService(t, { pets });
  const [first, second, last] = pets.map(({ petId }) => `{"petId":${petId},"quantity":5,"status":"available"}`);
  const bad = [
    ...['limit=0', 'limit=1001', 'limit=-1', 'limit=1.5', 'limit=', 'limit=a', 'limit=1&limit=2', 'after='],
    ...['after=007', 'after=9223372036854775808', 'status=', 'status=gone', 'status=Available', 'minQuantity=-1'],
    ...['maxQuantity=1e3', 'minQuantity=9007199254740992', 'low=yes', 'petIds=', 'petIds=1,', 'petIds=1, 2'],
    `petIds=${Array(201).fill(1)}`,
  ];
  const link = '</v1/inventory?petIds=9223372036854775807%2C1&limit=1&after=1>; rel="next"';
  await runScenarios(t, service, [
    ['unknown parameters', 'GET /v1/inventory?unknown=1&x', {}, `200 [${first},${second},${last}]`, { link: null }],
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

test('of lists that are made for one caller not all are made before others are served', async (t) => {
  const service = await startService(t, { pets: manyPets });
  for (const coding of ['gzip', 'identity']) {
    let answered = 0;
    const lists = Array.from({ length: 40 }, async () => {
      const response = await service.call('GET', '/v1/inventory?minQuantity=0', {
        headers: { 'accept-encoding': coding },
      });
      answered++;
      await response.bytes();
    });
    await Promise.race(lists);
    await service.call('GET', '/v1/inventory/1');
    assert.ok(answered < lists.length, coding);
    await Promise.all(lists);
  }
});
