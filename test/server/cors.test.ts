import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

const shop = 'https://shop.example';
const till = 'https://till.example';
const list = 'GET /v1/inventory';

test('with CORS_ORIGIN', async (t) => {
  const service = await startService(t, { settings: { CORS_ORIGIN: `${shop}, ${till}` } });
  const preflightFrom = (origin: string) => ({
    headers: { authorization: '', origin, 'access-control-request-method': 'PATCH' },
  });
  const readable = { 'access-control-allow-origin': shop };

  await t.test('a preflight needs no key', async (own) => {
    const allowed = {
      'access-control-allow-origin': till,
      'access-control-allow-headers': /Authorization/,
      vary: 'Origin',
    };
    await runScenarios(own, service, [
      {
        title: 'a preflight',
        call: 'OPTIONS /v1/whatever',
        request: preflightFrom(till),
        expected: 204,
        headers: allowed,
      },
    ]);
  });

  await t.test('another origin is not let in', async (own) => {
    const refused = { 'access-control-allow-origin': null };
    await runScenarios(own, service, [
      {
        title: 'a preflight',
        call: 'OPTIONS /v1/x',
        request: preflightFrom('https://evil.example'),
        expected: 204,
        headers: refused,
      },
    ]);
  });

  await t.test('OPTIONS without an origin is a method like any other', async (own) => {
    await runScenarios(own, service, [
      { title: 'no preflight', call: 'OPTIONS /v1/inventory', expected: '405 method_not_allowed' },
    ]);
  });

  await t.test('a page may read responses with their headers', async (own) => {
    const exposed = { 'access-control-expose-headers': /ETag/, vary: /Origin.*Accept-Encoding/ };
    await runScenarios(own, service, [
      {
        title: 'a list',
        call: list,
        request: { headers: { origin: shop } },
        expected: 200,
        headers: { ...readable, ...exposed },
      },
    ]);
  });

  await t.test('a page may read errors', async (own) => {
    const headers = { origin: shop, authorization: '' };
    await runScenarios(own, service, [
      { title: 'no key', call: list, request: { headers }, expected: 401, headers: readable },
    ]);
  });
});
