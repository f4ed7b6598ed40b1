import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Item, type PetStatus, quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import { type CurrentState, decide } from '../../src/domain/decide.ts';
import { namedIn } from '../../src/domain/decide-batch.ts';
import type { RefusalCode } from '../../src/domain/errors.ts';
import type { ExpectedVersion } from '../../src/domain/expected-version.ts';
import { BatchReservations } from '../../src/domain/reservation.ts';
import {
  type Caller,
  type Effect,
  entriesOf,
  type Outcome,
  type StockCommand,
  type Write,
} from '../../src/domain/write.ts';
import { limits } from '../../src/limits.ts';
import { reservationWrite, reserveCommand } from '../support/store/write.ts';

const petId = 42n;
const base = { petId, expected: null } as const;
const set = (quantity: number): StockCommand => ({ ...base, kind: 'set', quantity });
const adjust = (delta: number): StockCommand => ({ ...base, kind: 'adjust', delta });
const put = (quantity: number, status: PetStatus): StockCommand => ({
  ...base,
  kind: 'put',
  quantity,
  status,
});
const imported = (quantity: number, status: PetStatus | null): StockCommand => ({
  ...base,
  kind: 'import',
  quantity,
  status,
});
const remove: StockCommand = { ...base, kind: 'delete' };

const expecting = (command: StockCommand, expected: ExpectedVersion): StockCommand => ({
  ...command,
  expected,
});
const of = (id: bigint, command: StockCommand): StockCommand => ({ ...command, petId: id });

const till: Caller = {
  key: 'till-3',
  keyId: 3,
  requestId: 'request-1',
  traceparent: null,
  requireVersion: false,
  idempotency: null,
};

const write = (command: StockCommand, caller: Partial<Caller> = {}): Write => ({
  kind: 'pet',
  caller: { ...till, ...caller },
  command,
});

const batch = (commands: readonly StockCommand[], caller: Partial<Caller> = {}): Write => ({
  kind: 'batch',
  caller: { ...till, ...caller },
  commands,
});

const knowing = (items: readonly Item[], more: Partial<CurrentState> = {}): CurrentState => ({
  item: (id) => items.find((item) => item.petId === id),
  details: () => noDetails,
  barcodeHolder: () => undefined,
  reservations: new BatchReservations({ named: [], held: [], rowCount: 0, revision: 0 }, 0, limits),
  idempotencyRecord: undefined,
  nextSeq: 100,
  atMs: 1_700_000_000_000,
  limits,
  ...more,
});

const pet: Item = { petId, quantity: 10, status: 'pending', version: 7 };

function entriesIn(outcome: Outcome): readonly LedgerEntry[] {
  assert.equal(outcome.result, 'applied');
  return entriesOf(outcome.effect);
}

function refusalOf(outcome: Outcome) {
  assert.equal(outcome.result, 'refused');
  return outcome.refusal;
}

describe('what a command does', () => {
  type Change = { before: number | null; after: number | null; status: PetStatus };
  const rows: readonly (readonly [
    name: string,
    command: StockCommand,
    item: Item | undefined,
    change: Change,
  ])[] = [
    [
      'a set to the same quantity is a change',
      set(10),
      pet,
      { before: 10, after: 10, status: 'pending' },
    ],
    [
      'an adjustment by nothing is a change',
      adjust(0),
      pet,
      { before: 10, after: 10, status: 'pending' },
    ],
    ['an adjustment may take all', adjust(-10), pet, { before: 10, after: 0, status: 'pending' }],
    [
      'an adjustment may reach the maximum',
      adjust(quantityMax - 10),
      pet,
      { before: 10, after: quantityMax, status: 'pending' },
    ],
    ['a put adds a pet', put(2, 'sold'), undefined, { before: null, after: 2, status: 'sold' }],
    ['a put replaces a pet', put(2, 'sold'), pet, { before: 10, after: 2, status: 'sold' }],
    [
      'an import replaces',
      imported(2, 'available'),
      pet,
      { before: 10, after: 2, status: 'available' },
    ],
    ['an import adds', imported(0, 'sold'), undefined, { before: null, after: 0, status: 'sold' }],
    [
      'an import without a status keeps it',
      imported(2, null),
      pet,
      { before: 10, after: 2, status: 'pending' },
    ],
    [
      'an import without a status adds',
      imported(2, null),
      undefined,
      { before: null, after: 2, status: 'available' },
    ],
    ['a delete keeps the last status', remove, pet, { before: 10, after: null, status: 'pending' }],
  ];
  for (const [name, command, item, change] of rows) {
    test(name, () => {
      const remarks = { reason: 'damage', note: 'a box fell over' } as const;
      const outcome = decide(
        write({ ...command, ...remarks }),
        knowing(item === undefined ? [] : [item]),
      );
      assert.deepEqual(entriesIn(outcome), [
        {
          ...change,
          ...remarks,
          seq: 100,
          petId,
          kind: command.kind,
          key: 'till-3',
          keyId: 3,
          requestId: 'request-1',
          traceparent: null,
          reservation: null,
          atMs: 1_700_000_000_000,
        },
      ]);
    });
  }
});

