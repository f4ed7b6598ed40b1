import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Item } from '@pawstock/shared/item.ts';
import { type CurrentState, decide } from '../../src/domain/decide.ts';
import type {
  Reservation,
  ReservationCommand,
  ReserveCommand,
  ReservedItem,
} from '../../src/domain/reservation.ts';
import type { Caller } from '../../src/domain/write.ts';
import { limits } from '../../src/limits.ts';
import {
  appliedBy,
  knowing,
  nowMs,
  refusalBy,
  reserving,
} from '../support/domain/current-state.ts';
import { reservationWrite, reserveCommand, unsaid, writeOf } from '../support/store/write.ts';

/** Rules about reserved stock. What becomes of a reservation by itself is in reservation.test.ts. */

const untilMs = nowMs + 60_000;

const hamsters: Item = { petId: 1n, quantity: 10, status: 'available', version: 7 };
const budgies: Item = { petId: 2n, quantity: 5, status: 'pending', version: 8 };

/** An active reservation of four hamsters and two budgies. */
const order: Reservation = {
  id: 'order',
  items: [
    { petId: 1n, quantity: 4 },
    { petId: 2n, quantity: 2 },
  ],
  state: 'active',
  createdAtMs: nowMs - 1_000,
  expiresAtMs: untilMs,
  key: 'till',
  keyId: 1,
  note: 'for Anna',
  revision: 20,
};

/** A shop in which that reservation is the only one. */
const reservations = () =>
  reserving({
    named: [order],
    held: order.items.map((item) => ({ ...item, untilMs })),
    rowCount: 2,
    revision: 21,
  });

/** A shop with two more hamsters reserved, by a reservation that no write names. */
const moreReservations = () =>
  reserving({
    named: [order],
    held: [
      { petId: 1n, quantity: 6, untilMs },
      { petId: 2n, quantity: 2, untilMs },
    ],
    rowCount: 3,
    revision: 21,
  });

function run(
  command: ReservationCommand,
  more: Partial<CurrentState> = {},
  caller: Partial<Caller> = {},
) {
  const state = knowing([hamsters, budgies], { reservations: reservations(), ...more });
  return decide(reservationWrite(command, caller), state);
}

function reserve(id: string, items: readonly ReservedItem[], terms?: Partial<ReserveCommand>) {
  return reserveCommand(id, items, terms);
}

const release = { kind: 'release', id: 'order', ...unsaid } as const;
const sell = { kind: 'sell', id: 'order', note: null, ...unsaid } as const;
const keep = { kind: 'change', id: 'order', expiresInMs: 90_000, note: null, ...unsaid } as const;

describe('a new reservation', () => {
  test('is stored with the next revision, and changes no stock', () => {
    const { effect, changes } = appliedBy(run(reserve('new', [{ petId: 1n, quantity: 6 }])));
    assert.ok(effect.kind === 'reservation' && effect.change === 'reserved');
    assert.equal(effect.reservation.revision, 22);
    assert.deepEqual(changes, { entries: [], details: [], reservation: effect.reservation });
  });

  test('may take all that is free', () => {
    appliedBy(run(reserve('new', [{ petId: 1n, quantity: 6 }])));
  });

  test('is refused for more than is free, with its row', () => {
    const items = [
      { petId: 2n, quantity: 3 },
      { petId: 1n, quantity: 7 },
    ];
    const refusal = refusalBy(run(reserve('new', items)));
    assert.equal(refusal.code, 'insufficient_stock');
    assert.equal(refusal.row, 2);
    assert.equal(refusal.petId, 1n);
    assert.equal(refusal.available, 6);
    assert.match(refusal.message, /^Row 2: .* 4 reserved until .* Reserve at most 6\.$/);
  });

  test('is refused for a pet that does not exist, with its row', () => {
    const items = [
      { petId: 1n, quantity: 1 },
      { petId: 9n, quantity: 1 },
    ];
    const refusal = refusalBy(run(reserve('new', items)));
    assert.equal(refusal.code, 'pet_not_found');
    assert.equal(refusal.petId, 9n);
    assert.equal(refusal.row, 2);
  });

  test('is refused for a pet that does not exist before too little stock of another', () => {
    const items = [
      { petId: 1n, quantity: 99 },
      { petId: 9n, quantity: 1 },
    ];
    assert.equal(refusalBy(run(reserve('new', items))).code, 'pet_not_found');
  });

  test('needs no version, even if the key must state one', () => {
    const command = reserve('new', [{ petId: 1n, quantity: 1 }]);
    appliedBy(run(command, {}, { requireVersion: true }));
  });

  test('has no version to state in a refusal', () => {
    const refusal = refusalBy(run(reserve('new', [{ petId: 1n, quantity: 99 }])));
    assert.equal(refusal.version, undefined);
  });

  describe('in a store that may have three rows of reservations', () => {
    const withThreeRows = { limits: { ...limits, reservationRowsInStoreMax: 3 } };

    test('is stored up to that number', () => {
      appliedBy(run(reserve('new', [{ petId: 1n, quantity: 1 }]), withThreeRows));
    });

    test('is refused beyond it', () => {
      const items = [
        { petId: 1n, quantity: 1 },
        { petId: 2n, quantity: 1 },
      ];
      const refusal = refusalBy(run(reserve('new', items), withThreeRows));
      assert.equal(refusal.code, 'too_many_reservations');
      assert.match(refusal.message, /may have 3 rows/);
    });

    test('takes the place of the rows that it replaces', () => {
      appliedBy(run(reserve('order', [...order.items]), withThreeRows));
    });
  });
});

