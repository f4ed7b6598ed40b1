import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { createClient, versionIn } from '../support/http/client.ts';
import { inForm } from '../support/long-form.ts';
import { startService, type TestService } from '../support/service/service.ts';

type Item = { petId: number; quantity: number };

const pets = Array.from({ length: 16 }, (_, index) => ({ petId: BigInt(index), quantity: 0 }));

/** Requests of its key, on connections that it keeps. */
function clientOf(t: TestContext, { url, secret }: TestService) {
  const { send, close } = createClient(secret);
  t.after(close);
  return {
    patch: (petId: number, quantity: number) =>
      send(url, { method: 'PATCH', path: `/${petId}`, body: `{"quantity":${quantity}}` }),
    list: async () => JSON.parse((await send(url, { path: '' })).body) as Item[],
    get: async (petId: number) => JSON.parse((await send(url, { path: `/${petId}` })).body) as Item,
  };
}

/** Every client writes a value that nobody else does, so an answer shows whose write it is. */
test('64 writers at once, to the same and to different pets: every answer is true and nothing is lost', async (t) => {
  const service = await startService(t, { pets });
  const { patch, list } = clientOf(t, service);
  const perClient = inForm({ short: 10, long: 100 });
  const answers = await Promise.all(
    Array.from({ length: 64 }, async (_, client) => {
      const seqs: [number, number, number][] = [];
      for (let round = 0; round < perClient; round++) {
        const petId = client % 2 === 0 ? 0 : (client + round) % pets.length;
        const quantity = client * 1_000 + round;
        const response = await patch(petId, quantity);
        assert.equal(response.status, 200);
        assert.deepEqual(JSON.parse(response.body), { petId, quantity, status: 'available' });
        seqs.push([versionIn(response) ?? 0, petId, quantity]);
      }
      return seqs;
    }),
  );
  const all = answers.flat().sort(([a], [b]) => a - b);
  assert.equal(new Set(all.map(([seq]) => seq)).size, 64 * perClient);
  const lastOf = new Map(all.map(([, petId, quantity]) => [petId, quantity]));
  for (const { petId, quantity } of await list()) assert.equal(quantity, lastOf.get(petId));
  assert.deepEqual((await verify(service.store, () => undefined)).differences, []);
});

test('two services on one file: a read on either never misses a write that the other acknowledged', async (t) => {
  const first = await startService(t, { pets });
  const { database: DATABASE_URL, secret } = first;
  const second = await startService(t, { settings: { DATABASE_URL }, pets: [], secret });
  const [one, other] = [clientOf(t, first), clientOf(t, second)];
  const acknowledged = new Map<number, number>();
  await Promise.all(
    Array.from({ length: 16 }, async (_, client) => {
      for (let round = 1; round <= inForm({ short: 12, long: 100 }); round++) {
        const [writer, reader] = (client + round) % 2 === 0 ? [one, other] : [other, one];
        // Each client has a pet of its own, whose quantity only grows: a smaller one is an older one.
        assert.equal((await writer.patch(client, round)).status, 200);
        acknowledged.set(client, round);
        const expected = new Map(acknowledged);
        for (const { petId, quantity } of await reader.list())
          assert.ok(quantity >= (expected.get(petId) ?? 0), `pet ${petId} is stale`);
        assert.equal((await reader.get(client)).quantity, round);
      }
    }),
  );
  assert.deepEqual((await verify(first.store, () => undefined)).differences, []);
});
