import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Item } from '@pawstock/shared/item.ts';
import { type Details, noDetails } from '@pawstock/shared/pet-details.ts';
import { decide } from '../../src/domain/decide.ts';
import { type StockCommand, toImportCommand, type Write } from '../../src/domain/write.ts';
import { appliedBy, describing, knowing, refusalBy } from '../support/domain/current-state.ts';
import { batchOf, detailsWrite, unsaid, writeOf } from '../support/store/write.ts';

/** Rules about the details of pets: what becomes of them, and that no two have one barcode. */

const rex: Item = { petId: 1n, quantity: 10, status: 'available', version: 7 };
const tom: Item = { petId: 2n, quantity: 10, status: 'available', version: 8 };
const detailsOfRex: Details = { ...noDetails, name: 'Rex', barcode: 'R' };
const detailsOfTom: Details = { ...noDetails, name: 'Tom', barcode: 'T', lowAt: 3 };

const both = knowing(
  [rex, tom],
  describing([
    { petId: 1n, ...detailsOfRex },
    { petId: 2n, ...detailsOfTom },
  ]),
);

function put(petId: bigint, details: Partial<Details> = {}): StockCommand {
  return { kind: 'put', petId, quantity: 1, status: 'sold', ...details, ...unsaid };
}

function update(petId: bigint, details: Partial<Details>): Write {
  return detailsWrite({ kind: 'details', petId, ...details, ...unsaid });
}

/** The details that a write stores. */
const detailsAfter = (write: Write) => appliedBy(decide(write, both)).changes.details;

describe('an update of details', () => {
  test('keeps those that it does not name', () => {
    assert.deepEqual(detailsAfter(update(2n, { name: 'Tomcat' })), [
      { petId: 2n, ...detailsOfTom, name: 'Tomcat' },
    ]);
  });

  test('returns all of them', () => {
    const { effect } = appliedBy(decide(update(2n, { name: 'Tomcat' }), both));
    const details = { petId: 2n, ...detailsOfTom, name: 'Tomcat' };
    assert.deepEqual(effect, { kind: 'details', details });
  });

  test('makes no entry in the ledger', () => {
    assert.deepEqual(appliedBy(decide(update(2n, { name: 'Tomcat' }), both)).changes.entries, []);
  });

  test('is refused for a pet that does not exist', () => {
    assert.equal(refusalBy(decide(update(9n, { name: 'Tom' }), both)).code, 'pet_not_found');
  });

  test('is refused without a version if the key must state one', () => {
    const command = { kind: 'details', petId: 1n, name: 'Max', ...unsaid } as const;
    const write = detailsWrite(command, { requireVersion: true });
    assert.equal(refusalBy(decide(write, both)).code, 'precondition_required');
  });
});

describe('the details of a pet', () => {
  test('are set when a pet is added', () => {
    assert.deepEqual(detailsAfter(writeOf(put(3n, { name: 'Koi' }))), [
      { petId: 3n, ...noDetails, name: 'Koi' },
    ]);
  });

  test('are removed with the pet', () => {
    const removal = writeOf({ kind: 'delete', petId: 1n, ...unsaid });
    assert.deepEqual(detailsAfter(removal), [{ petId: 1n, ...noDetails }]);
  });

  const others: readonly { title: string; command: StockCommand }[] = [
    {
      title: 'when the quantity is set',
      command: { kind: 'set', petId: 1n, quantity: 1, ...unsaid },
    },
    { title: 'when stock is added', command: { kind: 'adjust', petId: 1n, delta: 1, ...unsaid } },
    { title: 'when a pet is replaced without any', command: put(1n) },
  ];
  for (const { title, command } of others) {
    test(`stay as they are ${title}`, () => {
      assert.deepEqual(detailsAfter(writeOf(command)), []);
    });
  }

  test('are changed for those rows of a batch that name some', () => {
    const batch = batchOf([put(1n), put(2n, { lowAt: 5 })]);
    assert.deepEqual(detailsAfter(batch), [{ petId: 2n, ...detailsOfTom, lowAt: 5 }]);
  });

  test('stay as they are if no row of a batch names any', () => {
    assert.deepEqual(detailsAfter(batchOf([put(1n), put(2n)])), []);
  });
});

