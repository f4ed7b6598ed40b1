import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ApiKey,
  allows,
  decideCreate,
  decideRevoke,
  decideRotate,
  isActive,
  type KeyDecision,
  type Scope,
} from '../../src/domain/api-key.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_700_000_000_000;

const key: ApiKey = {
  id: 'id-1',
  rotationId: 'id-1',
  name: 'till',
  digest: 'digest-1',
  scope: 'write',
  requireVersion: true,
  rateLimit: 5,
  createdAtMs: now - 10 * day,
  expiresAtMs: null,
  revokedAtMs: null,
  lastUsedAtMs: now - day,
};
const revoked: ApiKey = { ...key, id: 'id-0', revokedAtMs: now - day };
const expired: ApiKey = { ...key, id: 'id-0', expiresAtMs: now };

const fresh = { id: 'id-2', name: 'till', digest: 'digest-2', nowMs: now };
const terms = { scope: 'read', requireVersion: false, rateLimit: null, expiresAtMs: null } as const;

function stored(decision: KeyDecision): readonly ApiKey[] {
  assert.ok('store' in decision, 'refusal' in decision ? decision.refusal : '');
  return decision.store;
}

function refusal(decision: KeyDecision): string {
  assert.ok('refusal' in decision, 'the decision is no refusal');
  return decision.refusal;
}

describe('a scope', () => {
  const rows: readonly (readonly [has: Scope, may: readonly Scope[]])[] = [
    ['read', ['read']],
    ['write', ['read', 'write']],
    ['admin', ['read', 'write', 'admin']],
  ];
  for (const [scope, may] of rows) {
    test(`of ${scope} allows ${may.join(', ')} and nothing else`, () => {
      const all: readonly Scope[] = ['read', 'write', 'admin'];
      assert.deepEqual(
        all.filter((needed) => allows({ ...key, scope }, needed)),
        may,
      );
    });
  }
});

describe('a key', () => {
  const rows: readonly (readonly [name: string, key: ApiKey, active: boolean])[] = [
    ['without an end is active', key, true],
    ['lives until its last millisecond', { ...key, expiresAtMs: now + 1 }, true],
    ['is dead in the millisecond of its expiry', { ...key, expiresAtMs: now }, false],
    ['is dead after its expiry', { ...key, expiresAtMs: now - 1 }, false],
    ['is dead once it is revoked', { ...key, revokedAtMs: now }, false],
    [
      'is dead once it is revoked, however long it was made for',
      { ...key, revokedAtMs: now, expiresAtMs: now + day },
      false,
    ],
  ];
  for (const [name, candidate, active] of rows) {
    test(name, () => assert.equal(isActive(candidate, now), active));
  }
});

describe('making a key', () => {
  test('stores it with its terms, as the first of its line', () => {
    const wanted = { scope: 'admin', requireVersion: true, rateLimit: 9, expiresAtMs: now + day } as const;
    assert.deepEqual(stored(decideCreate([], fresh, wanted)), [
      {
        ...wanted,
        id: 'id-2',
        rotationId: 'id-2',
        name: 'till',
        digest: 'digest-2',
        createdAtMs: now,
        revokedAtMs: null,
        lastUsedAtMs: null,
      },
    ]);
  });

  test('is refused while a active key has the name', () => {
    assert.match(refusal(decideCreate([revoked, key], fresh, terms)), /active key is called "till"/);
  });

  test('takes a name again whose keys are all dead, and shares nothing with them', () => {
    const [made, ...others] = stored(decideCreate([revoked, expired], fresh, terms));
    assert.deepEqual(others, []);
    assert.equal(made?.rotationId, 'id-2');
  });

  for (const name of ['a', 'till-3', 'Till_3', 'a.b@shop:1', '-', 'x'.repeat(64)]) {
    test(`takes ${name} for a name`, () => {
      assert.equal(stored(decideCreate([], { ...fresh, name }, terms))[0]?.name, name);
    });
  }

  // A name comes into tables, logs and headers.
  for (const name of ['', ' ', 'a b', 'a\n', '\ta', 'x'.repeat(65), 'ä', '"', 'a/b', 'a,b', '\u001b[31m']) {
    test(`refuses ${JSON.stringify(name)} for a name`, () => {
      assert.match(refusal(decideCreate([], { ...fresh, name }, terms)), /1 to 64 letters/);
    });
  }
});

describe('revoking a key', () => {
  test('ends every active key of the name, now, and no other', () => {
    const overlapping: ApiKey = { ...key, id: 'id-9', expiresAtMs: now + hour };
    assert.deepEqual(stored(decideRevoke([revoked, expired, key, overlapping], 'till', now)), [
      { ...key, revokedAtMs: now },
      { ...overlapping, revokedAtMs: now },
    ]);
  });

  for (const [name, named] of [
    ['there is none', []],
    ['it is revoked already', [revoked]],
    ['it has expired', [expired]],
  ] as const) {
    test(`is refused where ${name}`, () => {
      assert.match(refusal(decideRevoke(named, 'till', now)), /no active key called "till"/);
    });
  }
});

describe('rotating a key', () => {
  test('ends the old one at once and makes one with the same terms in the same line', () => {
    assert.deepEqual(stored(decideRotate([key], fresh, 0)), [
      { ...key, revokedAtMs: now },
      { ...key, ...{ id: 'id-2', digest: 'digest-2', createdAtMs: now, lastUsedAtMs: null } },
    ]);
  });

  test('with an overlap lets the old one live for just that long', () => {
    const [old, made] = stored(decideRotate([key], fresh, day));
    assert.deepEqual(old, { ...key, expiresAtMs: now + day });
    assert.equal(made?.expiresAtMs, null);
    assert.equal(made?.revokedAtMs, null);
  });

  test('with an overlap never lengthens the life of the old one', () => {
    const [old] = stored(decideRotate([{ ...key, expiresAtMs: now + hour }], fresh, day));
    assert.equal(old?.expiresAtMs, now + hour);
  });

  test('gives the new one a whole life of its own', () => {
    const ninetyDays: ApiKey = { ...key, createdAtMs: now - 80 * day, expiresAtMs: now + 10 * day };
    const [, made] = stored(decideRotate([ninetyDays], fresh, 0));
    assert.equal(made?.expiresAtMs, now + 90 * day);
  });

  test('twice within an overlap goes by the terms of the latest, not by those of one about to end', () => {
    const [old, second] = stored(decideRotate([key], fresh, day));
    assert.ok(old !== undefined && second !== undefined);
    const third = { id: 'id-3', name: 'till', digest: 'digest-3', nowMs: now + hour };
    const [first, middle, last] = stored(decideRotate([old, second], third, 10 * day));
    assert.equal(first?.expiresAtMs, now + day);
    assert.equal(middle?.expiresAtMs, now + hour + 10 * day);
    assert.equal(last?.expiresAtMs, null);
    assert.equal(last?.rotationId, 'id-1');
  });

  test('without an overlap ends the ones that an earlier overlap left', () => {
    const [old, second] = stored(decideRotate([key], fresh, day));
    assert.ok(old !== undefined && second !== undefined);
    const third = { id: 'id-3', name: 'till', digest: 'digest-3', nowMs: now + hour };
    const after = stored(decideRotate([old, second], third, 0));
    assert.deepEqual(
      after.map((one) => isActive(one, now + hour)),
      [false, false, true],
    );
  });

  for (const [name, named] of [
    ['there is none', []],
    ['all are dead', [revoked, expired]],
  ] as const) {
    test(`is refused where ${name}`, () => {
      assert.match(refusal(decideRotate(named, fresh, 0)), /no active key called "till"/);
    });
  }
});
