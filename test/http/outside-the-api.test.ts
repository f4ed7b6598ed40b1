import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../src/http/operations/operations.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('paths around the API', async (t) => {
  const service = await startService(t);
  const none = { authorization: '' };
  await runScenarios(t, service, [
    { name: 'alive', method: 'GET', path: '/healthz', headers: none, status: 200 },
    { name: 'ready', method: 'GET', path: '/readyz', headers: none, status: 200 },
    {
      name: 'the document',
      method: 'GET',
      path: '/openapi.json',
      headers: none,
      status: 200,
      expectHeaders: { 'content-type': 'application/json' },
    },
    {
      name: 'the reference',
      method: 'GET',
      path: '/docs',
      headers: none,
      status: 200,
      expectHeaders: { 'content-type': /^text\/html/, 'content-security-policy': /script-src 'self'/ },
    },
    {
      name: 'its script',
      method: 'GET',
      path: '/docs/swagger-ui-bundle.js',
      headers: none,
      status: 200,
      expectHeaders: { 'content-type': /^text\/javascript/ },
    },
    { name: 'HEAD', method: 'HEAD', path: '/docs', headers: none, status: 200, text: '' },
    { name: 'nothing', method: 'GET', path: '/nothing', headers: none, status: 404, code: 'route_not_found' },
    {
      name: 'a bad percent-encoding',
      method: 'GET',
      path: '/%zz',
      headers: none,
      status: 400,
      code: 'invalid_request',
    },
    { name: 'half a character', method: 'GET', path: '/v1/%E0%A4%A', status: 400, code: 'invalid_request' },
    {
      name: 'another method',
      method: 'POST',
      path: '/healthz',
      headers: none,
      status: 405,
      code: 'method_not_allowed',
      expectHeaders: { allow: 'GET, HEAD' },
    },
    {
      name: 'no CORS',
      method: 'OPTIONS',
      path: '/v1/inventory',
      status: 405,
      code: 'method_not_allowed',
      expectHeaders: { allow: 'GET, HEAD, PATCH' },
    },
    { name: 'an odd method', method: 'PURGE', path: '/v1/inventory', status: 405, code: 'method_not_allowed' },
    {
      name: 'a fixed path is no petId',
      method: 'PATCH',
      path: '/v1/inventory/events',
      body: { quantity: 1 },
      status: 405,
      code: 'method_not_allowed',
      expectHeaders: { allow: 'GET, HEAD' },
    },
    { name: 'a slash too many', method: 'GET', path: '/v1/inventory/', status: 404, code: 'route_not_found' },
    {
      name: "the caller's request id",
      method: 'GET',
      path: '/healthz',
      headers: { 'x-request-id': 'till-3:42' },
      status: 200,
      expectHeaders: { 'x-request-id': 'till-3:42' },
    },
    {
      name: 'a request id with other characters',
      method: 'GET',
      path: '/healthz',
      headers: { 'x-request-id': '<script>' },
      status: 200,
      expectHeaders: { 'x-request-id': /^[\da-f-]{36}$/ },
    },
    {
      name: 'no sniffing',
      method: 'GET',
      path: '/v1/inventory',
      status: 200,
      expectHeaders: { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': null },
    },
  ]);
});

test('the API is mounted at the paths of the base addresses', async (t) => {
  const service = await startService(t, {
    settings: { BASE_URL: 'https://api.example/petstore/v1', STAGING_BASE_URL: 'https://staging.example/v1' },
  });
  await runScenarios(t, service, [
    { name: 'production', method: 'GET', path: '/petstore/v1/inventory', status: 200 },
    { name: 'staging', method: 'GET', path: '/v1/inventory', status: 200 },
    { name: 'both are walled', method: 'GET', path: '/petstore/v1/x', headers: { authorization: '' }, status: 401 },
  ]);
  const document = (await (await service.call('GET', '/openapi.json')).json()) as { servers: { url: string }[] };
  assert.deepEqual(
    document.servers.map(({ url }) => url),
    ['https://api.example/petstore/v1', 'https://staging.example/v1'],
  );
});

test('one declaration of a deprecation gives the headers and the OpenAPI fields', async (t) => {
  const [list] = operations;
  assert.ok(list);
  const old = {
    ...list,
    operationId: 'oldList',
    path: '/old',
    stability: 'beta' as const,
    deprecated: { since: new Date('2026-01-02T00:00:00Z'), sunset: new Date('2027-01-02T00:00:00Z') },
  };
  const service = await startService(t, { operations: [list, old] });
  await runScenarios(t, service, [
    {
      name: 'deprecated',
      method: 'GET',
      path: '/v1/old',
      status: 200,
      expectHeaders: { 'x-stability': 'beta', deprecation: '@1767312000', sunset: 'Sat, 02 Jan 2027 00:00:00 GMT' },
    },
    {
      name: 'not deprecated',
      method: 'GET',
      path: '/v1/inventory',
      status: 200,
      expectHeaders: { deprecation: null, sunset: null },
    },
  ]);
  const document = (await (await service.call('GET', '/openapi.json')).json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const entry = document.paths['/old']?.['get'];
  assert.equal(entry?.['deprecated'], true);
  assert.equal(entry?.['x-sunset'], '2027-01-02');
  assert.equal(entry?.['x-stability'], 'beta');
  assert.equal(document.paths['/inventory']?.['get']?.['deprecated'], undefined);
});
