import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetailsUpdate } from '@pawstock/shared/pet-details.ts';
import { commandAction } from '../../src/domain/action.ts';
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
import { addPets, createKey, loadItems } from '../support/service/store-contents.ts';
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
type Work = (open: (limits?: Limits) => Promise<Store>, clock: TestClock) => Promise<void>;

const atMs = 1_800_000_000_000;
const terms = { scope: 'write', requireVersion: false, rateLimit: null } as const;
const set = (petId: bigint, quantity: number): StockCommand => ({
  kind: 'set',
  petId,
  quantity,
  ...unsaid,
});

function seqsOf(outcome: Outcome | undefined): readonly number[] | string | undefined {
  if (outcome?.result === 'refused') return outcome.refusal.code;
  return outcome && entriesOf(outcome.effect).map(({ seq }) => seq);
}

/**
 * Tests what every database engine must do. Each of the given SQL statements changes the ledger and
 * must fail.
 */
export function storeContract(
  { name, create, execute }: StoreEngine,
  changesOfLedger: readonly string[],
): void {
  const contract = (title: string, work: Work) =>
    test(`${name}: ${title}`, async () => {
      const database = await create();
      const clock = await createClock(database.url, atMs);
      const opened: Store[] = [];
      try {
        await work(async (given) => {
          const store = await openStore(checkDatabase(clock.url), {
            platform: { ...systemPlatform, now: clock.now },
            ...(given && { limits: given }),
          });
          opened.push(store);
          return store;
        }, clock);
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

  contract(
    'a batch of writes is decided in order, and a refusal does not disturb its neighbours',
    async (open) => {
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
      const refused = 'pet_not_found';
      assert.deepEqual(outcomes.map(seqsOf), [
        [3],
        refused,
        [4],
        'insufficient_stock',
        refused,
        [5],
        [6],
      ]);
      assert.deepEqual(await loadItems(store), {
        seq: 6,
        items: [
          { petId: 1n, quantity: 0, status: 'available', version: 4 },
          { petId: 2n, quantity: 1, status: 'sold', version: 6 },
        ],
      });
    },
  );

  contract(
    'an idempotency key is remembered with its write, within a batch too, and forgotten in time',
    async (open, clock) => {
      const store = await open();
      await addPets(store, [{ petId: 1n, quantity: 0 }]);
      const idempotency = { caller: 1, key: 'k', fingerprint: 'f' };
      const write = addOne(1n, { idempotency });
      const other = addOne(1n, { idempotency: { ...idempotency, fingerprint: 'g' } });
      const elsewhere = addOne(1n, { idempotency: { ...idempotency, caller: 2 } });
      const results = async (writes: Write[], nowMs = atMs) => {
        await clock.set(nowMs);
        return (await store.commit(writes)).map((outcome) => [outcome.result, seqsOf(outcome)]);
      };
      assert.deepEqual(await results([write, write, other, elsewhere]), [
        ['applied', [2]],
        ['replayed', [2]],
        ['refused', 'idempotency_key_reused'],
        ['applied', [3]],
      ]);
      assert.deepEqual(await results([write]), [['replayed', [2]]]);
      await clock.set(atMs + limits.idempotencyRecordMs - 1);
      await store.sweep();
      assert.deepEqual(await results([write], clock.now()), [['replayed', [2]]]);
      assert.deepEqual(await results([write], atMs + limits.idempotencyRecordMs), [
        ['applied', [4]],
      ]);
      // The clock goes back, but deleted idempotency records stay deleted.
      assert.deepEqual(await results([write]), [['replayed', [4]]]);
      assert.deepEqual(await results([elsewhere]), [['applied', [5]]]);
      await clock.set(atMs + 2 * limits.idempotencyRecordMs);
      await store.sweep();
      assert.deepEqual(await results([write], clock.now()), [['applied', [6]]]);
    },
  );

  contract(
    'a repeated write has the effect of the first one, whatever has happened since',
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

  contract('what is forgotten is deleted a few rows at a time', async (open, clock) => {
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

    await clock.set(atMs + limits.idempotencyRecordMs);
    assert.deepEqual(await store.sweep(), { expired: 2, forgotten: 0, isDone: false });
    assert.equal(await recordsLeft(), 3);
    assert.deepEqual(await store.sweep(), { expired: 1, forgotten: 0, isDone: false });
    assert.equal(await recordsLeft(), 1);
    assert.deepEqual(await store.sweep(), { expired: 0, forgotten: 0, isDone: true });
    assert.equal(await recordsLeft(), 0);

    await clock.set(atMs + 2 * limits.endedReservationMs);
    assert.deepEqual(await store.sweep(), { expired: 0, forgotten: 2, isDone: false });
    assert.deepEqual(await store.sweep(), { expired: 0, forgotten: 1, isDone: true });
  });

  contract(
    'what is reserved is the sum of one moment, also while a reservation takes the place of another',
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

  contract(
    'an import is one transaction that counts what it did, and stores only what has changed',
    async (open) => {
      const store = await open();
      await addPets(store, [{ petId: 1n, quantity: 1 }]);
      // Only every third pet changes in the second import. The ledger's sequence must continue
      // across unchanged rows.
      const rows = (change: number) =>
        Array.from({ length: 2_500 }, (_, index): StockCommand => {
          const quantity = index + (index % 3 === 0 ? change : 0);
          return { kind: 'import', petId: BigInt(index), quantity, status: 'pending', ...unsaid };
        });
      const done: number[] = [];
      const importRows = (change: number) =>
        store.importItems(
          () => ({ commands: rows(change) }),
          (count) => done.push(count),
        );
      const none = { added: 0, replaced: 0, unchanged: 0, details: 0 };
      assert.deepEqual(await importRows(0), { ...none, added: 2_499, replaced: 1 });
      assert.deepEqual(done, [2_000, 2_500]);
      const [entry] = await store.history(7n, { before: null, limit: 1 });
      assert.deepEqual([entry?.kind, entry?.key, entry?.requestId], ['import', null, null]);
      assert.deepEqual(await importRows(1), { ...none, replaced: 834, unchanged: 1_666 });
      assert.deepEqual(await importRows(1), { ...none, unchanged: 2_500 });
      const { entries, items, differences } = await verify(store, () => undefined);
      assert.deepEqual([entries, items, differences], [1 + 2_500 + 834, 2_500, []]);
    },
  );

  contract(
    'a use of a key is noted, and is no change of the keys; an earlier one replaces none',
    async (open) => {
      const store = await open();
      await createKey(store);
      const [{ digest } = { digest: '' }] = await store.keys();
      const { actionsRevision } = await store.head();
      for (const usedAtMs of [5, 4])
        await store.recordKeyUses(['none', digest].map((used) => ({ digest: used, usedAtMs })));
      assert.equal((await store.keys())[0]?.lastUsedAtMs, 5);
      assert.equal((await store.head()).actionsRevision, actionsRevision);
    },
  );

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

  contract('knows the highest petId that the ledger ever had', async (open) => {
    const store = await open();
    const highest = () => store.highestPetId();
    assert.equal(await highest(), null);
    const put = (petId: bigint): StockCommand => ({
      kind: 'put',
      petId,
      quantity: 1,
      status: 'sold',
      ...unsaid,
    });
    await store.commit([writeOf(put(-7n))]);
    assert.equal(await highest(), -7n);
    await store.commit([writeOf(put(12n)), writeOf(put(3n))]);
    await store.commit([writeOf({ kind: 'delete', petId: 12n, ...unsaid })]);
    assert.equal(await highest(), 12n);
    assert.equal(await store.readAll((contents) => contents.highestPetId()), 12n);
    let withinImport: bigint | null = null;
    await store.importItems(
      async (contents) => {
        withinImport = await contents.highestPetId();
        return { commands: [] };
      },
      () => undefined,
    );
    assert.equal(withinImport, 12n);
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

  contract('gives a GTIN to one pet alone, however many zeros lead', async (open) => {
    const store = await open();
    const set = async (petId: bigint, barcode: string) => {
      const put = { kind: 'put', petId, quantity: 1, status: 'sold', barcode, ...unsaid } as const;
      const [outcome] = await store.commit([writeOf(put)]);
      return outcome?.result === 'refused' ? outcome.refusal.petId : outcome?.result;
    };
    assert.equal(await set(1n, '012345678905'), 'applied');
    assert.equal(await set(2n, '12345678905'), 1n);
    assert.equal(await set(2n, '0012345678905'), 1n);
    assert.equal(await set(2n, '012345678906'), 'applied');
    assert.equal(await set(1n, '00012345678905'), 'applied');
    const stored = await store.detailsChangedAfter(0, 10);
    const barcodes = stored.map(({ petId, barcode }) => [petId, barcode]);
    assert.deepEqual(barcodes.sort(), [
      [1n, '00012345678905'],
      [2n, '012345678906'],
    ]);
  });

  contract('an import stores details, and no entry where only they differ', async (open) => {
    const store = await open();
    const importRows = (details: readonly DetailsUpdate[], freed: bigint[] = []) => {
      const row = { kind: 'import', quantity: 1, status: 'sold', ...unsaid } as const;
      const commands = details.map(
        (some, index): StockCommand => ({ ...row, petId: BigInt(index), ...some }),
      );
      return store.importItems(
        () => ({ commands, freed }),
        () => undefined,
      );
    };
    const unchanged = { added: 0, replaced: 0, unchanged: 3 };
    const first = await importRows([
      { name: 'A', barcode: 'A' },
      { barcode: 'B' },
      { barcode: 'C' },
    ]);
    assert.deepEqual(first, { added: 3, replaced: 0, unchanged: 0, details: 3 });
    assert.deepEqual(await importRows([{}, { name: 'B' }, {}]), { ...unchanged, details: 1 });
    assert.equal((await store.head()).seq, 3);
    const exchanged = [{ barcode: 'B' }, { barcode: 'C' }, { barcode: 'A' }];
    await assert.rejects(importRows(exchanged), { code: 'barcode_taken' });
    await assert.rejects(importRows([...exchanged, { barcode: 'B' }], [0n, 1n, 2n]), {
      code: 'barcode_taken',
    });
    assert.equal((await store.head()).seq, 3, 'a refused row leaves out all');
    assert.deepEqual(await importRows(exchanged, [0n, 1n, 2n]), { ...unchanged, details: 3 });
    const stored = (await store.detailsChangedAfter(0, 10)).map(
      ({ name, barcode }) => `${name} ${barcode}`,
    );
    assert.deepEqual(stored, ['A B', 'B C', 'null A']);
  });

  contract(
    'one holder delivers, and only it stores progress, unless a command was faster',
    async (open) => {
      const [store, other] = [await open(), await open()];
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
      const { lease } = await store.webhooks();
      assert.equal(lease.holder, '');
      const taken = await Promise.all([
        store.takeWebhookLease(lease, 'a'),
        other.takeWebhookLease(lease, 'b'),
      ]);
      assert.deepEqual(taken.toSorted(), [false, true]);
      const [holder, loser] = taken[0] ? ['a', 'b'] : ['b', 'a'];
      const webhook = await webhookIn(other);
      const { petIds, reasons, publicOnly, id } = webhook.settings;
      assert.deepEqual({ petIds, reasons, publicOnly }, filters);
      assert.equal(webhook.progress.cursor, 3);
      const progress: WebhookProgress = {
        ...webhook.progress,
        delivery: { state: 'disabled', atMs: 6, sinceMs: 5, failures: 3 },
        replay: { position: 1, until: 2 },
        lastAttempt: { atMs: 8, status: null, failure: 'ECONNREFUSED' },
      };
      assert.equal(await other.saveWebhooks(loser, [progress]), undefined);
      assert.deepEqual(await webhookIn(store), webhook);
      assert.deepEqual(await other.saveWebhooks(holder, [progress]), [id]);
      assert.deepEqual(await webhookIn(store), { ...webhook, progress });
      const beyond = { ...progress, cursor: 4 };
      assert.deepEqual(await other.saveWebhooks(holder, [beyond]), [], 'the ledger ends before');
      const removed = { ...progress, webhookId: 'removed' };
      assert.deepEqual(await other.saveWebhooks(holder, [removed]), []);
      const seen = (await store.webhooks()).lease;
      await store.saveWebhooks(holder, []);
      assert.equal(await other.takeWebhookLease(seen, loser), false, 'it was renewed meanwhile');
      await store.perform(
        commandAction({ kind: 'webhook.update', name: 'shop', change: { paused: false } }),
      );
      assert.deepEqual(await other.saveWebhooks(holder, [progress]), [id]);
      const changed = await webhookIn(store);
      assert.deepEqual(
        changed.progress.delivery,
        { state: 'working' },
        'the failures of before the change are void, whoever stores them',
      );
      const { revision } = changed.settings;
      // A failover may lose changes. Later changes must not reuse their revisions, so revisions
      // follow the clock.
      const { actionsRevision, atMs } = await store.head();
      assert.ok(revision >= atMs && actionsRevision >= atMs, `${revision} ${actionsRevision}`);
      assert.deepEqual(await store.saveWebhooks(holder, [], { nextHolder: '' }), []);
      assert.equal(await store.saveWebhooks(holder, []), undefined);
    },
  );

  contract('a store keeps its identity, which no other store has', async (open) => {
    const identity = await (await open()).identity();
    assert.match(identity.id, /^[0-9a-f]{32}$/);
    assert.equal(identity.copiedFrom, null);
    assert.deepEqual(await (await open()).identity(), identity);
    await withAnotherStore(async (other) => {
      assert.notEqual((await other.identity()).id, identity.id);
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

  contract(
    'the settings of the shop are kept, and other instances notice a change',
    async (open) => {
      const store = await open();
      assert.deepEqual(await store.shop(), { lowAt: 5 });
      const before = await store.head();
      await store.setShop({ lowAt: 12 }, null);
      assert.deepEqual(await (await open()).shop(), { lowAt: 12 });
      const { actionsRevision } = await store.head();
      assert.ok(actionsRevision > before.actionsRevision);
    },
  );

  contract('the settings of the shop and the progress of its mail are copied', async (open) => {
    const store = await open();
    await store.setShop({ lowAt: 12 }, null);
    await store.claimMailDay('2026-11-30');
    await store.recordMail({ result: 'sent', atMs: 7 });
    await withAnotherStore(async (copy) => {
      await copyStore(store, copy, () => undefined);
      assert.deepEqual(await copy.shop(), { lowAt: 12 });
      assert.deepEqual(await copy.dailyMail(), await store.dailyMail());
    });
  });

  contract(
    'one instance alone sends the mail of a day, and none that of a day before',
    async (open) => {
      const [store, other] = [await open(), await open()];
      const claims = (day: string) =>
        Promise.all([store.claimMailDay(day), other.claimMailDay(day)]);
      assert.deepEqual((await claims('2026-11-30')).toSorted(), [false, true]);
      assert.deepEqual((await claims('2026-12-01')).toSorted(), [false, true]);
      assert.deepEqual(await claims('2026-11-30'), [false, false]);
      assert.equal((await store.dailyMail()).attemptedDay, '2026-12-01');
    },
  );

  contract('a mail that was sent clears the error of the last one', async (open) => {
    const store = await open();
    const none = { attemptedDay: null, lastSentAtMs: null, lastError: null };
    assert.deepEqual(await store.dailyMail(), none);
    await store.recordMail({ result: 'failed', error: 'connection refused' });
    assert.deepEqual(await store.dailyMail(), { ...none, lastError: 'connection refused' });
    await store.recordMail({ result: 'sent', atMs: 7 });
    assert.deepEqual(await store.dailyMail(), { ...none, lastSentAtMs: 7 });
    await store.recordMail({ result: 'failed', error: 'no such recipient' });
    const failed = { ...none, lastSentAtMs: 7, lastError: 'no such recipient' };
    assert.deepEqual(await store.dailyMail(), failed);
  });

  contract('the database itself refuses to change the ledger', async (open, { url }) => {
    const pets = [1n, 2n].map((petId) => ({ petId, quantity: 1 }));
    await addPets(await open(), pets);
    for (const statement of [
      'update ledger set after = 9',
      'delete from ledger',
      ...changesOfLedger,
    ]) {
      await assert.rejects(execute(url, statement), /ledger/, statement);
    }
  });

  contract('everything can be gone through, as one moment has it', async (open) => {
    const store = await open();
    await addPets(
      store,
      [5n, 4n].map((petId) => ({ petId, quantity: 1 })),
    );
    await store.readAll(async (contents) => {
      await store.commit([writeOf(set(4n, 9))]);
      assert.equal(contents.head.seq, 2);
      const entries = (await collect(contents.entries())).map(
        ({ seq, petId }) => `${seq} of ${petId}`,
      );
      assert.deepEqual(entries, ['1 of 5', '2 of 4']);
      const items = (await collect(contents.items())).map(
        ({ petId, quantity }) => `${quantity} of ${petId}`,
      );
      assert.deepEqual(items, ['1 of 4', '1 of 5']);
    });
    assert.equal((await loadItems(store)).seq, 3);
  });
}
