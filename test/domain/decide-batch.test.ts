import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Item } from '@pawstock/shared/item.ts';
import { noDetails, type PetDetails } from '@pawstock/shared/pet-details.ts';
import { type BatchState, decideBatch } from '../../src/domain/decide-batch.ts';
import type { ReadReservations } from '../../src/domain/reservation.ts';
import type { Outcome, StockCommand, Write } from '../../src/domain/write.ts';
import { limits } from '../../src/limits.ts';
import { nowMs } from '../support/domain/current-state.ts';
import {
  addOne,
  reservationWrite,
  reserveCommand,
  setTo,
  unsaid,
  writeOf,
} from '../support/store/write.ts';

/** Within a batch, each write sees what the writes before it have changed. */

const hamsters: Item = { petId: 1n, quantity: 10, status: 'available', version: 7 };

const noReservations: ReadReservations = { named: [], held: [], rowCount: 0, revision: 0 };

function decideAll(writes: readonly Write[], more: Partial<BatchState> = {}) {
  return decideBatch(writes, {
    items: new Map([[1n, hamsters]]),
    details: [],
    reservations: noReservations,
    idempotencyRecords: new Map(),
    lastSeq: 99,
    atMs: nowMs,
    limits,
    ...more,
  });
}

function codesOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.map((outcome) =>
    outcome.result === 'refused' ? outcome.refusal.code : outcome.result,
  );
}

function adjust(petId: bigint, delta: number): Write {
  return writeOf({ kind: 'adjust', petId, delta, ...unsaid });
}

function reserve(id: string, quantity: number, expiresInMs = 60_000): Write {
  return reservationWrite(reserveCommand(id, [{ petId: 1n, quantity }], { expiresInMs }));
}

const release = (id: string) => reservationWrite({ kind: 'release', id, ...unsaid });
const sell = (id: string) => reservationWrite({ kind: 'sell', id, note: null, ...unsaid });

describe('in a batch', () => {
  test('entries are numbered on, and a refused write takes no number', () => {
    const { entries } = decideAll([adjust(1n, -1), adjust(9n, -1), adjust(1n, -2)]);
    assert.deepEqual(
      entries.map(({ seq, before, after }) => ({ seq, before, after })),
      [
        { seq: 100, before: 10, after: 9 },
        { seq: 101, before: 9, after: 7 },
      ],
    );
  });

  test('a pet that was removed is unknown to the next write', () => {
    const removal = writeOf({ kind: 'delete', petId: 1n, ...unsaid });
    const { outcomes } = decideAll([removal, setTo(1n, 5)]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'pet_not_found']);
  });

  test('stock that was reserved is not free for the next write', () => {
    const { outcomes } = decideAll([reserve('a', 8), adjust(1n, -3), adjust(1n, -2)]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'insufficient_stock', 'applied']);
  });

  test('stock that was released is free for the next write', () => {
    const { outcomes } = decideAll([reserve('a', 8), release('a'), adjust(1n, -10)]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'applied', 'applied']);
  });

  test('stock that was sold is no longer reserved', () => {
    const { outcomes } = decideAll([reserve('a', 8), sell('a'), adjust(1n, -2)]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'applied', 'applied']);
  });

  test('a replaced reservation holds what its replacement has', () => {
    const { outcomes } = decideAll([reserve('a', 8), reserve('a', 3), adjust(1n, -7)]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'applied', 'applied']);
  });

  test('a refusal names the time at which the last reservation expires', () => {
    const writes = [reserve('a', 4, 60_000), reserve('b', 4, 20_000), adjust(1n, -3)];
    const [, , refused] = decideAll(writes).outcomes;
    assert.ok(refused?.result === 'refused');
    const until = new Date(nowMs + 60_000).toISOString();
    assert.match(refused.refusal.message, new RegExp(`8 reserved until ${until}`));
  });

  test('each reservation has a version of its own, and leaves one for its expiry', () => {
    const { reservations } = decideAll([reserve('a', 1), reserve('b', 1)], {
      reservations: { ...noReservations, revision: 7 },
    });
    const revisions = [...reservations.changed.values()].map(({ revision }) => revision);
    assert.deepEqual(revisions, [8, 10]);
    assert.equal(reservations.revision, 11);
  });

  test('rows of reservations are counted', () => {
    const withTwoRows = { ...limits, reservationRowsInStoreMax: 2 };
    const writes = [
      reserve('a', 1),
      reserve('b', 1),
      reserve('c', 1),
      release('a'),
      reserve('d', 1),
    ];
    const { outcomes, reservations } = decideAll(writes, { limits: withTwoRows });
    const codes = ['applied', 'applied', 'too_many_reservations', 'applied', 'applied'];
    assert.deepEqual(codesOf(outcomes), codes);
    assert.equal(reservations.rowCount, 2);
  });

  test('a reservation that has expired holds nothing and can be made again', () => {
    const expired = {
      id: 'a',
      items: [{ petId: 1n, quantity: 8 }],
      state: 'active',
      createdAtMs: nowMs - 9,
      expiresAtMs: nowMs,
      key: 'other',
      keyId: 5,
      note: null,
      revision: 3,
    } as const;
    const read = { ...noReservations, named: [expired], revision: 4 };
    const { outcomes, reservations } = decideAll([reserve('a', 10)], { reservations: read });
    assert.deepEqual(codesOf(outcomes), ['applied']);
    assert.equal(reservations.rowCount, 1);
  });
});