describe('a replaced reservation', () => {
  test('is said to be replaced', () => {
    const { effect } = appliedBy(run(reserve('order', [{ petId: 1n, quantity: 1 }])));
    assert.ok(effect.kind === 'reservation');
    assert.equal(effect.change, 'replaced');
  });

  test('leaves what it has reserved to its replacement', () => {
    appliedBy(run(reserve('order', [{ petId: 1n, quantity: 10 }])));
  });

  test('leaves no more than what others have not reserved', () => {
    const command = reserve('order', [{ petId: 1n, quantity: 9 }]);
    const refusal = refusalBy(run(command, { reservations: moreReservations() }));
    assert.equal(refusal.code, 'insufficient_stock');
    assert.equal(refusal.available, 8);
  });

  test('leaves of each pet only what it has reserved of it', () => {
    const reserved = reserving({
      named: [order],
      held: [
        { petId: 1n, quantity: 4, untilMs },
        { petId: 2n, quantity: 4, untilMs },
      ],
      rowCount: 3,
      revision: 21,
    });
    const command = reserve('order', [{ petId: 2n, quantity: 4 }]);
    assert.equal(refusalBy(run(command, { reservations: reserved })).available, 3);
  });

  test('is left alone by a refused one, whose refusal has its version', () => {
    const refusal = refusalBy(run(reserve('order', [{ petId: 1n, quantity: 99 }])));
    assert.equal(refusal.version, order.revision);
  });
});

describe('a key that must state versions', () => {
  const commands = [
    { title: 'replaced', command: reserve('order', [{ petId: 1n, quantity: 1 }]) },
    { title: 'kept for longer', command: keep },
    { title: 'released', command: release },
    { title: 'sold', command: sell },
  ];

  for (const { title, command } of commands) {
    test(`must state that of a reservation that is ${title}`, () => {
      const refusal = refusalBy(run(command, {}, { requireVersion: true }));
      assert.equal(refusal.code, 'precondition_required');
      assert.match(refusal.message, /reservation order/);
      assert.equal(refusal.version, order.revision);
    });

    test(`is the only one that must state that of a reservation that is ${title}`, () => {
      appliedBy(run(command));
    });

    test(`may state that of a reservation that is ${title}`, () => {
      const stated = { ...command, expected: [order.revision] };
      appliedBy(run(stated, {}, { requireVersion: true }));
    });
  }

  test('must state one before it learns that there is no such reservation', () => {
    const refusal = refusalBy(run({ ...sell, id: 'unknown' }, {}, { requireVersion: true }));
    assert.equal(refusal.code, 'precondition_required');
  });
});

test('a reservation that is kept for longer is stored with its new expiry', () => {
  const { effect, changes } = appliedBy(run(keep));
  assert.ok(effect.kind === 'reservation' && effect.change === 'changed');
  assert.equal(effect.reservation.expiresAtMs, nowMs + 90_000);
  assert.deepEqual(changes.reservation, effect.reservation);
  assert.deepEqual(changes.entries, []);
});

