import { test } from 'node:test';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

test('with CORS_ORIGIN a preflight needs no key, and only those origins are let in', async (t) => {
  const service = await startService(t, {
    settings: { CORS_ORIGIN: 'https://shop.example, https://till.example' },
  });
  const [shop, till] = ['https://shop.example', 'https://till.example'];
  const preflight = { authorization: '', origin: till, 'access-control-request-method': 'PATCH' };
  const allowed = {
    'access-control-allow-origin': till,
    'access-control-allow-headers': /Authorization/,
    vary: 'Origin',
  };
  const refused = { 'access-control-allow-origin': null };
  const exposed = { 'access-control-expose-headers': /ETag/, vary: /Origin.*Accept-Encoding/ };
  const readable = { 'access-control-allow-origin': shop };
  const list = 'GET /v1/inventory';
  await runScenarios(t, service, [
    ['a preflight', 'OPTIONS /v1/whatever', { headers: preflight }, 204, allowed],
    [
      'another origin',
      'OPTIONS /v1/x',
      { headers: { ...preflight, origin: 'https://evil.example' } },
      204,
      refused,
    ],
    ['no preflight', 'OPTIONS /v1/inventory', {}, '405 method_not_allowed'],
    ['a call', list, { headers: { origin: shop } }, 200, { ...readable, ...exposed }],
    ['an error too', list, { headers: { origin: shop, authorization: '' } }, 401, readable],
  ]);
});
