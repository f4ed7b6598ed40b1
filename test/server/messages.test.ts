import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantRule } from '../../src/http/operations/history.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** What callers are told about requests that are nearly right. */

const path = '/v1/inventory/1';

test('a field that an operation does not know is named, except on the two specified operations', async (t) => {
  const service = await startService(t);
  const long = 'x'.repeat(1_000);
  const requests: [method: string, path: string, body: unknown, field: string][] = [
    ['POST', `${path}/adjustments`, { delta: 1, reson: 'sale' }, 'reson'],
    ['POST', `${path}/adjustments`, { delta: 1, quantity: 1 }, 'quantity'],
    ['POST', `${path}/adjustments`, { delta: 1, [long]: 1 }, `${long.slice(0, 64)}…`],
    ['PUT', path, { quantity: 1, status: 'sold', petId: 1 }, 'petId'],
    ['PUT', path, { quantity: 1, status: 'sold', reason: 'count' }, 'reason'],
    ['PATCH', '/v1/inventory', [{ petId: 1, quantity: 1, Note: 'x' }], 'Note'],
    ['PATCH', '/v1/inventory', [{ petId: 1, delta: 1, name: 'Rex' }], 'name'],
  ];
  for (const [method, target, body, field] of requests) {
    const response = await service.call(method, target, { body });
    const error = (await response.json()) as { code: string; message: string };
    assert.equal(error.code, 'invalid_value');
    assert.ok(error.message.includes(`"${field}" is not allowed here`), error.message);
  }
  for (const field of ['__proto__', 'constructor', 'toString']) {
    const response = await service.call('POST', `${path}/adjustments`, { raw: `{"delta":1,"${field}":{}}` });
    assert.match(await response.text(), new RegExp(`"invalid_value".*${field}`));
  }
  assert.equal((await service.store.head()).seq, 1, 'nothing was changed');
  await runScenarios(t, service, [
    ['ignored', `PATCH ${path}`, { body: { quantity: 1, reson: 'sale', petId: 9 } }, 200],
    ['ignored', 'GET /v1/inventory?reson=sale', {}, 200],
  ]);
});

test('a value in a list is told by its place and the name of the list, and a time by what it must be', async (t) => {
  const service = await startService(t);
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const hook = { name: 'shop', url: 'https://shop.example/' };
  const requests: [target: string, body: unknown, message: string][] = [
    ['POST /v1/webhooks', { ...hook, petIds: [1, '2'] }, 'Row 2 of "petIds" must be a 64-bit integer.'],
    ['POST /v1/webhooks', { ...hook, events: ['sold'] }, 'Row 1 of "events" must be one of changed, low, out.'],
    ['PUT /v1/reservations/a', { items: [1] }, 'Row 1 of "items" must be a JSON object.'],
    ['PATCH /v1/inventory', [1], 'Row 1 must be a JSON object.'],
    ['POST /v1/webhooks/shop/replay', { since: 5 }, `"since" must be ${instantRule}.`],
  ];
  for (const [target, body, message] of requests) {
    const [method = '', to = ''] = target.split(' ');
    const response = await service.call(method, to, { body, headers: { authorization: `Bearer ${owner}` } });
    assert.deepEqual(await response.json(), { code: 'invalid_value', message, status: 400 });
  }
});

test('bad JSON is told by what is wrong with it', async (t) => {
  const service = await startService(t);
  const bodies: [body: string, fault: string][] = [
    ['{"quantity":NaN}', "unexpected token 'N'"],
    ['{quantity:5}', "expected property name or '}' at character 2"],
    ['{"quantity":05}', 'unexpected number at character 14'],
    ['{"quantity":5}{}', 'unexpected non-whitespace character at character 15'],
    ['[', 'unexpected end of JSON input'],
    [`{"note":"${'x'.repeat(5_000)}","quantity":+5}`, "unexpected token '+'"],
  ];
  for (const [raw, fault] of bodies) {
    const response = await service.call('PATCH', path, { raw });
    const { code, message } = (await response.json()) as { code: string; message: string };
    assert.equal(code, 'invalid_json');
    assert.equal(message, `The body is not valid JSON: ${fault}. Send one JSON value.`);
  }
  const nested = await service.call('PATCH', path, { raw: '['.repeat(30_000) + ']'.repeat(30_000) });
  assert.match(await nested.text(), /"invalid_json".*nested too deeply/);
  const manyValues = await service.call('PATCH', '/v1/inventory', { raw: `[${'1,'.repeat(50_000)}1]` });
  assert.match(await manyValues.text(), /"invalid_json".*more than 50000 values/);
  const inText = await service.call('PATCH', '/v1/inventory', { raw: `["${',\\"'.repeat(60_000)}"]` });
  assert.match(await inText.text(), /"invalid_value".*must be a JSON object/);
});

test('an Authorization header of another form is told the right one', async (t) => {
  const service = await startService(t);
  for (const authorization of [service.secret, `Basic ${service.secret}`, 'Bearer']) {
    const response = await service.call('GET', '/v1/inventory', { headers: { authorization } });
    const message = 'The Authorization header must be "Bearer <key>".';
    assert.deepEqual(await response.json(), { code: 'invalid_api_key', message, status: 401 });
  }
});

test('a path with a slash too many is told to remove it', async (t) => {
  const service = await startService(t);
  for (const target of ['/v1/inventory/', `${path}/`, '/v1/key/', '/docs/']) {
    const response = await service.call('GET', target);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /"route_not_found".*Remove the slash at its end/);
  }
});

test('the last of equal keys counts, a byte order mark is skipped, and a charset is not looked at', async (t) => {
  const service = await startService(t);
  const latin = { 'content-type': 'application/json; charset=iso-8859-1' };
  const done = (quantity: number) => `200 {"petId":1,"quantity":${quantity},"status":"available"}`;
  const patch = `PATCH ${path}`;
  await runScenarios(t, service, [
    ['a key twice', patch, { raw: '{"quantity":1,"quantity":2}' }, done(2)],
    ['a bad value before a good one', patch, { raw: '{"quantity":"x","quantity":3}' }, done(3)],
    ['a good value before a bad one', patch, { raw: '{"quantity":3,"quantity":"x"}' }, 400],
    ['a byte order mark', patch, { raw: '\ufeff{"quantity":4}' }, done(4)],
    ['a charset', patch, { raw: '{"quantity":5,"note":"Fünf"}', headers: latin }, done(5)],
    ['bytes of that charset', patch, { raw: Uint8Array.from([0x22, 0xfc, 0x22]), headers: latin }, 400],
  ]);
  const [entry] = await service.store.history(1n, { before: null, limit: 1 });
  assert.equal(entry?.note, 'Fünf');
});
