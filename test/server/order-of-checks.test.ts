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
    ['401 before 404', 'GET /v1/x', { headers: { authorization: '' } }, '401 missing_api_key'],
    ['429 before 404', 'GET /v1/x', { headers: limited }, '429 rate_limited'],
    ['404 before 403', 'PATCH /v1/x', { headers: read, raw: large }, '404 route_not_found'],
    [
      '405 before 403',
      'POST /v1/inventory/abc',
      { headers: { ...read, ...text }, raw: large },
      '405 method_not_allowed',
      { allow: 'PATCH, DELETE, GET, HEAD, PUT' },
    ],
    [
      '403 before 415',
      'PATCH /v1/inventory/abc',
      { headers: { ...read, ...text }, raw: large },
      '403 insufficient_scope',
    ],
    ['415 before 413', 'PATCH /v1/inventory/abc', { headers: text, raw: large }, '415 unsupported_media_type'],
    ['413 before 400', 'PATCH /v1/inventory/abc', { raw: large }, '413 body_too_large'],
    [
      '413 before 400, in the query too',
      'POST /v1/inventory/1/adjustments?notte=x',
      { raw: large },
      '413 body_too_large',
    ],
    ['400 before 428', 'PATCH /v1/inventory/2', { headers: careful, raw: '{' }, '400 invalid_json'],
    [
      '428 before 404',
      'PATCH /v1/inventory/2',
      { headers: careful, body: { quantity: 1 } },
      '428 precondition_required',
    ],
    [
      '404 before 412',
      'PATCH /v1/inventory/2',
      { headers: { 'if-match': '"9"' }, body: { quantity: 1 } },
      '404 pet_not_found',
    ],
    [
      '412 before 409',
      'POST /v1/inventory/1/adjustments',
      { headers: { 'if-match': '"9"' }, body: { delta: -100 } },
      '412 version_mismatch',
      { etag: '"1"' },
    ],
    ['409', 'POST /v1/inventory/1/adjustments', { body: { delta: -100 } }, '409 insufficient_stock'],
  ]);
});
