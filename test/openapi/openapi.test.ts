import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { checkSettings } from '../../src/settings.ts';
import { documentedOperations, undeclaredHeaders } from '../support/openapi/schema.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const golden = new URL('../../openapi.json', import.meta.url);

test('the OpenAPI document is the committed one (UPDATE_OPENAPI=1 writes it anew)', () => {
  const document = openApiDocument(operations, checkSettings({}).bases);
  if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(golden, document);
  assert.equal(document, readFileSync(golden, 'utf8'));
});

test('the headers that callers go by are declared', async (t) => {
  const service = await startService(t, { now: () => 0 });
  const secret = async (key: Parameters<typeof createKey>[1]) => `Bearer ${await createKey(service.store, key)}`;
  const reader = await secret({ scope: 'read' });
  const limited = await secret({ rateLimit: 1 });
  const calls = [
    ['listInventory', 'none', '401', 'www-authenticate'],
    ['listInventory', limited, '200', 'ratelimit'],
    ['listInventory', limited, 'default', 'retry-after'],
    ['updateInventory', 'none', '401', 'www-authenticate'],
    ['updateInventory', reader, '403', 'www-authenticate'],
    ['deleteInventoryItem', 'none', '401', 'x-request-id'],
    ['deleteInventoryItem', reader, '403', 'www-authenticate'],
    ['getInventoryItem', limited, 'default', 'ratelimit-policy'],
  ] as const;
  for (const [operationId, authorization, status, header] of calls) {
    const operation = documentedOperations.find((candidate) => candidate.operationId === operationId);
    const declared = operation?.responses[status];
    assert.ok(operation !== undefined && declared !== undefined);
    const path = `/v1${operation.path.replace('{petId}', '1')}`;
    const response = await service.call(operation.method, path, { headers: { authorization } });
    assert.ok(response.headers.has(header), `${operationId} ${response.status} has ${header}`);
    assert.deepEqual(undeclaredHeaders(response, declared), [], `${operationId} ${status}`);
  }
});