describe('a barcode, in a batch,', () => {
  const put = (petId: bigint, barcode: string | null): Write => {
    const command: StockCommand = {
      kind: 'put',
      petId,
      quantity: 1,
      status: 'sold',
      barcode,
      ...unsaid,
    };
    return writeOf(command);
  };
  const rex: PetDetails = { petId: 1n, ...noDetails, barcode: '012345678905' };
  const withRex = { details: [rex] };

  test('belongs to the pet that a write before has given it to', () => {
    const { outcomes } = decideAll([put(2n, 'K'), put(3n, 'K')]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'barcode_taken']);
  });

  test('is free once a write before has taken it away', () => {
    const { outcomes } = decideAll([put(1n, null), put(2n, '12345678905')], withRex);
    assert.deepEqual(codesOf(outcomes), ['applied', 'applied']);
  });

  test('is that of another pet however many zeros lead', () => {
    const { outcomes } = decideAll([put(2n, '12345678905')], withRex);
    assert.deepEqual(codesOf(outcomes), ['barcode_taken']);
  });

  test('is no change if the pet has it already', () => {
    const { details } = decideAll([put(1n, '012345678905')], withRex);
    assert.equal(details.size, 0);
  });

  test('is a change if the pet gets another one', () => {
    const { details } = decideAll([put(1n, 'K')], withRex);
    assert.deepEqual([...details.values()], [{ ...rex, barcode: 'K' }]);
  });
});

describe('an idempotency key, in a batch,', () => {
  const keyed = (fingerprint = 'f') =>
    addOne(1n, { idempotency: { caller: 1, key: 'k', fingerprint } });

  test('applies its write once', () => {
    const { outcomes, entries } = decideAll([keyed(), keyed()]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'replayed']);
    assert.equal(entries.length, 1);
  });

  test('is refused for another write', () => {
    const { outcomes } = decideAll([keyed(), keyed('g')]);
    assert.deepEqual(codesOf(outcomes), ['applied', 'idempotency_key_reused']);
  });

  test('is stored with the effect and the entries of its write', () => {
    const { outcomes, newIdempotencyRecords } = decideAll([addOne(1n), keyed(), keyed()]);
    const [, applied] = outcomes;
    assert.ok(applied?.result === 'applied');
    assert.deepEqual(newIdempotencyRecords, [
      {
        caller: 1,
        key: 'k',
        fingerprint: 'f',
        effect: applied.effect,
        firstSeq: 101,
        lastSeq: 101,
      },
    ]);
  });

  test('of a refused write is not stored', () => {
    const idempotency = { caller: 1, key: 'k', fingerprint: 'f' };
    const { newIdempotencyRecords } = decideAll([addOne(9n, { idempotency })]);
    assert.deepEqual(newIdempotencyRecords, []);
  });
});
