import assert from 'node:assert/strict';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import { verify } from '../../src/inventory/verify.ts';
import { type Answer, createCaller } from './caller.ts';
import { createKey } from './keys.ts';
import type { Server, Shop } from './process.ts';
import { addPets } from './service.ts';
import { copyStore, integrityOf, logFramesIn, logFramesMax } from './store-file.ts';

/** What is special about the PATCH that something is done to. */
export const situations = {
  'one PATCH among many': { patchesBefore: 1, fillsLog: false },
  'the first PATCH of a new store': { patchesBefore: 0, fillsLog: false },
  'a PATCH that moves the log into the database': { patchesBefore: 1, fillsLog: true },
} as const;

export type Situation = keyof typeof situations;

/** A store with one pet that can be brought back to the same state again and again, each time for another PATCH. */
export type PreparedStore = {
  /** The store as it was prepared, and a service on it that is in the situation. */
  readonly begin: () => Promise<Server>;
  readonly patch: (server: Server, key: string) => Promise<Answer>;
  /** That the store is sound, and that the PATCH with this key has happened so many times. */
  readonly assertSound: (key: string, times: readonly number[]) => Promise<void>;
};

export async function prepareStore(shop: Shop, situation: Situation): Promise<PreparedStore> {
  const { patchesBefore, fillsLog } = situations[situation];
  const secret = await shop.inStore(async (store) => {
    await addPets(store, [{ petId: 1n, quantity: 0 }]);
    return createKey(store);
  });
  const caller = createCaller(secret);
  const patch = (server: Server, key: string) =>
    caller.call(server.url, {
      method: 'PATCH',
      path: '/1',
      headers: { 'idempotency-key': key, 'x-request-id': key },
      body: { quantity: 7 },
    });
  const prepared = `${shop.file}.prepared`;
  if (fillsLog) {
    const server = await shop.serve();
    for (let count = 0; ; count++) {
      const before = logFramesIn(shop.file);
      await patch(server, `fill-${count}`);
      const frames = logFramesIn(shop.file);
      // Room for what comes before the PATCH, not for the PATCH.
      if (frames + (patchesBefore + 1) * (frames - before) >= logFramesMax) break;
    }
    await server.signal('SIGKILL');
  }
  copyStore(shop.file, prepared);
  return {
    begin: async () => {
      copyStore(prepared, shop.file);
      const server = await shop.serve();
      for (let count = 0; count < patchesBefore; count++) await patch(server, `before-${count}`);
      return server;
    },
    patch,
    assertSound: async (key, times) => {
      assert.equal(integrityOf(shop.file), 'ok');
      await shop.inStore(async (store) => {
        assert.deepEqual((await verify(store, () => undefined)).differences, []);
        const entries: LedgerEntry[] = await store.entriesAfter(0, Number.MAX_SAFE_INTEGER);
        const count = entries.filter(({ requestId }) => requestId === key).length;
        assert.ok(times.includes(count), `${key} is in the ledger ${count} times; expected ${times.join(' or ')}`);
      });
    },
  };
}