describe('the barcode of another pet', () => {
  test('is refused, and the other pet is named', () => {
    const refusal = refusalBy(decide(update(1n, { barcode: 'T' }), both));
    assert.equal(refusal.code, 'barcode_taken');
    assert.equal(refusal.petId, 2n);
    assert.equal(refusal.row, undefined);
  });

  test('is refused with its row in a batch', () => {
    const batch = batchOf([put(3n, { barcode: 'K' }), put(1n, { barcode: 'T' })]);
    const refusal = refusalBy(decide(batch, both));
    assert.equal(refusal.code, 'barcode_taken');
    assert.equal(refusal.row, 2);
    assert.match(refusal.message, /^Row 2: /);
  });

  test('is taken in a batch that gives the other pet one of its own', () => {
    const batch = batchOf([put(1n, { barcode: 'T' }), put(2n, { barcode: 'R' })]);
    const barcodes = detailsAfter(batch).map(({ barcode }) => barcode);
    assert.deepEqual(barcodes, ['T', 'R']);
  });

  test('is taken in a batch that removes the other pet', () => {
    const removal = { kind: 'delete', petId: 2n, ...unsaid } as const;
    const batch = batchOf([removal, put(1n, { barcode: 'T' })]);
    assert.deepEqual(detailsAfter(batch), [
      { petId: 2n, ...noDetails },
      { petId: 1n, ...detailsOfRex, barcode: 'T' },
    ]);
  });

  test('is refused if the other pet keeps it in the same batch', () => {
    const batch = batchOf([put(1n, { barcode: 'T' }), put(2n, { name: 'Tomcat' })]);
    assert.equal(refusalBy(decide(batch, both)).code, 'barcode_taken');
  });

  test('is refused if two rows of a batch have it', () => {
    const batch = batchOf([put(3n, { barcode: 'K' }), put(4n, { barcode: 'K' })]);
    assert.equal(refusalBy(decide(batch, both)).row, 2);
  });

  test('is none if the pet itself has it', () => {
    assert.deepEqual(detailsAfter(update(1n, { barcode: 'R' })), [{ petId: 1n, ...detailsOfRex }]);
  });
});

describe('a row of an imported file', () => {
  const row = { petId: 1n, quantity: rex.quantity, status: rex.status };
  const importOf = (command: StockCommand) =>
    appliedBy(decide({ kind: 'import', command }, both)).changes;

  test('makes no entry if the pet is like that already', () => {
    assert.deepEqual(importOf(toImportCommand(row)).entries, []);
  });

  test('makes no entry if it names no status and the quantity is the same', () => {
    assert.deepEqual(importOf(toImportCommand({ ...row, status: null })).entries, []);
  });

  test('makes an entry if the quantity differs', () => {
    const [entry] = importOf(toImportCommand({ ...row, quantity: 11 })).entries;
    assert.partialDeepStrictEqual(entry, { kind: 'import', before: 10, after: 11 });
  });

  test('makes an entry if the status differs', () => {
    const [entry] = importOf(toImportCommand({ ...row, status: 'sold' })).entries;
    assert.partialDeepStrictEqual(entry, { kind: 'import', before: 10, status: 'sold' });
  });

  test('makes an entry if the pet is new', () => {
    const [entry] = importOf(toImportCommand({ ...row, petId: 3n })).entries;
    assert.partialDeepStrictEqual(entry, { kind: 'import', before: null, after: 10 });
  });

  test('makes an entry without a key and a request', () => {
    const [entry] = importOf(toImportCommand({ ...row, petId: 3n })).entries;
    const none = { key: null, keyId: null, requestId: null, traceparent: null };
    assert.partialDeepStrictEqual(entry, none);
  });

  test('stores its details, and makes no entry if only they differ', () => {
    const { entries, details } = importOf(toImportCommand({ ...row, name: 'Max' }));
    assert.deepEqual(entries, []);
    assert.deepEqual(details, [{ petId: 1n, ...detailsOfRex, name: 'Max' }]);
  });

  test('may only take a barcode away', () => {
    const command = { kind: 'details', petId: 1n, barcode: null, ...unsaid } as const;
    const { effect, changes } = appliedBy(decide({ kind: 'import', command }, both));
    assert.deepEqual(effect, { kind: 'import', entry: null });
    assert.deepEqual(changes.details, [{ petId: 1n, ...detailsOfRex, barcode: null }]);
  });

  test('is refused if it takes a barcode away from a pet that does not exist', () => {
    const command = { kind: 'details', petId: 9n, barcode: null, ...unsaid } as const;
    assert.equal(refusalBy(decide({ kind: 'import', command }, both)).code, 'pet_not_found');
  });
});
