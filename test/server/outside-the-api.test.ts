import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../src/http/operations/operations.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('paths around the API', async (t) => {
  const service = await startService(t);
  const none = { authorization: '' };
  const sent = (id: string) => ({ headers: { 'x-request-id': id } });
  await runScenarios(t, service, [
    ['alive', 'GET /healthz', { headers: none }, 200],
    ['ready', 'GET /readyz', { headers: none }, 200],
    [
      'the document',
      'GET /openapi.json',
      { headers: none },
      200,
      { 'content-type': 'application/json' },
    ],
    ['the reference', 'HEAD /docs', { headers: none }, '200 ', { 'content-type': /^text\/html/ }],
    [
      'its script',
      'GET /docs/swagger-ui-bundle.js',
      { headers: none },
      200,
      { 'content-type': /^text\/javascript/ },
    ],
    ...['/v1/inventory/', '/docs/'].map(
      (path): Scenario => [
        'a slash',
        `GET ${path}`,
        {},
        '404 route_not_found',
        {},
        /Remove the slash at its end/,
      ],
    ),
    ['nothing', 'GET /nothing', { headers: none }, '404 route_not_found'],
    ['a bad percent-encoding', 'GET /%zz', { headers: none }, '400 invalid_request'],
    ['half a character', 'GET /v1/%E0%A4%A', {}, '400 invalid_request'],
    [
      'another method',
      'POST /healthz',
      { headers: none },
      '405 method_not_allowed',
      { allow: 'GET, HEAD' },
    ],
    [
      'no CORS',
      'OPTIONS /v1/inventory',
      {},
      '405 method_not_allowed',
      { allow: 'GET, HEAD, PATCH' },
    ],
    ['an odd method', 'PURGE /v1/inventory', {}, '405 method_not_allowed'],
    [
      'a fixed path is no petId',
      'PATCH /v1/inventory/events',
      {},
      '405 method_not_allowed',
      { allow: 'GET, HEAD' },
    ],
    [
      "the caller's request id",
      'GET /healthz',
      sent('till-3:42'),
      200,
      { 'x-request-id': 'till-3:42' },
    ],
    [
      'one with other characters',
      'GET /healthz',
      sent('<script>'),
      200,
      { 'x-request-id': /^[\da-f-]{36}$/ },
    ],
  ]);
});

test('what never changes while the service runs is sent compressed, and only once', async (t) => {
  const service = await startService(t);
  const headers = { authorization: '', 'accept-encoding': 'gzip' };
  const html = await (await fetch(service.url)).text();
  const [asset = ''] = /assets\/[^"]+/.exec(html) ?? [];
  for (const path of [`/${asset}`, '/openapi.json', '/', '/docs', '/docs/swagger-ui-bundle.js']) {
    const first = await service.call('GET', path, { headers });
    assert.deepEqual([first.status, first.headers.get('content-encoding')], [200, 'gzip'], path);
    const caching = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache';
    assert.equal(first.headers.get('cache-control'), caching, path);
    assert.match(first.headers.get('vary') ?? '', /Accept-Encoding/);
    const etag = first.headers.get('etag');
    assert.match(etag ?? '', /^W\/"[\w-]{43}"$/, path);
    const text = await first.text();
    const plain = await service.call('GET', path, {
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    assert.deepEqual(
      [plain.headers.get('content-encoding'), plain.headers.get('etag')],
      [null, etag],
    );
    assert.equal(await plain.text(), text);
    const again = await service.call('GET', path, {
      headers: { ...headers, 'if-none-match': etag ?? '' },
    });
    assert.deepEqual([again.status, await again.text()], [304, ''], path);
  }
  const document = await (await service.call('GET', '/openapi.json')).text();
  assert.equal(document, JSON.stringify(JSON.parse(document)), 'without indentation');
});

test('the API is mounted at the paths of the base addresses', async (t) => {
  const service = await startService(t, {
    settings: {
      BASE_URL: 'https://api.example/petstore/v1',
      STAGING_BASE_URL: 'https://api.example/petstore/v1/test/v1',
    },
  });
  await runScenarios(t, service, [
    ['production', 'GET /petstore/v1/inventory', {}, 200],
    ['staging, below it', 'GET /petstore/v1/test/v1/inventory', {}, 200],
    ['both are walled', 'GET /petstore/v1/x', { headers: { authorization: '' } }, 401],
  ]);
  const document = (await (await service.call('GET', '/openapi.json')).json()) as {
    servers: { url: string }[];
  };
  const addresses = document.servers.map(({ url }) => url);
  assert.deepEqual(addresses, [
    'https://api.example/petstore/v1',
    'https://api.example/petstore/v1/test/v1',
  ]);
  assert.match(
    await (await fetch(service.url)).text(),
    /<meta name="pawstock-api" content="\/petstore\/v1">/,
  );
});

test('one declaration of a deprecation gives the headers and the OpenAPI fields', async (t) => {
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
  const headers = {
    'x-stability': 'beta',
    deprecation: '@1767312000',
    sunset: 'Sat, 02 Jan 2027 00:00:00 GMT',
  };
  await runScenarios(t, service, [
    ['deprecated', 'GET /v1/old', {}, 200, headers],
    ['not deprecated', 'GET /v1/inventory', {}, 200, { deprecation: null, sunset: null }],
  ]);
  const { paths } = (await (await service.call('GET', '/openapi.json')).json()) as {
    paths: Record<string, { get: object }>;
  };
  const fields = { deprecated: true, 'x-sunset': '2027-01-02', 'x-stability': 'beta' };
  assert.deepEqual({ ...paths['/old']?.get, ...fields }, paths['/old']?.get);
  assert.ok(!('deprecated' in (paths['/inventory']?.get ?? {})));
});
