import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document, documentedOperations, type Schema } from '../support/openapi/schema.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** Rules that every operation and schema of the document follows. */

/** Finds every schema in a part of the document, and its place. */
function* schemasIn(part: unknown, place: string): Generator<[place: string, schema: Schema]> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part) yield [place, part as Schema];
  for (const [name, inner] of Object.entries(part)) yield* schemasIn(inner, `${place}/${name}`);
}

const schemas = [...schemasIn(document, '')];

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

test('If-None-Match and 304 are declared wherever they work, and nowhere else', async (t) => {
  const service = await startService(t, {
    pets: [{ petId: 1n, quantity: 10 }],
    settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' },
  });
  const headers = { authorization: `Bearer ${await createKey(service.store, { scope: 'owner' })}` };
  const items = [{ petId: 1, quantity: 1 }];
  await service.call('PUT', '/v1/reservations/order-1001', { headers, body: { items } });
  const webhook = { name: 'web-shop', url: 'http://127.0.0.1:9/', events: ['out'] };
  assert.equal((await service.call('POST', '/v1/webhooks', { headers, body: webhook })).status, 201);
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
