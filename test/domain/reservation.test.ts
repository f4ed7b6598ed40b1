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

test('what each command makes of a reservation in each state', () => {
  const results = Object.entries(reservations).map(([state, found]) => {
    const made = Object.values(commands).map((command) => {
      const after = nextReservation(found, command, context);
      if (after === found) return 'same';
      return 'code' in after ? after.code.replace('reservation_', '') : after.state;
    });
    return [state, ...made].join(' ');
  });
  assert.deepEqual(results, [
    'none active not_found not_found not_found',
    'active active active released sold',
    'released active ended same ended',
    'expired active ended same ended',
    'sold ended ended ended ended',
  ]);
});

test('a replacement keeps its beginning, and its expiry unless it names another; a change keeps the rest', () => {
  const reserve = (found: Reservation | undefined, more = {}) =>
    nextReservation(found, reserveCommand('a', items, more), context) as Reservation;
  const times = ({ createdAtMs, expiresAtMs }: Reservation) => [
    createdAtMs - nowMs,
    expiresAtMs - nowMs,
  ];
  assert.deepEqual(times(reserve(active)), [-9, 5_000]);
  assert.deepEqual(times(reserve(active, { expiresInMs: 70 })), [-9, 70]);
  for (const found of [undefined, reservations['expired']])
    assert.deepEqual(times(reserve(found)), [0, 900_000]);
  const change = { kind: 'change', id: 'a', expected: null, expiresInMs: null, note: 'm' } as const;
  assert.deepEqual(nextReservation(active, change, context), { ...active, note: 'm', revision: 9 });
  const moved = nextReservation(
    active,
    { ...change, expiresInMs: 1, note: null },
    { ...context, key: 'till' },
  );
  assert.deepEqual(moved, { ...active, expiresAtMs: nowMs + 1, revision: 9 });
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
    assert.deepEqual('key' in taken && [taken.key, taken.keyId], ['till', 2]);
  });
});

test('time alone makes another version, and in the end none', () => {
  const at = (ms: number) => reservationAt(active, ms, limits);
  const { expiresAtMs } = active;
  assert.equal(at(expiresAtMs - 1), active);
  assert.deepEqual(at(expiresAtMs), { ...active, state: 'expired', endedAtMs: expiresAtMs });
  assert.deepEqual([active, at(expiresAtMs) ?? active].map(versionOf), [7, 8]);
  const days = 30 * 86_400_000;
  assert.equal(latestForgottenMs(days, limits), 0);
  assert.equal(at(expiresAtMs + days - 1)?.state, 'expired');
  assert.equal(at(expiresAtMs + days), undefined);
  for (const [name, expected] of [
    ['sell', [7]],
    ['reserve', [7]],
    ['reserve', [0]],
  ] as const) {
    const command = { ...(commands[name] as ReservationCommand), expected };
    const refused = nextReservation(at(expiresAtMs), command, context);
    assert.equal('code' in refused && refused.code, 'version_mismatch');
  }
});
