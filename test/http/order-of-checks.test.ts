import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** Each request has all the faults of those below it as well: the first check in order must win. */
test('checks are made in their order: 401, 429, 404/405, 403, 415, 413, 400, then the write itself', async (t) => {
  const service = await startService(t);
  const read = { authorization: `Bearer ${await createKey(service.store, { scope: 'read' })}` };
  const careful = { authorization: `Bearer ${await createKey(service.store, { requireVersion: true })}` };
  const limited = { authorization: `Bearer ${await createKey(service.store, { scope: 'read', rateLimit: 1 })}` };
  const text = { 'content-type': 'text/plain' };
  const large = 'x'.repeat(70_000);
  await service.call('GET', '/v1/inventory', { headers: limited });
  await runScenarios(t, service, [
    {
      name: '401 before 404',
      method: 'GET',
      path: '/v1/x',
      headers: { authorization: '' },
      status: 401,
      code: 'missing_api_key',
    },
    { name: '429 before 404', method: 'GET', path: '/v1/x', headers: limited, status: 429, code: 'rate_limited' },
    {
      name: '404 before 403',
      method: 'PATCH',
      path: '/v1/x',
      headers: read,
      raw: large,
      status: 404,
      code: 'route_not_found',
    },
    {
      name: '405 before 403',
      method: 'POST',
      path: '/v1/inventory/abc',
      headers: { ...read, ...text },
      raw: large,
      status: 405,
      code: 'method_not_allowed',
      expectHeaders: { allow: 'PATCH, GET, HEAD, PUT, DELETE' },
    },
    {
      name: '403 before 415',
      method: 'PATCH',
      path: '/v1/inventory/abc',
      headers: { ...read, ...text },
      raw: large,
      status: 403,
      code: 'insufficient_scope',
    },
    {
      name: '415 before 413',
      method: 'PATCH',
      path: '/v1/inventory/abc',
      headers: text,
      raw: large,
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      name: '413 before 400',
      method: 'PATCH',
      path: '/v1/inventory/abc',
      raw: large,
      status: 413,
      code: 'body_too_large',
    },
    {
      name: '413 before 400, in the query too',
      method: 'POST',
      path: '/v1/inventory/1/adjustments?notte=x',
      raw: large,
      status: 413,
      code: 'body_too_large',
    },
    {
      name: '400 before 428',
      method: 'PATCH',
      path: '/v1/inventory/2',
      headers: careful,
      raw: '{',
      status: 400,
      code: 'invalid_json',
    },
    {
      name: '428 before 404',
      method: 'PATCH',
      path: '/v1/inventory/2',
      headers: careful,
      body: { quantity: 1 },
      status: 428,
      code: 'precondition_required',
    },
    {
      name: '404 before 412',
      method: 'PATCH',
      path: '/v1/inventory/2',
      headers: { 'if-match': '"9"' },
      body: { quantity: 1 },
      status: 404,
      code: 'pet_not_found',
    },
    {
      name: '412 before 409',
      method: 'POST',
      path: '/v1/inventory/1/adjustments',
      headers: { 'if-match': '"9"' },
      body: { delta: -100 },
      status: 412,
      code: 'version_mismatch',
      expectHeaders: { etag: '"1"' },
    },
    {
      name: '409',
      method: 'POST',
      path: '/v1/inventory/1/adjustments',
      body: { delta: -100 },
      status: 409,
      code: 'insufficient_stock',
    },
  ]);
});
