import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../src/http/operations/operations.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';

const none = { authorization: '' };

test('paths around the API', async (t) => {
  const service = await startService(t);

  await t.test('health, document and reference need no key', async (own) => {
    await runScenarios(own, service, [
      { title: 'alive', call: 'GET /healthz', request: { headers: none }, expected: 200 },
      { title: 'ready', call: 'GET /readyz', request: { headers: none }, expected: 200 },
      {
        title: 'the document',
        call: 'GET /openapi.json',
        request: { headers: none },
        expected: 200,
        headers: { 'content-type': 'application/json' },
      },
      {
        title: 'the reference',
        call: 'HEAD /docs',
        request: { headers: none },
        expected: '200 ',
        headers: { 'content-type': /^text\/html/ },
      },
      {
        title: 'its script',
        call: 'GET /docs/swagger-ui-bundle.js',
        request: { headers: none },
        expected: 200,
        headers: { 'content-type': /^text\/javascript/ },
      },
    ]);
  });

  await t.test('a path that leads nowhere is not found', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'nothing',
        call: 'GET /nothing',
        request: { headers: none },
        expected: '404 route_not_found',
      },
    ]);
  });

  await t.test('a slash too many at the end is named', async (own) => {
    const advice = /Remove the slash at its end/;
    await runScenarios(own, service, [
      {
        title: 'in the API',
        call: 'GET /v1/inventory/',
        expected: '404 route_not_found',
        message: advice,
      },
      { title: 'beside it', call: 'GET /docs/', expected: '404 route_not_found', message: advice },
    ]);
  });

  await t.test('a path with a bad percent-encoding is refused', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'no hex digits',
        call: 'GET /%zz',
        request: { headers: none },
        expected: '400 invalid_request',
      },
      { title: 'half a character', call: 'GET /v1/%E0%A4%A', expected: '400 invalid_request' },
    ]);
  });

  await t.test('a refused method is answered with those that are allowed', async (own) => {
    const refused = '405 method_not_allowed';
    const read = { allow: 'GET, HEAD' };
    await runScenarios(own, service, [
      {
        title: 'of a probe',
        call: 'POST /healthz',
        request: { headers: none },
        expected: refused,
        headers: read,
      },
      {
        title: 'without CORS',
        call: 'OPTIONS /v1/inventory',
        expected: refused,
        headers: { allow: 'GET, HEAD, PATCH' },
      },
      { title: 'unknown', call: 'PURGE /v1/inventory', expected: refused },
      {
        title: 'of a fixed path, which is no petId',
        call: 'PATCH /v1/inventory/events',
        expected: refused,
        headers: read,
      },
    ]);
  });

  await t.test('a request keeps the id that its caller gave it', async (own) => {
    const id = { 'x-request-id': 'till-3:42' };
    await runScenarios(own, service, [
      {
        title: 'its id',
        call: 'GET /healthz',
        request: { headers: id },
        expected: 200,
        headers: id,
      },
    ]);
  });

  await t.test('a request whose id has other characters gets a new one', async (own) => {
    const headers = { 'x-request-id': '<script>' };
    const another = { 'x-request-id': /^[\da-f-]{36}$/ };
    await runScenarios(own, service, [
      {
        title: 'a script',
        call: 'GET /healthz',
        request: { headers },
        expected: 200,
        headers: another,
      },
    ]);
  });
});

