import { test } from 'node:test';
import { instantRule } from '../../src/http/operations/history.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';

test('callers are told what is wrong with a request that is nearly right', async (t) => {
  const service = await startService(t);
  const headers = { authorization: `Bearer ${await createKey(service.store, { scope: 'owner' })}` };
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
    said(`PATCH ${path}`, raw, 'invalid_json', `The body is not valid JSON: ${fault}. Send one JSON value.`);
  await runScenarios(t, service, [
    unknown(`POST ${path}/adjustments`, { delta: 1, reson: 'sale' }, 'reson'),
    unknown(`POST ${path}/adjustments`, { delta: 1, [long]: 1 }, `${long.slice(0, 64)}…`),
    unknown(`PUT ${path}`, { quantity: 1, status: 'sold', petId: 1 }, 'petId'),
    ...['__proto__', 'constructor', 'toString'].map((field) =>
      said(`POST ${path}/adjustments`, `{"delta":1,"${field}":{}}`, 'invalid_value', new RegExp(field)),
    ),
    value('POST /v1/webhooks', { ...hook, petIds: [1, '2'] }, 'Row 2 of "petIds" must be a 64-bit integer.'),
    value('POST /v1/webhooks', { ...hook, events: ['sold'] }, 'Row 1 of "events" must be one of changed, low, out.'),
    value('PUT /v1/reservations/a', { items: [1] }, 'Row 1 of "items" must be a JSON object.'),
    value('POST /v1/webhooks/shop/replay', { since: 5 }, `"since" must be ${instantRule}.`),
    json('{"quantity":NaN}', "unexpected token 'N'"),
    json('{quantity:5}', "expected property name or '}' at character 2"),
    json('{"quantity":05}', 'unexpected number at character 14'),
    json('{"quantity":5}{}', 'unexpected non-whitespace character at character 15'),
    json('[', 'unexpected end of JSON input'),
    json(`{"note":"${'x'.repeat(5_000)}","quantity":+5}`, "unexpected token '+'"),
    said(`PATCH ${path}`, '['.repeat(30_000) + ']'.repeat(30_000), 'invalid_json', /nested too deeply/),
    said('PATCH /v1/inventory', `[${'1,'.repeat(50_000)}1]`, 'invalid_json', /more than 50000 values/),
    said('PATCH /v1/inventory', `["${',\\"'.repeat(60_000)}"]`, 'invalid_value', /must be a JSON object/),
  ]);
});