describe('a release', () => {
  test('ends a reservation', () => {
    const { effect, changes } = appliedBy(run(release));
    assert.deepEqual(effect, { kind: 'reservation', change: 'released', version: 22 });
    assert.equal(changes.reservation?.state, 'released');
    assert.deepEqual(changes.entries, []);
  });

  test('of one that has ended changes nothing', () => {
    const { state: _, ...terms } = order;
    const released = { ...terms, state: 'released', endedAtMs: nowMs - 1 } as const;
    const ended = { reservations: reserving({ named: [released], revision: 21 }) };
    const { effect, changes } = appliedBy(run(release, ended));
    assert.deepEqual(effect, { kind: 'reservation', change: 'none', version: 20 });
    assert.equal(changes.reservation, null);
  });
});

describe('the sale of a reservation', () => {
  test('is an entry in the ledger for each pet', () => {
    const { effect, changes } = appliedBy(run(sell));
    const common = {
      kind: 'adjust',
      reason: 'sale',
      note: 'for Anna',
      key: 'till',
      keyId: 1,
      requestId: 'r',
      traceparent: null,
      atMs: nowMs,
      reservation: 'order',
    };
    const entries = [
      { ...common, seq: 100, petId: 1n, before: 10, after: 6, status: 'available' },
      { ...common, seq: 101, petId: 2n, before: 5, after: 3, status: 'pending' },
    ];
    assert.deepEqual(effect, { kind: 'reservation', change: 'sold', version: 22, entries });
    assert.deepEqual(changes.entries, entries);
  });

  test('is stored with the sequences of its entries', () => {
    const { reservation } = appliedBy(run(sell)).changes;
    assert.ok(reservation?.state === 'sold');
    assert.deepEqual(reservation.sale, { firstSeq: 100, lastSeq: 101 });
  });

  test('has a note of its own if there is one', () => {
    const [entry] = appliedBy(run({ ...sell, note: 'paid in cash' })).changes.entries;
    assert.equal(entry?.note, 'paid in cash');
  });

  test('takes stock that others have reserved, if a count has left too little for all', () => {
    const counted = [{ ...hamsters, quantity: 4 }, budgies];
    const state = knowing(counted, { reservations: moreReservations() });
    appliedBy(decide(reservationWrite(sell), state));
  });

  test('is refused if a count has left too little for it, with the row', () => {
    const counted = [hamsters, { ...budgies, quantity: 1 }];
    const state = knowing(counted, { reservations: reservations() });
    const refusal = refusalBy(decide(reservationWrite(sell), state));
    assert.equal(refusal.code, 'insufficient_stock');
    assert.equal(refusal.row, 2);
    assert.equal(refusal.available, 1);
    assert.match(refusal.message, /^Row 2: Pet 2 has only 1 in stock\. Sell at most 1\.$/);
  });

  test('is refused if a pet was removed meanwhile, with the row', () => {
    const state = knowing([hamsters], { reservations: reservations() });
    const refusal = refusalBy(decide(reservationWrite(sell), state));
    assert.equal(refusal.code, 'insufficient_stock');
    assert.equal(refusal.row, 2);
    assert.equal(refusal.petId, 2n);
    assert.equal(refusal.available, 0);
    assert.match(refusal.message, /no longer in the inventory/);
  });

  test('is refused for an unknown reservation', () => {
    const refusal = refusalBy(run({ ...sell, id: 'unknown' }));
    assert.equal(refusal.code, 'reservation_not_found');
    assert.equal(refusal.version, undefined);
  });
});

describe('an adjustment beside reservations', () => {
  const adjust = (quantity: number, delta: number) => {
    const state = knowing([{ ...hamsters, quantity }], { reservations: reservations() });
    return decide(writeOf({ kind: 'adjust', petId: 1n, delta, ...unsaid }), state);
  };

  test('may take all that is free', () => {
    appliedBy(adjust(10, -6));
  });

  test('may not take what is reserved', () => {
    const refusal = refusalBy(adjust(10, -7));
    assert.equal(refusal.code, 'insufficient_stock');
    assert.equal(refusal.available, 6);
    assert.match(refusal.message, /Remove at most 6\.$/);
  });

  test('takes nothing if all is reserved', () => {
    const refusal = refusalBy(adjust(4, -1));
    assert.equal(refusal.available, 0);
    assert.match(refusal.message, /Wait, or release a reservation\.$/);
  });

  test('by nothing is never refused, though more is reserved than there is', () => {
    appliedBy(adjust(3, 0));
  });
});
