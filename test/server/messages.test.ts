import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantRule } from '../../src/http/request/fields.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** Tests what callers are told about requests that are nearly right. */

const item = '/v1/inventory/1';
const long = 'x'.repeat(1_000);

/** A body as it is sent, and the error that is the response. */
function sent(call: string, raw: string, code: string, message: string | RegExp): Scenario {
  return { title: raw.slice(0, 60), call, request: { raw }, expected: `400 ${code}`, message };
}

function invalidValue(call: string, body: unknown, message: string | RegExp): Scenario {
  return sent(call, JSON.stringify(body), 'invalid_value', message);
}

function unknownField(call: string, body: unknown, field: string): Scenario {
  return invalidValue(call, body, new RegExp(`"${field}" is not allowed here`));
}

function invalidJson(raw: string, fault: string): Scenario {
  const message = `The body is not valid JSON: ${fault}. Send one JSON value.`;
  return sent(`PATCH ${item}`, raw, 'invalid_json', message);
}

function invalidInPath(name: string, message: string | RegExp): Scenario {
  return sent(`DELETE /v1/keys/${name}`, '', 'invalid_value', message);
}

test('callers are told', async (t) => {
  const service = await startService(t);
  const owner = await createKey(service.store, { scope: 'owner' });

  const tells = (rule: string, scenarios: readonly Scenario[]) =>
    t.test(rule, async (own) => {
      const headers = { authorization: `Bearer ${owner}` };
      const asOwner = scenarios.map((scenario): Scenario => {
        return { ...scenario, request: { ...scenario.request, headers } };
      });
      await runScenarios(own, service, asOwner);
    });

  const inNfc = 'must be in the Unicode form NFC: normalize it first.';
  await tells('that a name must be in NFC', [
    invalidValue('POST /v1/keys', { name: 'Jo\u0308rg' }, `"name" ${inNfc}`),
    invalidInPath('Jo%CC%88rg', `The name in the path ${inNfc}`),
    {
      title: 'in a query',
      call: 'GET /v1/inventory/history?key=Jo%CC%88rg',
      expected: '400 invalid_query',
    },
  ]);

  await tells('what a name must be', [
    invalidValue('POST /v1/keys', { name: '..' }, /"name" must be /),
    invalidValue('POST /v1/keys', { name: '\ud800' }, /"name" must be /),
    invalidValue('POST /v1/keys', { name: '' }, /"name" must be /),
    invalidValue('POST /v1/keys', { name: 7 }, /"name" must be /),
    invalidInPath('a%2Fb', /must be a name/),
    invalidInPath('x'.repeat(65), /must be a name/),
  ]);

  const encoding = 'The name in the path has a bad percent-encoding: write % as %25.';
  await tells('that a percent-encoding is bad', [
    invalidInPath('%zz', encoding),
    invalidInPath('%', encoding),
    invalidInPath('%C0%AF', encoding),
    invalidInPath('%ED%A0%80', encoding),
  ]);

  await tells('that there is no key with a name that only looks encoded', [
    { title: 'decoded once', call: 'DELETE /v1/keys/%252e%252e', expected: '404 key_not_found' },
  ]);

  const adjust = `POST ${item}/adjustments`;
  await tells('which field is unknown', [
    unknownField(adjust, { delta: 1, reson: 'sale' }, 'reson'),
    unknownField(`PUT ${item}`, { quantity: 1, status: 'sold', petId: 1 }, 'petId'),
    unknownField(adjust, { delta: 1, [long]: 1 }, `${long.slice(0, 64)}…`),
    sent(adjust, '{"delta":1,"__proto__":{}}', 'invalid_value', /__proto__/),
    sent(adjust, '{"delta":1,"constructor":{}}', 'invalid_value', /constructor/),
    sent(adjust, '{"delta":1,"toString":{}}', 'invalid_value', /toString/),
  ]);

  const hook = { name: 'shop', url: 'https://shop.example/' };
  await tells('which row of a list is wrong', [
    invalidValue(
      'POST /v1/webhooks',
      { ...hook, petIds: [1, '2'] },
      'Row 2 of "petIds" must be a 64-bit integer.',
    ),
    invalidValue(
      'POST /v1/webhooks',
      { ...hook, events: ['sold'] },
      'Row 1 of "events" must be one of changed, low, out.',
    ),
    invalidValue(
      'PUT /v1/reservations/a',
      { items: [1] },
      'Row 1 of "items" must be a JSON object.',
    ),
  ]);

  await tells('how a time is written', [
    invalidValue('POST /v1/webhooks/shop/replay', { since: 5 }, `"since" must be ${instantRule}.`),
  ]);

  await tells('where a body is no JSON', [
    invalidJson('{"quantity":NaN}', "unexpected token 'N'"),
    invalidJson('{quantity:5}', "expected property name or '}' at character 2"),
    invalidJson('{"quantity":05}', 'unexpected number at character 14'),
    invalidJson('{"quantity":5}{}', 'unexpected non-whitespace character at character 15'),
    invalidJson('[', 'unexpected end of JSON input'),
    invalidJson(`{"note":"${'x'.repeat(5_000)}","quantity":+5}`, "unexpected token '+'"),
  ]);

  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  const many = `[${'1,'.repeat(50_000)}1]`;
  await tells('that a body is nested too deeply or has too many values', [
    sent(`PATCH ${item}`, deep, 'invalid_json', /nested too deeply/),
    sent('PATCH /v1/inventory', many, 'invalid_json', /more than 50000 values/),
  ]);

  const commas = '",'.repeat(60_000);
  await tells('nothing about too many values if the commas are within a text', [
    invalidValue('PATCH /v1/inventory', [commas], /must be a JSON object/),
  ]);

  await t.test('that dots are no name in a path', async () => {
    // `fetch` would resolve the dots before sending the request, so the test uses a raw socket.
    for (const dots of ['.', '..', '%2e', '%2E%2e']) {
      const request = [
        `DELETE /v1/keys/${dots} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${owner}`,
        '\r\n',
      ];
      const { status, body } = await exchangeOne(service.port, request.join('\r\n'));
      assert.equal(status, 400, `the status for the name ${dots}`);
      assert.equal(JSON.parse(body).code, 'invalid_value', `the error for the name ${dots}`);
    }
  });
});
