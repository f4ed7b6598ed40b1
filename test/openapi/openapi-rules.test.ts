import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type DocumentedOperation,
  document,
  documentedOperations,
  fault,
  type Schema,
} from '../support/openapi/schema.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** Rules that the whole document follows, whatever operations there are. */

const isSpecified = ({ operationId }: DocumentedOperation) =>
  operationId === 'listInventory' || operationId === 'updateInventory';

/** Every schema in a part of the document, with where it is. */
function* schemasIn(part: unknown, place: string): Generator<[place: string, schema: Schema]> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part) yield [place, part as Schema];
  for (const [name, inner] of Object.entries(part)) yield* schemasIn(inner, `${place}/${name}`);
}

const schemas = [...schemasIn(document, '')];

test('everything but the two specified operations is marked as an extension as a whole', () => {
  for (const operation of documentedOperations) {
    const { 'x-extension': mark, ...rest } = operation;
    assert.equal(mark, isSpecified(operation) ? undefined : true, operation.operationId);
    if (!isSpecified(operation)) assert.doesNotMatch(JSON.stringify(rest), /x-extension/, operation.operationId);
  }
  for (const [name, { post }] of Object.entries(document.webhooks)) assert.equal(post['x-extension'], true, name);
});

test('every operation declares 429 and 503, with the time to wait', () => {
  for (const { operationId, responses } of documentedOperations)
    for (const status of [429, 503]) assert.ok(responses[status]?.headers?.['Retry-After'], `${operationId} ${status}`);
});

test('what is true or false is a boolean', () => {
  for (const [place, { enum: values = [] }] of schemas) assert.ok(!values.includes('true'), place);
});

test('an integer that may pass 2^31 is an int64', () => {
  for (const [place, schema] of schemas) {
    if (![schema.type].flat().includes('integer')) continue;
    const { minimum = -Infinity, maximum = Infinity, format } = { ...schema, ...schema['x-bounds'] };
    if (minimum < -(2 ** 31) || maximum >= 2 ** 31) assert.equal(format, 'int64', place);
  }
});

test('every url has the format of one', () => {
  const urls = schemas.filter(([place]) => place.endsWith('/url'));
  assert.ok(urls.length > 0);
  for (const [place, { format }] of urls) assert.equal(format, 'uri', place);
});

describe('the description of what is in a path names what that is:', () => {
  const resources: Readonly<Record<string, RegExp>> = {
    inventory: /\bpet\b/,
    reservations: /\breservation\b/,
    keys: /\bAPI key\b/,
    webhooks: /\bwebhook endpoint\b/,
  };
  for (const { operationId, path, parameters = [] } of documentedOperations) {
    const [, resource = ''] = /(\w+)\/\{/.exec(path) ?? [];
    if (resource === '') continue;
    test(operationId, () => {
      const described = parameters.filter((parameter) => parameter.in === 'path').map(({ description }) => description);
      assert.equal(described.length, 1);
      assert.match(described[0] ?? '', resources[resource] ?? /^$/);
    });
  }

  test('that of the specified update as specified', () => {
    const update = documentedOperations.find(({ operationId }) => operationId === 'updateInventory');
    assert.equal(update?.parameters?.[0]?.description, 'The ID of the pet to update stock for.');
  });
});

test('If-None-Match and 304 are declared wherever they work, and nowhere else', async (t) => {
  const { service, headers } = await startWithOneOfEach(t);
  const works: string[] = [];
  for (const { operationId, path, method, parameters = [], responses } of documentedOperations) {
    if (method !== 'GET' || responses[200]?.content?.['text/event-stream'] !== undefined) continue;
    const examples: Record<string, string> = { petId: '1', id: 'order-1001', name: 'web-shop' };
    const target = `/v1${path.replace(/\{(\w+)\}/, (_, name) => examples[name] ?? '')}`;
    const first = await service.call(method, target, { headers });
    assert.equal(first.status, 200, operationId);
    await first.body?.cancel();
    const etag = first.headers.get('etag');
    const again = await service.call(method, target, { headers: { ...headers, 'if-none-match': etag ?? '*' } });
    await again.body?.cancel();
    const isDeclared = parameters.some(({ name }) => name === 'If-None-Match');
    assert.equal(isDeclared, again.status === 304, operationId);
    assert.equal(responses[304] !== undefined, isDeclared, operationId);
    assert.equal(responses[200]?.headers?.['ETag'] !== undefined, etag !== null, operationId);
    if (isDeclared) works.push(operationId);
  }
  for (const operationId of ['listInventory', 'getInventoryItem', 'listDetails'])
    assert.ok(works.includes(operationId));
});

test('a replay has exactly one start, in the document and in the service', async (t) => {
  const { service, headers } = await startWithOneOfEach(t);
  const replay = documentedOperations.find(({ operationId }) => operationId === 'replayWebhook');
  const schema = replay?.requestBody?.content['application/json']?.schema;
  assert.ok(schema);
  const since = '2026-01-31T09:30:00Z';
  for (const body of [{}, { after: 0 }, { since }, { after: 0, since }]) {
    const isValid = Object.keys(body).length === 1;
    assert.equal(fault(schema, body) === undefined, isValid, JSON.stringify(body));
    const response = await service.call('POST', '/v1/webhooks/web-shop/replay', { headers, body });
    const { message = '' } = (await response.json()) as { message?: string };
    assert.equal(response.status, isValid ? 200 : 400);
    assert.equal(message, isValid ? '' : 'The body must have exactly one of after and since.');
  }
});

/** With a pet, a reservation and an endpoint, and the key of an owner. */
async function startWithOneOfEach(t: Parameters<typeof startService>[0]) {
  const service: TestService = await startService(t, {
    pets: [{ petId: 1n, quantity: 10 }],
    settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' },
  });
  const headers = { authorization: `Bearer ${await createKey(service.store, { scope: 'owner' })}` };
  const items = [{ petId: 1, quantity: 1 }];
  await service.call('PUT', '/v1/reservations/order-1001', { headers, body: { items } });
  const webhook = { name: 'web-shop', url: 'http://127.0.0.1:9/', events: ['out'] };
  assert.equal((await service.call('POST', '/v1/webhooks', { headers, body: webhook })).status, 201);
  return { service, headers };
}
