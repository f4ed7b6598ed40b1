import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DetailsUpdate } from '@pawstock/shared/pet-details.ts';
import { commandAction } from '../../src/domain/action.ts';
import { endMails, type MailResult, morningSubject } from '../../src/domain/mail-progress.ts';
import type { WebhookProgress } from '../../src/domain/webhook-progress.ts';
import {
  type Effect,
  entriesOf,
  type Outcome,
  type StockCommand,
  type Write,
} from '../../src/domain/write.ts';
import { openStore } from '../../src/engines.ts';
import { copyStore, verify } from '../../src/inventory/copy-and-verify.ts';
import { type Limits, limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { checkDatabase } from '../../src/settings.ts';
import { collect } from '../../src/store/contents.ts';
import type { Store } from '../../src/store/store.ts';
import { idempotencyRecordTable } from '../../src/store/tables.ts';
import { addPets, createKey, loadItems, numberedPets } from '../support/service/store-contents.ts';
import { createClock, type TestClock } from '../support/store/clock.ts';
import type { StoreEngine } from '../support/store/engines.ts';
import {
  addOne,
  batchOf,
  detailsWrite,
  reservationWrite,
  reserveCommand,
  unsaid,
  writeOf,
} from '../support/store/write.ts';
import { addEndpoint, webhookIn } from '../support/webhooks/endpoint.ts';

/**
 * One test of the contract. Its first argument opens the same store on every call, with these limits
 * or the usual ones.
 */
type Work = (
  open: (limits?: Limits) => Promise<Store>,
  clock: TestClock,
  t: TestContext,
) => Promise<void>;

const atMs = 1_800_000_000_000;
const terms = { scope: 'write', requireVersion: false, rateLimit: null } as const;
const set = (petId: bigint, quantity: number): StockCommand => ({
  kind: 'set',
  petId,
  quantity,
  ...unsaid,
});

function setLowAt(store: Store, lowAt: number) {
  return store.perform(commandAction({ kind: 'shop.update', name: null, shop: { lowAt } }));
}

/** Begins the mail of a morning in several stores at once, and returns what each has begun. */
function beginMails(day: string, stores: readonly Store[], nowMs = atMs) {
  const attempt = { day, subjects: [morningSubject], nowMs };
  return Promise.all(stores.map((store) => store.beginMails(attempt)));
}

function seqsOf(outcome: Outcome | undefined): readonly number[] | string | undefined {
  if (outcome?.result === 'refused') return outcome.refusal.code;
  return outcome && entriesOf(outcome.effect).map(({ seq }) => seq);
}

/**
 * Tests what every database engine must do. Each of the given SQL statements changes the ledger and
 * must fail.
 */
export function storeContract(
  { name, create, execute, breakForPet2 }: StoreEngine,
  changesOfLedger: readonly string[],
): void {
  const contract = (title: string, work: Work) =>
    test(`${name}: ${title}`, async (t) => {
      const database = await create();
      const clock = await createClock(database.url, atMs);
      const opened: Store[] = [];
      const open = async (given: Limits = limits) => {
        const platform = { ...systemPlatform, now: clock.now };
        const store = await openStore(checkDatabase(clock.url), { platform, limits: given });
        opened.push(store);
        return store;
      };
      try {
        await work(open, clock, t);
      } finally {
        await Promise.all([...opened, clock].map((one) => one.close()));
        await database.drop();
      }
    });

  /** Runs `work` on an empty store of its own. */
  const withAnotherStore = async (work: (store: Store) => Promise<void>) => {
    const database = await create();
    const store = await openStore(checkDatabase(database.url));
    try {
      await work(store);
    } finally {
      await store.close();
      await database.drop();
    }
  };

  for (const table of ['ledger', 'item'] as const) {
    test(`${name}: a write that fails in the middle, at the table ${table}, leaves nothing`, async () => {
      const database = await create();
      const store = await openStore(checkDatabase(database.url));
      try {
        await addPets(store, numberedPets(3, 5));
        const { seq } = await store.head();
        await execute(database.url, breakForPet2(table));

        await assert.rejects(store.commit([batchOf([set(1n, 8), set(2n, 8)])]));

        const quantities = (await loadItems(store)).items.map(({ quantity }) => quantity);
        assert.deepEqual(quantities, [5, 5, 5]);
        assert.equal((await store.head()).seq, seq);
        assert.deepEqual((await verify(store, () => undefined)).differences, []);

        await store.commit([writeOf(set(1n, 7))]);
        assert.equal((await loadItems(store)).items.find(({ petId }) => petId === 1n)?.quantity, 7);
      } finally {
        await store.close();
        await database.drop();
      }
    });
  }

  contract('a write that cannot wait for an import is told how long it takes', async (open) => {
    const importer = await open();
    const impatient = await open({
      ...limits,
      storeBusyTimeoutMs: 50,
      postgresServerTimeoutMs: 200,
      postgresRetryMs: 0,
    });
    await addPets(importer, [{ petId: 1n, quantity: 1 }]);
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const plan = async () => {
      begun.resolve();
      await gate.promise;
      return { commands: [] };
    };
    const importing = importer.importItems(plan, () => undefined, 500_000);
    await begun.promise;

    await assert.rejects(impatient.commit([addOne(1n)]), {
      code: 'store_unavailable',
      message: /^An import of 500,000 rows is being stored.* in about 10 s\.$/,
      retryAfterSeconds: 10,
    });

    gate.resolve();
    await importing;
    const [outcome] = await impatient.commit([addOne(1n)]);
    assert.equal(outcome?.result, 'applied');
  });

  contract('a read that takes too long is ended, and others go on', async (open) => {
    const store = await open();
    await addPets(store, numberedPets(30_000, 1));
    const endSeq = 30_001;
    const everyone = { firstSeq: 1, endSeq, petIds: null };
    // PostgreSQL takes a limit of 0 for none.
    const hasty = await open({ ...limits, reportMsMax: 1 });
    const slow: Record<string, () => Promise<unknown>> = {
      'a report on all pets': () => hasty.petSums(everyone),
      'a report on one pet': () => hasty.petSums({ ...everyone, petIds: [-1n] }),
      'a report by day without any sale': () => hasty.quarterSums(everyone),
    };
    for (const [name, read] of Object.entries(slow))
      await assert.rejects(read(), { code: 'overloaded', message: /longer than 0.001 s/ }, name);

    assert.equal((await store.petSums(everyone)).length, 300);
    assert.equal((await hasty.head()).seq, 30_000);
  });

  contract('a batch of writes is decided in order', async (open, _clock, t) => {
    const store = await open();
    await addPets(store, [
      { petId: 1n, quantity: 5 },
      { petId: 2n, quantity: 5 },
    ]);
    const outcomes = await store.commit([
      writeOf(set(1n, 6)),
      writeOf(set(3n, 1)),
      writeOf({ kind: 'adjust', petId: 1n, delta: -6, ...unsaid }),
      writeOf({ kind: 'adjust', petId: 1n, delta: -1, ...unsaid }),
      batchOf([set(2n, 9), set(3n, 9)]),
      writeOf({ kind: 'delete', petId: 2n, ...unsaid }),
      writeOf({ kind: 'put', petId: 2n, quantity: 1, status: 'sold', ...unsaid }),
    ]);

    await t.test('and a refusal does not disturb its neighbours', () => {
      assert.deepEqual(outcomes.map(seqsOf), [
        [3],
        'pet_not_found',
        [4],
        'insufficient_stock',
        'pet_not_found',
        [5],
        [6],
      ]);
    });

    await t.test('and what was applied is stored', async () => {
      assert.deepEqual(await loadItems(store), {
        seq: 6,
        items: [
          { petId: 1n, quantity: 0, status: 'available', version: 4 },
          { petId: 2n, quantity: 1, status: 'sold', version: 6 },
        ],
      });
    });
  });

  contract('a write with an idempotency key', async (open, clock, t) => {
    const store = await open();
    await addPets(store, [{ petId: 1n, quantity: 0 }]);
    const idempotency = { caller: 1, key: 'k', fingerprint: 'f' };
    const write = addOne(1n, { idempotency });
    const other = addOne(1n, { idempotency: { ...idempotency, fingerprint: 'g' } });
    const elsewhere = addOne(1n, { idempotency: { ...idempotency, caller: 2 } });
    const commitAt = async (nowMs: number, ...writes: Write[]) => {
      await clock.set(nowMs);
      const outcomes = await store.commit(writes);
      return outcomes.map((outcome) => [outcome.result, seqsOf(outcome)]);
    };

    await t.test('is applied once within a batch', async () => {
      const [first, second] = await commitAt(atMs, write, write);
      assert.deepEqual(first, ['applied', [2]]);
      assert.deepEqual(second, ['replayed', [2]]);
    });

    await t.test('is refused if another write has had the key', async () => {
      assert.deepEqual(await commitAt(atMs, other), [['refused', 'idempotency_key_reused']]);
    });

    await t.test('is applied if another caller has had the key', async () => {
      assert.deepEqual(await commitAt(atMs, elsewhere), [['applied', [3]]]);
    });

    await t.test('is remembered after the batch', async () => {
      assert.deepEqual(await commitAt(atMs, write), [['replayed', [2]]]);
    });

    await t.test('is remembered until its time is over', async () => {
      await clock.set(atMs + limits.idempotencyRecordMs - 1);
      await store.sweep();
      assert.deepEqual(await commitAt(clock.now(), write), [['replayed', [2]]]);
    });

    await t.test('is forgotten when its time is over', async () => {
      const outcomes = await commitAt(atMs + limits.idempotencyRecordMs, write);
      assert.deepEqual(outcomes, [['applied', [4]]]);
    });

    await t.test('stays forgotten if the clock goes back', async () => {
      assert.deepEqual(await commitAt(atMs, write), [['replayed', [4]]]);
      assert.deepEqual(await commitAt(atMs, elsewhere), [['applied', [5]]]);
    });

    await t.test('is forgotten by a sweep, too', async () => {
      await clock.set(atMs + 2 * limits.idempotencyRecordMs);
      await store.sweep();
      assert.deepEqual(await commitAt(clock.now(), write), [['applied', [6]]]);
    });
  });

  contract(
    'a repeated write has the effect of the first one, also after other changes',
    async (open) => {
      const store = await open();
      const large = 2n ** 63n - 1n;
      const small = 7n;
      const items = [
        { petId: large, quantity: 2 },
        { petId: small, quantity: 1 },
      ];
      await addPets(
        store,
        items.map(({ petId }) => ({ petId, quantity: 9 })),
      );
      const repeatable = (key: string) => ({ idempotency: { caller: 1, key, fingerprint: key } });
      const ofOrder = { id: 'order', expected: null };
      const reserve = reserveCommand('order', items);
      const replace = reserveCommand('order', items, { expiresInMs: 60_000, note: 'für "Anna"' });
      const change = { kind: 'change', ...ofOrder, expiresInMs: 1_000, note: null } as const;
      const release = { kind: 'release', ...ofOrder } as const;
      const sell = { kind: 'sell', ...ofOrder, note: null } as const;
      const name = { kind: 'details', petId: small, name: 'Rex', ...unsaid } as const;
      const writes = [
        writeOf(set(small, 8), repeatable('pet')),
        batchOf([set(small, 7), set(large, 6)], repeatable('batch')),
        detailsWrite(name, repeatable('details')),
        reservationWrite(reserve, repeatable('reserved')),
        reservationWrite(replace, repeatable('replaced')),
        reservationWrite(change, repeatable('changed')),
        reservationWrite(release, repeatable('released')),
        reservationWrite(release, repeatable('released before')),
        reservationWrite(replace, repeatable('reserved again')),
        reservationWrite(sell, repeatable('sold')),
      ];
      const effects: Effect[] = [];
      for (const write of writes) {
        const [outcome] = await store.commit([write]);
        assert.equal(outcome?.result, 'applied');
        effects.push(outcome.effect);
      }
      await store.commit([
        writeOf(set(small, 1)),
        writeOf({ kind: 'delete', petId: small, ...unsaid }),
      ]);

      assert.deepEqual(
        await store.commit(writes),
        effects.map((effect) => ({ result: 'replayed', effect })),
      );
    },
  );

  contract('a sweep deletes a few rows at a time', async (open, clock, t) => {
    const store = await open({ ...limits, sweepRowsMax: 2 });
    await addPets(store, [{ petId: 1n, quantity: 50 }]);
    const recorded = ['a', 'b', 'c', 'd', 'e'].map((key) =>
      addOne(1n, { idempotency: { caller: 1, key, fingerprint: 'f' } }),
    );
    const items = [{ petId: 1n, quantity: 1 }];
    const reserved = ['x', 'y', 'z'].map((id) =>
      reservationWrite(reserveCommand(id, items, { expiresInMs: 1_000 })),
    );
    await store.commit([...recorded, ...reserved]);
    const recordsLeft = async () =>
      (await store.readAll(({ rows }) => rows(idempotencyRecordTable))).length;

    await t.test('of idempotency keys, and of reservations that have expired', async () => {
      await clock.set(atMs + limits.idempotencyRecordMs);
      assert.deepEqual(await store.sweep(), { expired: 2, forgotten: 0, isDone: false });
      assert.equal(await recordsLeft(), 3);
      assert.deepEqual(await store.sweep(), { expired: 1, forgotten: 0, isDone: false });
      assert.equal(await recordsLeft(), 1);
      assert.deepEqual(await store.sweep(), { expired: 0, forgotten: 0, isDone: true });
      assert.equal(await recordsLeft(), 0);
    });

    await t.test('of reservations that ended long ago', async () => {
      await clock.set(atMs + 2 * limits.endedReservationMs);
      assert.deepEqual(await store.sweep(), { expired: 0, forgotten: 2, isDone: false });
      assert.deepEqual(await store.sweep(), { expired: 0, forgotten: 1, isDone: true });
    });
  });

  contract(
    'what is reserved is the sum of one moment, while one reservation ends and another grows',
    async (open, clock) => {
      const store = await open();
      await addPets(store, [{ petId: 1n, quantity: 5 }]);
      const reserve = (id: string, quantity: number, expiresInMs: number) =>
        reservationWrite(reserveCommand(id, [{ petId: 1n, quantity }], { expiresInMs }));
      await store.commit([reserve('brief', 3, 1_000), reserve('lasting', 2, 60_000)]);
      // `reservedStock` reads the clock first, and the rows later. Meanwhile, the test changes the
      // clock and the rows.
      const reading = store.reservedStock({ after: null, limit: 10 });
      await clock.set(atMs + 1_000);
      await store.commit([reserve('lasting', 4, 60_000)]);
      const { json } = await reading;
      assert.ok(['[{"petId":1,"reserved":5}]', '[{"petId":1,"reserved":4}]'].includes(json), json);
      assert.deepEqual(await store.reservationTotals(), { reservations: 1, quantity: 4 });
    },
  );

  contract('an import of many pets', async (open, _clock, t) => {
    const store = await open();
    await addPets(store, [{ petId: 1n, quantity: 1 }]);
    // Only every third pet changes in the second import. The ledger's sequence must continue
    // across unchanged rows.
    const rows = (change: number) =>
      Array.from({ length: 2_500 }, (_, index): StockCommand => {
        const quantity = index + (index % 3 === 0 ? change : 0);
        return { kind: 'import', petId: BigInt(index), quantity, status: 'pending', ...unsaid };
      });
    const progress: number[] = [];
    const importRows = (change: number) =>
      store.importItems(
        () => ({ commands: rows(change) }),
        (count) => progress.push(count),
        2_500,
      );
    const none = { added: 0, replaced: 0, unchanged: 0, details: 0 };

    await t.test('counts what it has added and replaced', async () => {
      assert.deepEqual(await importRows(0), { ...none, added: 2_499, replaced: 1 });
    });

    await t.test('reports how far it is', () => {
      assert.deepEqual(progress, [2_000, 2_500]);
    });

    await t.test('is in the history without a key and a request', async () => {
      const [entry] = await store.history(7n, { before: null, limit: 1 });
      assert.equal(entry?.kind, 'import');
      assert.equal(entry?.key, null);
      assert.equal(entry?.requestId, null);
    });

    await t.test('replaces only what has changed', async () => {
      assert.deepEqual(await importRows(1), { ...none, replaced: 834, unchanged: 1_666 });
    });

    await t.test('that is repeated changes nothing', async () => {
      assert.deepEqual(await importRows(1), { ...none, unchanged: 2_500 });
    });

    await t.test('has an entry for each change alone', async () => {
      const { entries, items, differences } = await verify(store, () => undefined);
      assert.equal(entries, 1 + 2_500 + 834);
      assert.equal(items, 2_500);
      assert.deepEqual(differences, []);
    });
  });

  contract('a use of a key', async (open, _clock, t) => {
    const store = await open();
    await createKey(store);
    const [{ digest } = { digest: '' }] = await store.keys();
    const { actionsRevision } = await store.head();
    const lastUseOf = async () => (await store.keys())[0]?.lastUsedAtMs;

    await t.test('is noted beside one of an unknown key', async () => {
      await store.recordKeyUses([
        { digest: 'none', usedAtMs: 5 },
        { digest, usedAtMs: 5 },
      ]);
      assert.equal(await lastUseOf(), 5);
    });

    await t.test('does not replace a later one', async () => {
      await store.recordKeyUses([{ digest, usedAtMs: 4 }]);
      assert.equal(await lastUseOf(), 5);
    });

    await t.test('is no change of the keys', async () => {
      assert.equal((await store.head()).actionsRevision, actionsRevision);
    });
  });

  contract('the id of a key is never given twice, even if its keys are forgotten', async (open) => {
    const store = await open({ ...limits, endedKeysMax: 0 });
    const revoke = (name: string) => store.perform(commandAction({ kind: 'key.revoke', name }));
    const ids: (number | undefined)[] = [];
    for (const name of ['till', 'till', 'till']) {
      await createKey(store, { name });
      ids.push((await store.keys())[0]?.keyId);
      await revoke(name);
    }
    assert.deepEqual(await store.keys(), []);
    assert.equal(new Set(ids).size, 3, `${ids}`);
  });

  contract('an action names the key that made it by name and id', async (open) => {
    const store = await open();
    await createKey(store, { name: 'boss', scope: 'owner' });
    const [by = null] = await store.keys();
    const creation = { name: 'till', digest: 'd', options: terms, expiresInMs: null };
    const request = { kind: 'key.create', ...creation } as const;
    await store.perform({ ...commandAction(request), by });
    const made = (await store.actions(2)).map(({ key, keyId }) => [key, keyId]);
    assert.deepEqual(made, [
      ['boss', by?.keyId],
      [null, null],
    ]);
  });

  contract('the highest petId that the ledger ever had', async (open, _clock, t) => {
    const store = await open();
    const put = (petId: bigint): StockCommand => ({
      kind: 'put',
      petId,
      quantity: 1,
      status: 'sold',
      ...unsaid,
    });

    await t.test('is unknown while the ledger is empty', async () => {
      assert.equal(await store.highestPetId(), null);
    });

    await t.test('may be negative', async () => {
      await store.commit([writeOf(put(-7n))]);
      assert.equal(await store.highestPetId(), -7n);
    });

    await t.test('may be that of a pet that was removed', async () => {
      await store.commit([writeOf(put(12n)), writeOf(put(3n))]);
      await store.commit([writeOf({ kind: 'delete', petId: 12n, ...unsaid })]);
      assert.equal(await store.highestPetId(), 12n);
    });

    await t.test('is known in a view of one moment', async () => {
      assert.equal(await store.readAll((contents) => contents.highestPetId()), 12n);
    });

    await t.test('is known within an import', async () => {
      let withinImport: bigint | null = null;
      await store.importItems(
        async (contents) => {
          withinImport = await contents.highestPetId();
          return { commands: [] };
        },
        () => undefined,
        0,
      );
      assert.equal(withinImport, 12n);
    });
  });

  contract('tells a pet without details from one that is not in stock', async (open) => {
    const store = await open();
    const put = { kind: 'put', quantity: 1, status: 'sold', ...unsaid } as const;
    await store.commit([
      writeOf({ ...put, petId: 1n, name: 'Rex' }),
      writeOf({ ...put, petId: 2n }),
      writeOf({ ...put, petId: 3n, name: 'Tom' }),
    ]);
    await store.commit([writeOf({ kind: 'delete', petId: 3n, ...unsaid })]);

    const named = async (petId: bigint) => {
      const details = await store.detailsOfPet(petId);
      return details && [details.petId, details.name];
    };
    assert.deepEqual(await named(1n), [1n, 'Rex']);
    assert.deepEqual(await named(2n), [2n, null]);
    assert.equal(await named(3n), undefined);
    assert.equal(await named(4n), undefined);
  });

  contract('has no time of an entry that a failover has lost', async (open) => {
    const store = await open();
    await assert.rejects(async () => store.timeOf(1), { code: 'store_unavailable' });
  });

  contract('a GTIN', async (open, _clock, t) => {
    const store = await open();
    const setBarcode = async (petId: bigint, barcode: string) => {
      const put = { kind: 'put', petId, quantity: 1, status: 'sold', barcode, ...unsaid } as const;
      const [outcome] = await store.commit([writeOf(put)]);
      return outcome?.result === 'refused' ? outcome.refusal.petId : outcome?.result;
    };
    await setBarcode(1n, '012345678905');

    await t.test('belongs to one pet alone, however many zeros lead', async () => {
      assert.equal(await setBarcode(2n, '12345678905'), 1n, 'pet 1 has it');
      assert.equal(await setBarcode(2n, '0012345678905'), 1n, 'pet 1 has it');
    });

    await t.test('of other digits belongs to another pet', async () => {
      assert.equal(await setBarcode(2n, '012345678906'), 'applied');
    });

    await t.test('is kept as its pet has it last', async () => {
      assert.equal(await setBarcode(1n, '00012345678905'), 'applied');

      const stored = await store.detailsChangedAfter(0, 10);
      const barcodes = stored.map(({ petId, barcode }) => [petId, barcode]);
      assert.deepEqual(barcodes.sort(), [
        [1n, '00012345678905'],
        [2n, '012345678906'],
      ]);
    });
  });

  contract('an import with details', async (open, _clock, t) => {
    const store = await open();
    const importRows = (details: readonly DetailsUpdate[], freed: bigint[] = []) => {
      const row = { kind: 'import', quantity: 1, status: 'sold', ...unsaid } as const;
      const commands = details.map(
        (some, index): StockCommand => ({ ...row, petId: BigInt(index), ...some }),
      );
      return store.importItems(
        () => ({ commands, freed }),
        () => undefined,
        commands.length,
      );
    };
    const unchanged = { added: 0, replaced: 0, unchanged: 3 };
    const exchanged = [{ barcode: 'B' }, { barcode: 'C' }, { barcode: 'A' }];
    const allPets = [0n, 1n, 2n];
    const taken = { code: 'barcode_taken' };

    await t.test('counts the details that it has stored', async () => {
      const rows = [{ name: 'A', barcode: 'A' }, { barcode: 'B' }, { barcode: 'C' }];
      const counts = { added: 3, replaced: 0, unchanged: 0, details: 3 };
      assert.deepEqual(await importRows(rows), counts);
    });

    await t.test('makes no entry where only details differ', async () => {
      assert.deepEqual(await importRows([{}, { name: 'B' }, {}]), { ...unchanged, details: 1 });
      assert.equal((await store.head()).seq, 3);
    });

    await t.test('is refused if a barcode belongs to a pet that keeps it', async () => {
      await assert.rejects(importRows(exchanged), taken);
    });

    await t.test('is refused if a barcode is in two rows', async () => {
      await assert.rejects(importRows([...exchanged, { barcode: 'B' }], allPets), taken);
    });

    await t.test('changes nothing if a row is refused', async () => {
      assert.equal((await store.head()).seq, 3);
    });

    await t.test('exchanges the barcodes of pets', async () => {
      assert.deepEqual(await importRows(exchanged, allPets), { ...unchanged, details: 3 });

      const stored = await store.detailsChangedAfter(0, 10);
      const details = stored.map(({ name, barcode }) => `${name} ${barcode}`);
      assert.deepEqual(details, ['A B', 'B C', 'null A']);
    });
  });

  contract('webhook deliveries', async (open, _clock, t) => {
    const store = await open();
    const other = await open();
    await addPets(
      store,
      [1n, 2n, 3n].map((petId) => ({ petId, quantity: 0 })),
    );
    const filters = {
      petIds: [1n, -(2n ** 63n)],
      reasons: ['sale', 'count'],
      publicOnly: true,
    } as const;
    await addEndpoint(store, 'https://shop.example/?token=it\'s "1"', {
      events: ['changed', 'out'],
      low: 0,
      ...filters,
    });
    const webhook = await webhookIn(other);
    const { id } = webhook.settings;
    const { lease } = await store.webhooks();
    const taken = await Promise.all([
      store.takeWebhookLease(lease, 'a'),
      other.takeWebhookLease(lease, 'b'),
    ]);
    const [holder, loser] = taken[0] ? ['a', 'b'] : ['b', 'a'];
    const progress: WebhookProgress = {
      ...webhook.progress,
      delivery: { state: 'disabled', atMs: 6, sinceMs: 5, failures: 3 },
      replay: { position: 1, until: 2 },
      lastAttempt: { atMs: 8, status: null, failure: 'ECONNREFUSED' },
    };

    await t.test('of an endpoint go to what it was set up for', () => {
      const { petIds, reasons, publicOnly } = webhook.settings;
      assert.deepEqual({ petIds, reasons, publicOnly }, filters);
    });

    await t.test('of a new endpoint begin with the next change', () => {
      assert.equal(webhook.progress.cursor, 3);
    });

    await t.test('have no holder at first', () => {
      assert.equal(lease.holder, '');
    });

    await t.test('are taken by one instance alone', () => {
      assert.deepEqual(taken.toSorted(), [false, true]);
    });

    await t.test('have no progress that another instance than the holder stores', async () => {
      assert.equal(await other.saveWebhooks(loser, [progress]), undefined);
      assert.deepEqual(await webhookIn(store), webhook);
    });

    await t.test('have the progress that the holder stores', async () => {
      assert.deepEqual(await other.saveWebhooks(holder, [progress]), [id]);
      assert.deepEqual(await webhookIn(store), { ...webhook, progress });
    });

    await t.test('have no progress beyond the end of the ledger', async () => {
      const beyond = { ...progress, cursor: 4 };
      assert.deepEqual(await other.saveWebhooks(holder, [beyond]), []);
    });

    await t.test('have no progress for an endpoint that was removed', async () => {
      const removed = { ...progress, webhookId: 'removed' };
      assert.deepEqual(await other.saveWebhooks(holder, [removed]), []);
    });

    await t.test('are not taken over if the holder has renewed its lease meanwhile', async () => {
      const seen = (await store.webhooks()).lease;
      await store.saveWebhooks(holder, []);
      assert.equal(await other.takeWebhookLease(seen, loser), false);
    });

    await t.test('have none of the failures from before a change of the endpoint', async () => {
      const change = { paused: false };
      await store.perform(commandAction({ kind: 'webhook.update', name: 'shop', change }));
      assert.deepEqual(await other.saveWebhooks(holder, [progress]), [id]);

      const changed = await webhookIn(store);
      assert.deepEqual(changed.progress.delivery, { state: 'working' });
    });

    await t.test('have revisions that a failover does not give again', async () => {
      // A failover may lose changes. Later changes must not reuse their revisions, so revisions
      // follow the clock.
      const { actionsRevision, atMs: nowMs } = await store.head();
      const { revision } = (await webhookIn(store)).settings;
      assert.ok(revision >= nowMs, `the endpoint has revision ${revision} at ${nowMs}`);
      assert.ok(actionsRevision >= nowMs, `actions have ${actionsRevision} at ${nowMs}`);
    });

    await t.test('are given up by their holder', async () => {
      assert.deepEqual(await store.saveWebhooks(holder, [], { nextHolder: '' }), []);
      assert.equal(await store.saveWebhooks(holder, []), undefined);
    });
  });

  contract('the identity of a store', async (open, _clock, t) => {
    const identity = await (await open()).identity();

    await t.test('has an ID and no origin', () => {
      assert.match(identity.id, /^[0-9a-f]{32}$/);
      assert.equal(identity.copiedFrom, null);
    });

    await t.test('is kept', async () => {
      assert.deepEqual(await (await open()).identity(), identity);
    });

    await t.test('is that of no other store', async () => {
      await withAnotherStore(async (other) => {
        assert.notEqual((await other.identity()).id, identity.id);
      });
    });
  });

  contract('a copy has an identity of its own, and remembers that of its origin', async (open) => {
    const store = await open();
    await withAnotherStore(async (copy) => {
      const before = await copy.identity();
      assert.deepEqual((await copyStore(store, copy, () => undefined))?.differences, []);
      const { id } = await store.identity();
      assert.deepEqual(await copy.identity(), { id: before.id, copiedFrom: id });
    });
  });

  contract('the settings of the shop', async (open, _clock, t) => {
    const store = await open();
    const before = await store.head();

    await t.test('are the usual ones at first', async () => {
      assert.deepEqual(await store.shop(), { lowAt: 5 });
    });

    await t.test('are kept', async () => {
      await setLowAt(store, 12);
      assert.deepEqual(await (await open()).shop(), { lowAt: 12 });
    });

    await t.test('have a new revision after a change, which other instances notice', async () => {
      const { actionsRevision } = await store.head();
      assert.ok(actionsRevision > before.actionsRevision, `it is ${actionsRevision}`);
    });
  });

  contract('the settings of the shop and the progress of its mail are copied', async (open) => {
    const store = await open();
    await setLowAt(store, 12);
    const [begun = []] = await beginMails('2026-11-30', [store]);
    const result = { result: 'sent', atMs: 7 } as const;
    await store.recordMail({ result, progress: endMails(begun, result, atMs) });
    await withAnotherStore(async (copy) => {
      await copyStore(store, copy, () => undefined);
      assert.deepEqual(await copy.shop(), { lowAt: 12 });
      assert.deepEqual(await copy.mailStatus(), { lastSentAtMs: 7, lastError: null });
      assert.deepEqual(await copy.mailProgress('2026-11-30'), [
        { day: '2026-11-30', subject: 'morning', state: 'sent', isRepeat: false, atMs },
      ]);
    });
  });

  contract('one instance alone sends the mail of a day', async (open) => {
    const stores = [await open(), await open()];
    for (const day of ['2026-11-30', '2026-12-01']) {
      const begun = await beginMails(day, stores);
      assert.equal(begun.flat().length, 1);
    }
  });

  contract('a mail that was begun and never ended is begun once more', async (open) => {
    const store = await open();
    const begin = async (nowMs: number) =>
      (await beginMails('2026-11-30', [store], nowMs)).flat().map(({ isRepeat }) => isRepeat);
    assert.deepEqual(await begin(atMs), [false]);
    assert.deepEqual(await begin(atMs + limits.mailRetryMs - 1), []);
    assert.deepEqual(await begin(atMs + limits.mailRetryMs), [true]);
    assert.deepEqual(await begin(atMs + 2 * limits.mailRetryMs), []);
  });

  contract('the progress of mails is forgotten after a week', async (open) => {
    const store = await open();
    await beginMails('2026-11-30', [store]);
    await beginMails('2026-12-01', [store], atMs + 8 * 86_400_000);
    assert.deepEqual(await store.mailProgress('2026-11-30'), []);
    assert.equal((await store.mailProgress('2026-12-01')).length, 1);
  });

  contract('the last mail', async (open, _clock, t) => {
    const store = await open();
    const none = { lastSentAtMs: null, lastError: null };
    const record = (result: MailResult) => store.recordMail({ result, progress: [] });

    await t.test('is none at first', async () => {
      assert.deepEqual(await store.mailStatus(), none);
    });

    await t.test('that has failed leaves its error', async () => {
      await record({ result: 'failed', error: 'connection refused' });
      assert.deepEqual(await store.mailStatus(), { ...none, lastError: 'connection refused' });
    });

    await t.test('that was sent clears the error of the one before', async () => {
      await record({ result: 'sent', atMs: 7 });
      assert.deepEqual(await store.mailStatus(), { ...none, lastSentAtMs: 7 });
    });

    await t.test('that has failed keeps the time of the one that was sent', async () => {
      await record({ result: 'failed', error: 'no such recipient' });
      const failed = { ...none, lastSentAtMs: 7, lastError: 'no such recipient' };
      assert.deepEqual(await store.mailStatus(), failed);
    });
  });

  contract('the database itself refuses to change the ledger', async (open, { url }, t) => {
    const pets = [1n, 2n].map((petId) => ({ petId, quantity: 1 }));
    await addPets(await open(), pets);
    const statements = ['update ledger set after = 9', 'delete from ledger', ...changesOfLedger];

    for (const statement of statements) {
      await t.test(`by ${statement}`, async () => {
        await assert.rejects(execute(url, statement), /ledger/);
      });
    }
  });

  contract('a view of one moment, after which the stock has changed,', async (open, _clock, t) => {
    const store = await open();
    await addPets(store, [
      { petId: 5n, quantity: 1 },
      { petId: 4n, quantity: 1 },
    ]);

    await store.readAll(async (contents) => {
      await store.commit([writeOf(set(4n, 9))]);

      await t.test('has the head of that moment', () => {
        assert.equal(contents.head.seq, 2);
      });

      await t.test('has the ledger of that moment', async () => {
        const entries = await collect(contents.entries());
        const shown = entries.map(({ seq, petId }) => `${seq} of ${petId}`);
        assert.deepEqual(shown, ['1 of 5', '2 of 4']);
      });

      await t.test('has the stock of that moment', async () => {
        const items = await collect(contents.items());
        const shown = items.map(({ petId, quantity }) => `${quantity} of ${petId}`);
        assert.deepEqual(shown, ['1 of 4', '1 of 5']);
      });
    });

    await t.test('hides nothing from the next one', async () => {
      assert.equal((await loadItems(store)).seq, 3);
    });
  });
}
