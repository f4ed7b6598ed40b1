import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantRule } from '../../src/http/request/fields.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';

test('callers are told what is wrong with a request that is nearly right', async (t) => {
  const service = await startService(t);
  const owner = await createKey(service.store, { scope: 'owner' });
  const headers = { authorization: `Bearer ${owner}` };
  const said = (call: string, raw: string, code: string, message: string | RegExp): Scenario => [
    raw.slice(0, 60),
    call,
    { raw, headers },
    `400 ${code}`,
    {},
    message,
  ];
  const value = (call: string, body: unknown, message: string | RegExp) =>
    said(call, JSON.stringify(body), 'invalid_value', message);
  const unknown = (call: string, body: unknown, field: string) =>
    value(call, body, new RegExp(`"${field}" is not allowed here`));
  const long = 'x'.repeat(1_000);
  const hook = { name: 'shop', url: 'https://shop.example/' };
  const json = (raw: string, fault: string) =>
    said(
      `PATCH ${path}`,
      raw,
      'invalid_json',
      `The body is not valid JSON: ${fault}. Send one JSON value.`,
    );
  const inPath = (text: string, message: string | RegExp) =>
    said(`DELETE /v1/keys/${text}`, '', 'invalid_value', message);
  const inNfc = 'must be in the Unicode form NFC: normalize it first.';
  const encoding = 'The name in the path has a bad percent-encoding: write % as %25.';
  await runScenarios(t, service, [
    value('POST /v1/keys', { name: 'Jo\u0308rg' }, `"name" ${inNfc}`),
    ...['..', '\ud800', '', 7].map((name) => value('POST /v1/keys', { name }, /"name" must be /)),
    inPath('Jo%CC%88rg', `The name in the path ${inNfc}`),
    ...['%zz', '%', '%C0%AF', '%ED%A0%80'].map((text) => inPath(text, encoding)),
    ...['a%2Fb', 'x'.repeat(65)].map((text) => inPath(text, /must be a name/)),
    ['a name that looks encoded', 'DELETE /v1/keys/%252e%252e', { headers }, '404 key_not_found'],
    [
      'the history of no name',
      'GET /v1/inventory/history?key=Jo%CC%88rg',
      { headers },
      '400 invalid_query',
    ],
    unknown(`POST ${path}/adjustments`, { delta: 1, reson: 'sale' }, 'reson'),
    unknown(`POST ${path}/adjustments`, { delta: 1, [long]: 1 }, `${long.slice(0, 64)}…`),
    unknown(`PUT ${path}`, { quantity: 1, status: 'sold', petId: 1 }, 'petId'),
    ...['__proto__', 'constructor', 'toString'].map((field) =>
      said(
        `POST ${path}/adjustments`,
        `{"delta":1,"${field}":{}}`,
        'invalid_value',
        new RegExp(field),
      ),
    ),
    value(
      'POST /v1/webhooks',
      { ...hook, petIds: [1, '2'] },
      'Row 2 of "petIds" must be a 64-bit integer.',
    ),
    value(
      'POST /v1/webhooks',
      { ...hook, events: ['sold'] },
      'Row 1 of "events" must be one of changed, low, out.',
    ),
    value('PUT /v1/reservations/a', { items: [1] }, 'Row 1 of "items" must be a JSON object.'),
    value('POST /v1/webhooks/shop/replay', { since: 5 }, `"since" must be ${instantRule}.`),
    json('{"quantity":NaN}', "unexpected token 'N'"),
    json('{quantity:5}', "expected property name or '}' at character 2"),
    json('{"quantity":05}', 'unexpected number at character 14'),
    json('{"quantity":5}{}', 'unexpected non-whitespace character at character 15'),
    json('[', 'unexpected end of JSON input'),
    json(`{"note":"${'x'.repeat(5_000)}","quantity":+5}`, "unexpected token '+'"),
    said(
      `PATCH ${path}`,
      '['.repeat(30_000) + ']'.repeat(30_000),
      'invalid_json',
      /nested too deeply/,
    ),
    said(
      'PATCH /v1/inventory',
      `[${'1,'.repeat(50_000)}1]`,
      'invalid_json',
      /more than 50000 values/,
    ),
    said(
      'PATCH /v1/inventory',
      `["${',\\"'.repeat(60_000)}"]`,
      'invalid_value',
      /must be a JSON object/,
    ),
  ]);
  // `fetch` would resolve the dots before sending the request, so the test uses a raw socket.
  for (const dots of ['.', '..', '%2e', '%2E%2e']) {
    const request = `DELETE /v1/keys/${dots} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\n\r\n`;
    const { status, body } = await exchangeOne(service.port, request);
    assert.deepEqual([status, JSON.parse(body).code], [400, 'invalid_value'], dots);
  }
});
