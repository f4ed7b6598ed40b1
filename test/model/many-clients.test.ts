import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/inventory/verify.ts';
import { startService, type TestService } from '../support/service/service.ts';

type Item = { petId: number; quantity: number };

const pets = Array.from({ length: 16 }, (_, index) => ({ petId: BigInt(index), quantity: 0 }));

/** Every client writes a value that nobody else does, so an answer shows whose write it is. */
test('64 writers at once, to the same and to different pets: every answer is true and nothing is lost', async (t) => {
  const service = await startService(t, { pets });
  const perClient = 20;
  const answers = await Promise.all(
    Array.from({ length: 64 }, async (_, client) => {
      const seqs: [number, number, number][] = [];
      for (let round = 0; round < perClient; round++) {
        const petId = client % 2 === 0 ? 0 : (client + round) % pets.length;
        const quantity = client * 1_000 + round;
        const response = await service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity } });
        assert.equal(response.status, 200);
        assert.deepEqual(await response.json(), { petId, quantity, status: 'available' });
        seqs.push([Number(response.headers.get('etag')?.slice(1, -1)), petId, quantity]);
      }
      return seqs;
    }),
  );
  const all = answers.flat().sort(([a], [b]) => a - b);
  assert.equal(new Set(all.map(([seq]) => seq)).size, 64 * perClient);
  const lastOf = new Map(all.map(([, petId, quantity]) => [petId, quantity]));
  const items = (await (await service.call('GET', '/v1/inventory')).json()) as Item[];
  for (const { petId, quantity } of items) assert.equal(quantity, lastOf.get(petId));
  assert.deepEqual((await verify(service.store, () => undefined)).differences, []);
});

test('two services on one file: a read on either never misses a write that the other acknowledged', async (t) => {
  const first = await startService(t, { pets });
  const { database: DATABASE_URL, secret } = first;
  const second = await startService(t, { settings: { DATABASE_URL }, pets: [], secret });
  const both = [first, second] as const;
  const acknowledged = new Map<number, number>();
  await Promise.all(
    Array.from({ length: 16 }, async (_, client) => {
      for (let round = 1; round <= 25; round++) {
        const writer = both[(client + round) % 2] as TestService;
        const reader = both[(client + round + 1) % 2] as TestService;
        // Each client has a pet of its own, whose quantity only grows: a smaller one is an older one.
        assert.equal(
          (await writer.call('PATCH', `/v1/inventory/${client}`, { body: { quantity: round } })).status,
          200,
        );
        acknowledged.set(client, round);
        const expected = new Map(acknowledged);
        const items = (await (await reader.call('GET', '/v1/inventory')).json()) as Item[];
        for (const { petId, quantity } of items)
          assert.ok(quantity >= (expected.get(petId) ?? 0), `pet ${petId} is stale`);
        const one = (await (await reader.call('GET', `/v1/inventory/${client}`)).json()) as Item;
        assert.equal(one.quantity, round);
      }
    }),
  );
  assert.deepEqual((await verify(first.store, () => undefined)).differences, []);
});
