import assert from 'node:assert/strict';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import { verify } from '../../src/inventory/verify.ts';
import { type Answer, createCaller } from './caller.ts';
import { createKey } from './keys.ts';
import type { Server, Shop } from './process.ts';
import { addPets } from './service.ts';
import { copyStore, fillLog, integrityOf } from './store-file.ts';

type Step = 'a PATCH' | 'fill the log';

type Special = {
  /** What comes before the PATCH that something is done to. */
  readonly before: readonly Step[];
  /** How many syncs come before a yes; one of a new log's is its folder's. */
  readonly syncs: number;
  /** Whether it writes the database, too. */
  readonly movesLog?: true;
};

export const situations = {
  'one PATCH among many': { before: ['a PATCH'], syncs: 1 },
  'the first PATCH of a new store': { before: [], syncs: 3 },
  'a PATCH that moves the log into the database': { before: ['a PATCH', 'fill the log'], syncs: 1, movesLog: true },
  'the PATCH after that, which begins the log anew': { before: ['fill the log', 'a PATCH'], syncs: 2 },
} as const satisfies Record<string, Special>;

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
  const { before }: Special = situations[situation];
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
  copyStore(shop.file, prepared);
  return {
    begin: async () => {
      copyStore(prepared, shop.file);
      const server = await shop.serve();
      for (const step of before) {
        if (step === 'a PATCH') await patch(server, 'before');
        else fillLog(shop.file);
      }
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
