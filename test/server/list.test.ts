import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';

const largeStock = numberedPets(5_000, 7);

function list(service: TestService, coding: string, query = ''): Promise<Response> {
  return service.call('GET', `/v1/inventory${query}`, { headers: { 'accept-encoding': coding } });
}

test('the list of a large stock', async (t) => {
  const service = await startService(t, { pets: largeStock });

  await t.test('the list is gzipped where the caller accepts that', async () => {
    const plain = await (await list(service, 'identity')).text();
    const codings = [
      { accepted: 'gzip', sent: 'gzip' },
      { accepted: 'br, gzip;q=0.5', sent: 'gzip' },
      { accepted: '*', sent: 'gzip' },
      { accepted: 'gzip;q=0', sent: null },
      { accepted: 'gzip;q=0, *', sent: null },
      { accepted: 'br', sent: null },
    ];
    for (const { accepted, sent } of codings) {
      const response = await list(service, accepted);
      assert.equal(response.headers.get('content-encoding'), sent, `Accept-Encoding: ${accepted}`);
      assert.equal(await response.text(), plain, `the same list for Accept-Encoding: ${accepted}`);
    }
  });

  await t.test('a gzipped list has the latest change', async () => {
    const before = await (await list(service, 'gzip')).text();
    await service.call('PATCH', '/v1/inventory/4000', { body: { quantity: 77_777 } });
    const changed = before.replace('"petId":4000,"quantity":7,', '"petId":4000,"quantity":77777,');
    assert.equal(await (await list(service, 'gzip')).text(), changed);
  });

  await t.test('HEAD tells the length of the list', async () => {
    const { length } = await (await list(service, 'identity')).text();
    const head = await service.call('HEAD', '/v1/inventory', {
      headers: { 'accept-encoding': 'identity' },
    });
    assert.equal(head.headers.get('content-length'), String(length));
  });

  await t.test('other callers are served while lists are made', async () => {
    for (const coding of ['gzip', 'identity']) {
      let answered = 0;
      const lists = Array.from({ length: 20 }, async () => {
        const response = await list(service, coding, '?minQuantity=0');
        answered++;
        await response.bytes();
      });
      await Promise.race(lists);
      await service.call('GET', '/v1/inventory/1');
      assert.ok(answered < lists.length, `the item came before the last list (${coding})`);
      await Promise.all(lists);
    }
  });
});

const pets = [-2n, 1n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 5 }));
const [first, second, last] = pets.map(
  ({ petId }) => `{"petId":${petId},"quantity":5,"status":"available"}`,
);

test('parts of the list', async (t) => {
  const service = await startService(t, { pets });

  await t.test('a page of the list leads to the next one', async (own) => {
    const link = '</v1/inventory?petIds=9223372036854775807%2C1&limit=1&after=1>; rel="next"';
    await runScenarios(own, service, [
      {
        title: 'a page',
        call: 'GET /v1/inventory?petIds=9223372036854775807,1&limit=1',
        expected: `200 [${second}]`,
        headers: { link, etag: 'W/"3"' },
      },
      {
        title: 'the last page',
        call: 'GET /v1/inventory?limit=2&after=1',
        expected: `200 [${last}]`,
        headers: { link: null },
      },
      {
        title: 'after the last',
        call: 'GET /v1/inventory?after=9223372036854775807',
        expected: '200 []',
      },
    ]);
  });

  await t.test('a page that has not changed is not sent again', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'unchanged',
        call: 'GET /v1/inventory?limit=1',
        request: { headers: { 'if-none-match': 'W/"3"' } },
        expected: 304,
      },
    ]);
  });

  await t.test('unknown parameters of the list are ignored', async (own) => {
    const all = `200 [${first},${second},${last}]`;
    await runScenarios(own, service, [
      {
        title: 'unknown parameters',
        call: 'GET /v1/inventory?unknown=1&x',
        expected: all,
        headers: { link: null },
      },
    ]);
  });

  await t.test('a malformed query of the list is refused', async (own) => {
    const malformed = [
      'limit=0',
      'limit=1001',
      'limit=',
      'limit=1&limit=2',
      'after=007',
      'status=Available',
      'maxQuantity=1e3',
      'low=yes',
      'petIds=',
      'petIds=1,',
      'petIds=1, 2',
      `petIds=${Array(201).fill(1)}`,
    ];
    const scenarios = malformed.map((query): Scenario => {
      return { title: query, call: `GET /v1/inventory?${query}`, expected: '400 invalid_query' };
    });
    await runScenarios(own, service, scenarios);
  });
});
