import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/**
 * Each request but the last breaks several rules. The error must be about the rule that the service
 * checks first.
 */
test('checks are made in their order: 401, 429, 404/405, 403, 415, 413, 400, then the write itself', async (t) => {
  const service = await startService(t);
  const read = { authorization: `Bearer ${await createKey(service.store, { scope: 'read' })}` };
  const careful = {
    authorization: `Bearer ${await createKey(service.store, { requireVersion: true })}`,
  };
  const limited = {
    authorization: `Bearer ${await createKey(service.store, { scope: 'read', rateLimit: 1 })}`,
  };
  const text = { 'content-type': 'text/plain' };
  const large = 'x'.repeat(70_000);
  await service.call('GET', '/v1/inventory', { headers: limited });
  const set = { quantity: 1 };
  const [unknown, known] = ['PATCH /v1/inventory/2', 'POST /v1/inventory/1/adjustments'];
  const stale = { 'if-match': '"9"' };
  const take = { delta: -100 };
  const write = 'PATCH /v1/inventory/abc';
  const allow = 'PATCH, GET, HEAD, PUT, DELETE';
  const readText = { headers: { ...read, ...text }, raw: large };
  await runScenarios(t, service, [
    ['401 before 404', 'GET /v1/x', { headers: { authorization: '' } }, '401 missing_api_key'],
    ['429 before 404', 'GET /v1/x', { headers: limited }, '429 rate_limited'],
    ['404 before 403', 'PATCH /v1/x', { headers: read, raw: large }, '404 route_not_found'],
    ['405 before 403', 'POST /v1/inventory/abc', readText, '405 method_not_allowed', { allow }],
    ['403 before 415', write, readText, '403 insufficient_scope'],
    ['415 before 413', write, { headers: text, raw: large }, '415 unsupported_media_type'],
    ['413 before 400', write, { raw: large }, '413 body_too_large'],
    ['413 before 400, in the query too', `${known}?notte=x`, { raw: large }, '413 body_too_large'],
    ['400 before 428', unknown, { headers: careful, raw: '{' }, '400 invalid_json'],
    ['428 before 404', unknown, { headers: careful, body: set }, '428 precondition_required'],
    ['404 before 412', unknown, { headers: stale, body: set }, '404 pet_not_found'],
    [
      '412 before 409',
      known,
      { headers: stale, body: take },
      '412 version_mismatch',
      { etag: '"1"' },
    ],
    ['409', known, { body: take }, '409 insufficient_stock'],
  ]);
});
