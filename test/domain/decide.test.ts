import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Item, type PetStatus, quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import { type Decision, decide } from '../../src/domain/decide.ts';
import { namedIn } from '../../src/domain/decide-batch.ts';
import type { RefusalCode } from '../../src/domain/errors.ts';
import type { ExpectedVersion } from '../../src/domain/expected-version.ts';
import type { Caller, Effect, StockCommand, Write } from '../../src/domain/write.ts';
import { appliedBy, knowing, nowMs, refusalBy } from '../support/domain/current-state.ts';
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
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
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

const pet: Item = { petId, quantity: 10, status: 'pending', version: 7 };

function entriesIn(decision: Decision): readonly LedgerEntry[] {
  return appliedBy(decision).changes.entries;
}

describe('what a command does', () => {
  type Change = { before: number | null; after: number | null; status: PetStatus };
  type Case = { title: string; command: StockCommand; item: Item | undefined; change: Change };
  const cases: readonly Case[] = [
    {
      title: 'a set to the same quantity is a change',
      command: set(10),
      item: pet,
      change: { before: 10, after: 10, status: 'pending' },
    },
    {
      title: 'an adjustment by nothing is a change',
      command: adjust(0),
      item: pet,
      change: { before: 10, after: 10, status: 'pending' },
    },
    {
      title: 'an adjustment may take all',
      command: adjust(-10),
      item: pet,
      change: { before: 10, after: 0, status: 'pending' },
    },
    {
      title: 'an adjustment may reach the maximum',
      command: adjust(quantityMax - 10),
      item: pet,
      change: { before: 10, after: quantityMax, status: 'pending' },
    },
    {
      title: 'a put adds a pet',
      command: put(2, 'sold'),
      item: undefined,
      change: { before: null, after: 2, status: 'sold' },
    },
    {
      title: 'a put replaces a pet',
      command: put(2, 'sold'),
      item: pet,
      change: { before: 10, after: 2, status: 'sold' },
    },
    {
      title: 'an import replaces a pet',
      command: imported(2, 'available'),
      item: pet,
      change: { before: 10, after: 2, status: 'available' },
    },
    {
      title: 'an import adds a pet',
      command: imported(0, 'sold'),
      item: undefined,
      change: { before: null, after: 0, status: 'sold' },
    },
    {
      title: 'an import without a status keeps it',
      command: imported(2, null),
      item: pet,
      change: { before: 10, after: 2, status: 'pending' },
    },
    {
      title: 'an import without a status adds an available pet',
      command: imported(2, null),
      item: undefined,
      change: { before: null, after: 2, status: 'available' },
    },
    {
      title: 'a delete keeps the last status',
      command: remove,
      item: pet,
      change: { before: 10, after: null, status: 'pending' },
    },
  ];
  for (const { title, command, item, change } of cases) {
    test(title, () => {
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
          traceparent: till.traceparent,
          reservation: null,
          atMs: nowMs,
        },
      ]);
    });
  }
});

describe('what a command is refused for', () => {
  type Case = {
    title: string;
    command: StockCommand;
    item: Item | undefined;
    requireVersion?: boolean;
    code: RefusalCode;
    says: RegExp;
  };
  const cases: readonly Case[] = [
    {
      title: 'an unknown pet',
      command: set(3),
      item: undefined,
      code: 'pet_not_found',
      says: /pet 42 /,
    },
    {
      title: 'no version that could match (weak tags only)',
      command: expecting(set(3), []),
      item: pet,
      code: 'version_mismatch',
      says: /version 7/,
    },
    {
      title: 'any version of no pet',
      command: expecting(put(1, 'sold'), '*'),
      item: undefined,
      code: 'version_mismatch',
      says: /no pet 42/,
    },
    {
      title: 'a put that only adds',
      command: expecting(put(1, 'sold'), [0]),
      item: pet,
      code: 'version_mismatch',
      says: /already, at version 7/,
    },
    {
      title: 'a set that expects no pet',
      command: expecting(set(3), [0]),
      item: undefined,
      code: 'pet_not_found',
      says: /pet 42 /,
    },
    {
      title: 'more than there is',
      command: adjust(-11),
      item: pet,
      code: 'insufficient_stock',
      says: /has only 10/,
    },
    {
      title: 'one where there is none',
      command: adjust(-1),
      item: { ...pet, quantity: 0 },
      code: 'insufficient_stock',
      says: /is out of stock/,
    },
    {
      title: 'one past the maximum',
      command: adjust(quantityMax - 9),
      item: pet,
      code: 'invalid_value',
      says: /^delta: .*9007199254740991/,
    },
    {
      title: 'a put that must state a version',
      command: put(1, 'sold'),
      item: pet,
      requireVersion: true,
      code: 'precondition_required',
      says: /If-Match/,
    },
  ];

  // Each of these commands has two faults. The error must name the one that is checked first.
  const twoFaults = [set(3), adjust(-99), remove].flatMap((command): Case[] => [
    {
      title: `a ${command.kind} without version or pet`,
      command,
      item: undefined,
      requireVersion: true,
      code: 'precondition_required',
      says: /If-Match/,
    },
    {
      title: `a ${command.kind} of no pet's version`,
      command: expecting(command, [6]),
      item: undefined,
      requireVersion: true,
      code: 'pet_not_found',
      says: /pet 42 /,
    },
    {
      title: `a ${command.kind} of an earlier version`,
      command: expecting(command, [6]),
      item: pet,
      code: 'version_mismatch',
      says: /version 7/,
    },
  ]);

  for (const { title, command, item, requireVersion = false, code, says } of [
    ...cases,
    ...twoFaults,
  ]) {
    test(title, () => {
      const current = knowing(item === undefined ? [] : [item]);
      const refusal = refusalBy(decide(write(command, { requireVersion }), current));

      assert.equal(refusal.code, code);
      assert.equal(refusal.version, code === 'version_mismatch' ? item?.version : undefined);
      assert.match(refusal.message, says);
      assert.doesNotMatch(refusal.message, /^Row/);
    });
  }
});

