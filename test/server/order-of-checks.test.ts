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
    {
      title: '401 before 404',
      call: 'GET /v1/x',
      request: { headers: { authorization: '' } },
      expected: '401 missing_api_key',
    },
    {
      title: '429 before 404',
      call: 'GET /v1/x',
      request: { headers: limited },
      expected: '429 rate_limited',
    },
    {
      title: '404 before 403',
      call: 'PATCH /v1/x',
      request: { headers: read, raw: large },
      expected: '404 route_not_found',
    },
    {
      title: '405 before 403',
      call: 'POST /v1/inventory/abc',
      request: readText,
      expected: '405 method_not_allowed',
      headers: { allow },
    },
    { title: '403 before 415', call: write, request: readText, expected: '403 insufficient_scope' },
    {
      title: '415 before 413',
      call: write,
      request: { headers: text, raw: large },
      expected: '415 unsupported_media_type',
    },
    {
      title: '413 before 400',
      call: write,
      request: { raw: large },
      expected: '413 body_too_large',
    },
    {
      title: '413 before 400, in the query too',
      call: `${known}?notte=x`,
      request: { raw: large },
      expected: '413 body_too_large',
    },
    {
      title: '400 before 428',
      call: unknown,
      request: { headers: careful, raw: '{' },
      expected: '400 invalid_json',
    },
    {
      title: '428 before 404',
      call: unknown,
      request: { headers: careful, body: set },
      expected: '428 precondition_required',
    },
    {
      title: '404 before 412',
      call: unknown,
      request: { headers: stale, body: set },
      expected: '404 pet_not_found',
    },
    {
      title: '412 before 409',
      call: known,
      request: { headers: stale, body: take },
      expected: '412 version_mismatch',
      headers: { etag: '"1"' },
    },
    { title: '409', call: known, request: { body: take }, expected: '409 insufficient_stock' },
  ]);
});
