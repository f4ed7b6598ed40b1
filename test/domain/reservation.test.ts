import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  latestForgottenMs,
  nextReservation,
  type Reservation,
  type ReservationCommand,
  reservationAt,
  versionOf,
} from '../../src/domain/reservation.ts';
import { limits } from '../../src/limits.ts';
import { reserveCommand } from '../support/store/write.ts';

const nowMs = 1_800_000_000_000;
const items = [{ petId: 1n, quantity: 2 }];
const terms = {
  id: 'a',
  items,
  createdAtMs: nowMs - 9,
  expiresAtMs: nowMs + 5_000,
  key: 'shop',
  keyId: 1,
  note: 'n',
  revision: 7,
};
const active: Reservation = { ...terms, state: 'active' };
const ended = { ...terms, endedAtMs: nowMs - 1 };
const reservations: Record<string, Reservation | undefined> = {
  none: undefined,
  active,
  released: { ...ended, state: 'released' },
  expired: { ...ended, state: 'expired' },
  sold: { ...ended, state: 'sold', sale: { firstSeq: 3, lastSeq: 3 } },
};
const context = { atMs: nowMs, key: 'shop', keyId: 1, revision: 9, nextSeq: 40 };
const commands: Record<string, ReservationCommand> = {
  reserve: reserveCommand('a', items),
  change: { kind: 'change', id: 'a', expected: null, expiresInMs: 1, note: null },
  release: { kind: 'release', id: 'a', expected: null },
  sell: { kind: 'sell', id: 'a', expected: null, note: null },
};

const results = [
  { found: 'none', command: 'reserve', result: 'active' },
  { found: 'none', command: 'change', result: 'reservation_not_found' },
  { found: 'none', command: 'release', result: 'reservation_not_found' },
  { found: 'none', command: 'sell', result: 'reservation_not_found' },
  { found: 'active', command: 'reserve', result: 'active' },
  { found: 'active', command: 'change', result: 'active' },
  { found: 'active', command: 'release', result: 'released' },
  { found: 'active', command: 'sell', result: 'sold' },
  { found: 'released', command: 'reserve', result: 'active' },
  { found: 'released', command: 'change', result: 'reservation_ended' },
  { found: 'released', command: 'release', result: 'the same' },
  { found: 'released', command: 'sell', result: 'reservation_ended' },
  { found: 'expired', command: 'reserve', result: 'active' },
  { found: 'expired', command: 'change', result: 'reservation_ended' },
  { found: 'expired', command: 'release', result: 'the same' },
  { found: 'expired', command: 'sell', result: 'reservation_ended' },
  { found: 'sold', command: 'reserve', result: 'reservation_ended' },
  { found: 'sold', command: 'change', result: 'reservation_ended' },
  { found: 'sold', command: 'release', result: 'reservation_ended' },
  { found: 'sold', command: 'sell', result: 'reservation_ended' },
];
for (const { found: state, command, result } of results) {
  test(`${command} with the reservation ${state}: ${result}`, () => {
    const found = reservations[state];
    const after = nextReservation(found, commands[command] as ReservationCommand, context);
    const stateOrCode = 'code' in after ? after.code : after.state;
    assert.equal(after === found ? 'the same' : stateOrCode, result);
  });
}

describe('a replacement', () => {
  const replace = (found: Reservation | undefined, more = {}) =>
    nextReservation(found, reserveCommand('a', items, more), context) as Reservation;

  test('keeps the beginning and the expiry', () => {
    const { createdAtMs, expiresAtMs } = replace(active);
    assert.equal(createdAtMs, active.createdAtMs);
    assert.equal(expiresAtMs, active.expiresAtMs);
  });

  test('may name another expiry', () => {
    const { createdAtMs, expiresAtMs } = replace(active, { expiresInMs: 70 });
    assert.equal(createdAtMs, active.createdAtMs);
    assert.equal(expiresAtMs, nowMs + 70);
  });

  test('of one that has expired begins anew, for a quarter of an hour', () => {
    const { createdAtMs, expiresAtMs } = replace(reservations['expired']);
    assert.equal(createdAtMs, nowMs);
    assert.equal(expiresAtMs, nowMs + 900_000);
  });
});

test('a reservation lasts a quarter of an hour unless told otherwise', () => {
  const made = nextReservation(undefined, reserveCommand('a', items), context) as Reservation;
  assert.equal(made.createdAtMs, nowMs);
  assert.equal(made.expiresAtMs, nowMs + 900_000);
});

describe('a change', () => {
  const change = { kind: 'change', id: 'a', expected: null } as const;

  test('of the note keeps all else', () => {
    const changed = nextReservation(active, { ...change, expiresInMs: null, note: 'm' }, context);
    assert.deepEqual(changed, { ...active, note: 'm', revision: 9 });
  });

  test('of the expiry keeps all else, also by another key', () => {
    const byTill = { ...context, key: 'till' };
    const changed = nextReservation(active, { ...change, expiresInMs: 1, note: null }, byTill);
    assert.deepEqual(changed, { ...active, expiresAtMs: nowMs + 1, revision: 9 });
  });
});

describe('a reservation of another key', () => {
  const byTill = { ...context, key: 'till', keyId: 2 };

  test('is not replaced by a key that is no admin key', () => {
    const refused = nextReservation(active, reserveCommand('a', items), byTill);
    assert.equal('code' in refused && refused.code, 'reservation_taken');
  });

  test('is not replaced by a later key of the same name', () => {
    const byNamesake = { ...context, keyId: 2 };
    const refused = nextReservation(active, reserveCommand('a', items), byNamesake);
    assert.equal('code' in refused && refused.code, 'reservation_taken');
  });

  test('belongs to the admin key that replaces it', () => {
    const taken = nextReservation(active, reserveCommand('a', items, { isAdmin: true }), byTill);
    assert.partialDeepStrictEqual(taken, { key: 'till', keyId: 2 });
  });
});

describe('time alone', () => {
  const { expiresAtMs } = active;
  const rememberedMs = 30 * 86_400_000;
  const at = (ms: number) => reservationAt(active, ms, limits);

  test('leaves a reservation as it is until it expires', () => {
    assert.equal(at(expiresAtMs - 1), active);
  });

  test('makes it expired, which is another version', () => {
    const expired = at(expiresAtMs);
    assert.deepEqual(expired, { ...active, state: 'expired', endedAtMs: expiresAtMs });
    assert.equal(versionOf(active), 7);
    assert.equal(versionOf(expired as Reservation), 8);
  });

  test('makes it forgotten after thirty days', () => {
    assert.equal(latestForgottenMs(rememberedMs, limits), 0);
    assert.equal(at(expiresAtMs + rememberedMs - 1)?.state, 'expired');
    assert.equal(at(expiresAtMs + rememberedMs), undefined);
  });

  const outdated = [
    { title: 'sell the version that has expired', command: 'sell', expected: [7] },
    { title: 'replace the version that has expired', command: 'reserve', expected: [7] },
    { title: 'take one that has expired for none', command: 'reserve', expected: [0] },
  ];
  for (const { title, command, expected } of outdated) {
    test(`lets no command ${title}`, () => {
      const late = { ...(commands[command] as ReservationCommand), expected };
      const refused = nextReservation(at(expiresAtMs), late, context);
      assert.equal('code' in refused && refused.code, 'version_mismatch');
    });
  }
});
