import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

type Pets = { petId: bigint; quantity: number }[];

async function startWith(t: Parameters<typeof startService>[0], petIds: readonly bigint[]) {
  const pets: Pets = petIds.map((petId) => ({ petId, quantity: 1 }));
  const service = await startService(t, { pets });
  const next = async (headers: Record<string, string> = {}) => {
    const response = await service.call('GET', '/v1/inventory/next-id', { headers });
    assert.equal(response.status, 200);
    return response.text();
  };
  return { service, next };
}

describe('GET /v1/inventory/next-id', { concurrency: 3 }, () => {
  test('the first pet of an empty ledger is pet 1', async (t) => {
    const { next } = await startWith(t, []);

    assert.equal(await next(), '{"petId":1}');
  });

  test('a new pet never gets the ID of a removed one', async (t) => {
    const { service, next } = await startWith(t, [3n, 7n]);

    assert.equal(await next(), '{"petId":8}');
    assert.equal((await service.call('DELETE', '/v1/inventory/7')).status, 204);
    assert.equal(await next(), '{"petId":8}');
  });

  test('a large ID has every digit', async (t) => {
    const { next } = await startWith(t, [9007199254740992n]);

    assert.equal(await next(), '{"petId":9007199254740993}');
  });

  test('no ID comes after the largest', async (t) => {
    const { next } = await startWith(t, [9223372036854775807n]);

    assert.equal(await next(), '{"petId":null}');
  });

  test('a key that reads may ask', async (t) => {
    const { service, next } = await startWith(t, [1n]);

    const reader = await createKey(service.store, { name: 'reader', scope: 'read' });

    assert.equal(await next({ authorization: `Bearer ${reader}` }), '{"petId":2}');
  });
});
