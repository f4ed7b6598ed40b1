import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('with CORS_ORIGIN a preflight needs no key, and only those origins are let in', async (t) => {
  const service = await startService(t, { settings: { CORS_ORIGIN: 'https://shop.example, https://till.example' } });
  const preflight = { authorization: '', origin: 'https://till.example', 'access-control-request-method': 'PATCH' };
  await runScenarios(t, service, [
    {
      name: 'a preflight',
      method: 'OPTIONS',
      path: '/v1/whatever',
      headers: preflight,
      status: 204,
      expectHeaders: {
        'access-control-allow-origin': 'https://till.example',
        'access-control-allow-headers': /Authorization/,
        vary: 'Origin',
      },
    },
    {
      name: 'another origin',
      method: 'OPTIONS',
      path: '/v1/inventory',
      headers: { ...preflight, origin: 'https://evil.example' },
      status: 204,
      expectHeaders: { 'access-control-allow-origin': null },
    },
    { name: 'no preflight', method: 'OPTIONS', path: '/v1/inventory', status: 405, code: 'method_not_allowed' },
    {
      name: 'a call',
      method: 'GET',
      path: '/v1/inventory',
      headers: { origin: 'https://shop.example' },
      status: 200,
      expectHeaders: {
        'access-control-allow-origin': 'https://shop.example',
        'access-control-expose-headers': /ETag/,
        vary: /Origin.*Accept-Encoding/,
      },
    },
    {
      name: 'an error too',
      method: 'GET',
      path: '/v1/inventory',
      headers: { origin: 'https://shop.example', authorization: '' },
      status: 401,
      expectHeaders: { 'access-control-allow-origin': 'https://shop.example' },
    },
  ]);
});