test('what never changes while the service runs', async (t) => {
  const service = await startService(t);
  const html = await (await fetch(service.url)).text();
  const [asset = ''] = /assets\/[^"]+/.exec(html) ?? [];
  const paths = [`/${asset}`, '/openapi.json', '/', '/docs', '/docs/swagger-ui-bundle.js'];
  const get = (path: string, coding: string, headers = {}) =>
    service.call('GET', path, { headers: { ...none, 'accept-encoding': coding, ...headers } });

  await t.test('is sent compressed where the caller accepts that', async () => {
    for (const path of paths) {
      const compressed = await get(path, 'gzip');
      assert.equal(compressed.status, 200, path);
      assert.equal(compressed.headers.get('content-encoding'), 'gzip', path);
      assert.match(compressed.headers.get('vary') ?? '', /Accept-Encoding/, path);

      const plain = await get(path, 'identity');
      assert.equal(plain.headers.get('content-encoding'), null, path);
      assert.equal(plain.headers.get('etag'), compressed.headers.get('etag'), `tags of ${path}`);
      assert.equal(await plain.text(), await compressed.text(), `contents of ${path}`);
    }
  });

  await t.test('is sent once to a caller who has it', async () => {
    for (const path of paths) {
      const first = await get(path, 'gzip');
      await first.bytes();
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^W\/"[\w-]{43}"$/, path);

      const again = await get(path, 'gzip', { 'if-none-match': etag });
      assert.equal(again.status, 304, path);
      assert.equal(await again.text(), '', path);
    }
  });

  await t.test(
    'is asked for again each time, but for assets with a hash in their name',
    async () => {
      for (const path of paths) {
        const { headers } = await service.call('HEAD', path, { headers: none });
        const isHashed = path.startsWith('/assets/');
        const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        assert.equal(headers.get('cache-control'), caching, path);
      }
    },
  );
});

test('the OpenAPI document is sent without indentation', async (t) => {
  const service = await startService(t);
  const document = await (await service.call('GET', '/openapi.json')).text();
  assert.equal(document, JSON.stringify(JSON.parse(document)));
});

type Document = {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, { readonly get: object }>;
};

async function documentOf(service: TestService): Promise<Document> {
  const response = await service.call('GET', '/openapi.json');
  return (await response.json()) as Document;
}

test('base addresses', async (t) => {
  const service = await startService(t, {
    settings: {
      BASE_URL: 'https://api.example/petstore/v1',
      STAGING_BASE_URL: 'https://api.example/petstore/v1/test/v1',
    },
  });

  await t.test('mount the API at their paths', async (own) => {
    await runScenarios(own, service, [
      { title: 'production', call: 'GET /petstore/v1/inventory', expected: 200 },
      { title: 'staging, below it', call: 'GET /petstore/v1/test/v1/inventory', expected: 200 },
    ]);
  });

  await t.test('need a key for every path', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'production',
        call: 'GET /petstore/v1/x',
        request: { headers: none },
        expected: 401,
      },
      {
        title: 'staging',
        call: 'GET /petstore/v1/test/v1/x',
        request: { headers: none },
        expected: 401,
      },
    ]);
  });

  await t.test('are the servers of the OpenAPI document', async () => {
    const { servers } = await documentOf(service);
    assert.deepEqual(
      servers.map(({ url }) => url),
      ['https://api.example/petstore/v1', 'https://api.example/petstore/v1/test/v1'],
    );
  });

  await t.test('tell the dashboard where the API is', async () => {
    const html = await (await fetch(service.url)).text();
    assert.match(html, /<meta name="pawstock-api" content="\/petstore\/v1">/);
  });
});

test('a deprecated operation', async (t) => {
  const [list] = operations;
  assert.ok(list);
  const deprecated = {
    since: new Date('2026-01-02T00:00:00Z'),
    sunset: new Date('2027-01-02T00:00:00Z'),
  };
  const old = {
    ...list,
    operationId: 'oldList',
    path: '/old' as const,
    stability: 'beta' as const,
    deprecated,
  };
  const service = await startService(t, { operations: [list, old] });

  await t.test('has the headers of a deprecation', async (own) => {
    const headers = {
      'x-stability': 'beta',
      deprecation: '@1767312000',
      sunset: 'Sat, 02 Jan 2027 00:00:00 GMT',
    };
    await runScenarios(own, service, [
      { title: 'deprecated', call: 'GET /v1/old', expected: 200, headers },
      {
        title: 'not deprecated',
        call: 'GET /v1/inventory',
        expected: 200,
        headers: { deprecation: null, sunset: null },
      },
    ]);
  });

  await t.test('is marked in the OpenAPI document', async () => {
    const { paths } = await documentOf(service);
    assert.partialDeepStrictEqual(paths['/old']?.get, {
      deprecated: true,
      'x-sunset': '2027-01-02',
      'x-stability': 'beta',
    });
    assert.ok(!('deprecated' in (paths['/inventory']?.get ?? {})), 'the other one is not marked');
  });
});
