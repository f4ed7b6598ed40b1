import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { historyOf } from '../../src/sqlite/history.ts';
import { stoppable } from '../../src/sqlite/stoppable.ts';
import { petSums, quarterSums } from '../../src/store/report-sums.ts';
import { type Query, textOf } from '../../src/store/tables.ts';
import { addPets, inStoreAt, numberedPets } from '../support/service/store-contents.ts';
import { unsaid, writeOf } from '../support/store/write.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const pets = 10;
const sales = 40;
const entries = pets + sales;

/** Counts how often a query reaches a stop point if it could stop at every row. */
test('each loop of a slow query of the embedded store can be stopped', async (t) => {
  const file = join(
    temporaryFolder(t, async () => db.close()),
    'store.db',
  );
  await inStoreAt(file, async (store) => {
    await addPets(store, numberedPets(pets, 100));
    const sale = { kind: 'adjust', petId: 1n, delta: -1, reason: 'sale', ...unsaid } as const;
    await store.commit(Array.from({ length: sales }, () => writeOf(sale)));
  });
  const db = new DatabaseSync(file, { readBigInts: true });
  let stopPoints = 0;
  db.function('random', () => 0n);
  db.function('stop_point', () => {
    stopPoints++;
    return 1n;
  });
  const stopPointsOf = <T>(query: Query<T>) => {
    stopPoints = 0;
    db.prepare(textOf(query, '?')).all(...((query.values ?? []) as SQLInputValue[]));
    return stopPoints;
  };
  const span = { firstSeq: 1, endSeq: entries + 1, petIds: null };

  await t.test('a report: reading, summing, joining with the stock, and writing', () => {
    assert.equal(stopPointsOf(petSums(span, stoppable)), entries + entries + pets + pets);
  });

  await t.test('a report on one pet: at all entries that are read, also of other pets', () => {
    const ofOne = petSums({ ...span, petIds: [1n] }, stoppable);
    assert.equal(stopPointsOf(ofOne), entries + (sales + 1) + 1 + 1);
  });

  await t.test('a report on a pet that is not there', () => {
    assert.equal(stopPointsOf(petSums({ ...span, petIds: [99n] }, stoppable)), entries);
  });

  await t.test('the days of a report: at all entries that are read, also without a sale', () => {
    const quarters = 1;
    const ofDays = stopPointsOf(quarterSums(span, stoppable));
    assert.equal(ofDays, entries + sales + quarters);
    const withoutSales = quarterSums({ ...span, endSeq: pets + 1 }, stoppable);
    assert.equal(stopPointsOf(withoutSales), pets);
  });

  await t.test('a page of the history of one pet: at each newer change that it passes', () => {
    const oldest = historyOf(1n, { before: pets + 1, limit: 10 });
    assert.ok(stopPointsOf(oldest) >= 1);
    const afterAnotherPet = historyOf(1n, { before: 5, limit: 10 });
    assert.ok(stopPointsOf(afterAnotherPet) >= sales);
  });
});