describe('what a command is refused for', () => {
  type Row = readonly [
    name: string,
    command: StockCommand,
    item: Item | undefined,
    code: RefusalCode,
    says: RegExp,
    requireVersion?: boolean,
  ];
  const rows: readonly Row[] = [
    ['an unknown pet', set(3), undefined, 'pet_not_found', /pet 42 /],
    [
      'no version that could match (weak tags only)',
      expecting(set(3), []),
      pet,
      'version_mismatch',
      /version 7/,
    ],
    [
      'any version of no pet',
      expecting(put(1, 'sold'), '*'),
      undefined,
      'version_mismatch',
      /no pet 42/,
    ],
    [
      'a put that only adds',
      expecting(put(1, 'sold'), [0]),
      pet,
      'version_mismatch',
      /already, at version 7/,
    ],
    ['a set that expects no pet', expecting(set(3), [0]), undefined, 'pet_not_found', /pet 42 /],
    ['more than there is', adjust(-11), pet, 'insufficient_stock', /has only 10/],
    [
      'one where there is none',
      adjust(-1),
      { ...pet, quantity: 0 },
      'insufficient_stock',
      /is out of stock/,
    ],
    [
      'one past the maximum',
      adjust(quantityMax - 9),
      pet,
      'invalid_value',
      /^delta: .*9007199254740991/,
    ],
    [
      'a put that must state a version',
      put(1, 'sold'),
      pet,
      'precondition_required',
      /If-Match/,
      true,
    ],
    // Each of these commands has two faults. The error must name the one that is checked first.
    ...[set(3), adjust(-99), remove].flatMap((command): Row[] => [
      [
        `a ${command.kind} without version or pet`,
        command,
        undefined,
        'precondition_required',
        /If-Match/,
        true,
      ],
      [
        `a ${command.kind} of no pet's version`,
        expecting(command, [6]),
        undefined,
        'pet_not_found',
        /pet 42 /,
        true,
      ],
      [
        `a ${command.kind} of an earlier version`,
        expecting(command, [6]),
        pet,
        'version_mismatch',
        /version 7/,
      ],
    ]),
  ];
  for (const [name, command, item, code, says, requireVersion = false] of rows) {
    test(name, () => {
      const refusal = refusalOf(
        decide(write(command, { requireVersion }), knowing(item === undefined ? [] : [item])),
      );
      assert.equal(refusal.code, code);
      assert.equal(refusal.version, code === 'version_mismatch' ? item?.version : undefined);
      assert.match(refusal.message, says);
      assert.doesNotMatch(refusal.message, /^Row/);
    });
  }

  test('not for a version where one must be stated and is, or where a put adds a pet', () => {
    const stated = [expecting(set(3), [7]), { ...put(4, 'available'), petId: 1n }];
    assert.equal(
      entriesIn(decide(batch(stated, { requireVersion: true }), knowing([pet]))).length,
      2,
    );
  });
});

describe('a repeated request', () => {
  const effect: Effect = { kind: 'details', details: { petId, ...noDetails, name: 'Rex' } };
  const again = (fingerprint: string, known: Effect | null = effect) =>
    decide(
      write(set(3), { idempotency: { caller: 1, key: 'k', fingerprint }, requireVersion: true }),
      knowing([], { idempotencyRecord: { fingerprint: 'same', effect: known } }),
    );

  test('gets the first effect again, before anything else is checked', () => {
    assert.deepEqual(again('same'), { result: 'replayed', effect });
  });

  test('is refused if it asks for something else', () => {
    assert.equal(refusalOf(again('other')).code, 'idempotency_key_reused');
  });

  test('is refused if the first one was no write of stock', () => {
    assert.equal(refusalOf(again('same', null)).code, 'idempotency_key_reused');
  });
});

test('a batch with rows at fault is refused as a whole with the first of them', () => {
  const pets: Item[] = [1n, 2n].map((id, index) => ({ ...pet, petId: id, version: index + 1 }));
  const good = [expecting(of(1n, set(1)), '*'), expecting(of(2n, set(2)), [2])];
  for (const place of [0, 1, 2]) {
    const rows = [...good.toSpliced(place, 0, of(9n, set(1))), of(8n, set(1))];
    const outcome = decide(batch(rows), knowing(pets));
    assert.match(refusalOf(outcome).message, new RegExp(`^Row ${place + 1}: .*pet 9 `));
  }
});

test('reservations are read only for what takes stock away or names one', () => {
  const adds: StockCommand[] = [
    set(0),
    put(0, 'sold'),
    imported(0, null),
    remove,
    adjust(1),
    adjust(0),
  ];
  const none = { reservationIds: [], takenFrom: [], reserves: false };
  assert.partialDeepStrictEqual(namedIn(adds.map((command) => write(command))), none);
  assert.partialDeepStrictEqual(namedIn([write(set(1)), write(adjust(-1))]), {
    ...none,
    takenFrom: [petId],
  });
  const release = { kind: 'release', id: 'a', expected: null } as const;
  assert.partialDeepStrictEqual(namedIn([reservationWrite(release)]), {
    ...none,
    reservationIds: ['a'],
  });
  const reserve = reserveCommand('b', [{ petId, quantity: 1 }]);
  const all = { reservationIds: ['b'], takenFrom: [petId], reserves: true };
  assert.partialDeepStrictEqual(namedIn([reservationWrite(reserve)]), all);
});
