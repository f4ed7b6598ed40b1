import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('with CORS_ORIGIN a preflight needs no key, and only those origins are let in', async (t) => {
  const service = await startService(t, { settings: { CORS_ORIGIN: 'https://shop.example, https://till.example' } });
  const preflight = { authorization: '', origin: 'https://till.example', 'access-control-request-method': 'PATCH' };
  await runScenarios(t, service, [
    [
      'a preflight',
      'OPTIONS /v1/whatever',
      { headers: preflight },
      204,
      {
        'access-control-allow-origin': 'https://till.example',
        'access-control-allow-headers': /Authorization/,
        vary: 'Origin',
      },
    ],
    [
      'another origin',
      'OPTIONS /v1/inventory',
      { headers: { ...preflight, origin: 'https://evil.example' } },
      204,
      { 'access-control-allow-origin': null },
    ],
    ['no preflight', 'OPTIONS /v1/inventory', {}, '405 method_not_allowed'],
    [
      'a call',
      'GET /v1/inventory',
      { headers: { origin: 'https://shop.example' } },
      200,
      {
        'access-control-allow-origin': 'https://shop.example',
        'access-control-expose-headers': /ETag/,
        vary: /Origin.*Accept-Encoding/,
      },
    ],
    [
      'an error too',
      'GET /v1/inventory',
      { headers: { origin: 'https://shop.example', authorization: '' } },
      401,
      { 'access-control-allow-origin': 'https://shop.example' },
    ],
  ]);
});