describe('a key that must state versions', () => {
  const requireVersion = { requireVersion: true };

  test('may set a pet whose version it states', () => {
    appliedBy(decide(write(expecting(set(3), [7]), requireVersion), knowing([pet])));
  });

  test('needs to state none for a pet that it adds', () => {
    appliedBy(decide(write(put(4, 'available'), requireVersion), knowing([])));
  });
});

test('the entries of a batch are numbered on, in the order of its rows', () => {
  const pets: Item[] = [1n, 2n, 3n].map((id) => ({ ...pet, petId: id }));
  const rows = [3n, 1n, 2n].map((id) => of(id, set(1)));
  const entries = entriesIn(decide(batch(rows), knowing(pets)));
  assert.deepEqual(
    entries.map(({ seq, petId: changed }) => ({ seq, petId: changed })),
    [
      { seq: 100, petId: 3n },
      { seq: 101, petId: 1n },
      { seq: 102, petId: 2n },
    ],
  );
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
    assert.equal(refusalBy(again('other')).code, 'idempotency_key_reused');
  });

  test('is refused if the first one was no write of stock', () => {
    assert.equal(refusalBy(again('same', null)).code, 'idempotency_key_reused');
  });
});

describe('a batch with two rows at fault is refused as a whole with the first of them:', () => {
  const pets: Item[] = [1n, 2n].map((id, index) => ({ ...pet, petId: id, version: index + 1 }));
  const good = [expecting(of(1n, set(1)), '*'), expecting(of(2n, set(2)), [2])];

  for (const place of [0, 1, 2]) {
    test(`row ${place + 1}`, () => {
      const rows = [...good.toSpliced(place, 0, of(9n, set(1))), of(8n, set(1))];
      const { row, message } = refusalBy(decide(batch(rows), knowing(pets)));
      assert.equal(row, place + 1);
      assert.match(message, new RegExp(`^Row ${place + 1}: .*pet 9 `));
    });
  }
});

describe('reservations are read', () => {
  const none = { reservationIds: [], takenFrom: [], reserves: false };
  const adding: readonly { title: string; command: StockCommand }[] = [
    { title: 'a set', command: set(0) },
    { title: 'a put', command: put(0, 'sold') },
    { title: 'an import', command: imported(0, null) },
    { title: 'a removal', command: remove },
    { title: 'stock that arrives', command: adjust(1) },
    { title: 'an adjustment by nothing', command: adjust(0) },
  ];
  for (const { title, command } of adding) {
    test(`not for ${title}`, () => {
      assert.partialDeepStrictEqual(namedIn([write(command)]), none);
    });
  }

  test('of a pet whose stock is taken', () => {
    const named = namedIn([write(set(1)), write(adjust(-1))]);
    assert.partialDeepStrictEqual(named, { ...none, takenFrom: [petId] });
  });

  test('by the ID that a write names', () => {
    const release = { kind: 'release', id: 'a', expected: null } as const;
    const named = namedIn([reservationWrite(release)]);
    assert.partialDeepStrictEqual(named, { ...none, reservationIds: ['a'] });
  });

  test('of a pet that is to be reserved', () => {
    const reserve = reserveCommand('b', [{ petId, quantity: 1 }]);
    const all = { reservationIds: ['b'], takenFrom: [petId], reserves: true };
    assert.partialDeepStrictEqual(namedIn([reservationWrite(reserve)]), all);
  });
});
