import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Action, commandAction, decideAction } from '../../src/domain/action.ts';
import {
  type ApiKey,
  allows,
  decideCreate,
  decideRevoke,
  decideRotate,
  isActive,
  keyCalled,
} from '../../src/domain/api-key.ts';
import { limits } from '../../src/limits.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_700_000_000_000;

const key: ApiKey = {
  keyId: 1,
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
const revoked: ApiKey = { ...key, digest: 'digest-0', revokedAtMs: now - day };
const expired: ApiKey = { ...key, digest: 'digest-0', expiresAtMs: now };

const fresh = { name: 'till', digest: 'digest-2' };
const options = { scope: 'read', requireVersion: false, rateLimit: null } as const;
const creation = { ...fresh, options, expiresInMs: null };
const rotate = (named: readonly ApiKey[], overlapMs: number) =>
  decideRotate(named, { ...fresh, overlapMs }, now);

type KeyDecision = ReturnType<typeof decideRevoke>;

function stored(decision: KeyDecision): readonly ApiKey[] {
  assert.ok(!('code' in decision), 'message' in decision ? decision.message : '');
  return decision;
}

function refusal(decision: KeyDecision): string {
  assert.ok('code' in decision, 'the decision is no refusal');
  return decision.message;
}

test('a key is active until the millisecond of its expiry', () => {
  assert.equal(isActive({ ...key, expiresAtMs: null }, now), true, 'without an expiry');
  assert.equal(isActive({ ...key, expiresAtMs: now + 1 }, now), true, 'a millisecond before');
  assert.equal(isActive({ ...key, expiresAtMs: now }, now), false, 'at that millisecond');
  assert.equal(isActive({ ...key, expiresAtMs: now - 1 }, now), false, 'afterwards');
});

test('a key is active until it is revoked', () => {
  for (const expiresAtMs of [null, now + day])
    assert.equal(isActive({ ...key, revokedAtMs: now, expiresAtMs }, now), false);
});

test('making a key is refused while an active key has the name', () => {
  const decision = decideCreate([revoked, key], creation, { keyId: 2, nowMs: now });
  assert.match(refusal(decision), /active key is called "till"/);
});

test('a key that takes the name of keys that have ended gets an id of its own', () => {
  const made = stored(decideCreate([revoked, expired], creation, { keyId: 2, nowMs: now }));
  assert.deepEqual(
    made.map(({ keyId }) => keyId),
    [2],
  );
});

test('revoking a key ends every active key of its name now', () => {
  const overlapping: ApiKey = { ...key, digest: 'digest-9', expiresAtMs: now + hour };
  assert.deepEqual(stored(decideRevoke([revoked, expired, key, overlapping], 'till', now)), [
    { ...key, revokedAtMs: now },
    { ...overlapping, revokedAtMs: now },
  ]);
});

test('rotating a key ends the old secret at once', () => {
  const [old] = stored(rotate([key], 0));
  assert.deepEqual(old, { ...key, revokedAtMs: now });
});

test('rotating a key keeps its id and its terms', () => {
  const [, made] = stored(rotate([key], 0));
  assert.deepEqual(made, { ...key, digest: 'digest-2', createdAtMs: now, lastUsedAtMs: null });
});

test('rotating a key with an overlap lets the old secret live for just that long', () => {
  const [old, made] = stored(rotate([key], day));
  assert.deepEqual(old, { ...key, expiresAtMs: now + day });
  assert.equal(made?.expiresAtMs, null);
});

test('an overlap lets no secret live longer than before', () => {
  const [old] = stored(rotate([{ ...key, expiresAtMs: now + hour }], day));
  assert.equal(old?.expiresAtMs, now + hour);
});

test('rotating a key gives the new one a whole life of its own', () => {
  const ninetyDays: ApiKey = { ...key, createdAtMs: now - 80 * day, expiresAtMs: now + 10 * day };
  assert.equal(stored(rotate([ninetyDays], 0))[1]?.expiresAtMs, now + 90 * day);
});

describe('rotating a key again during an overlap', () => {
  const overlapping = stored(rotate([key], day));
  const again = (overlapMs: number) =>
    stored(decideRotate(overlapping, { name: 'till', digest: 'digest-3', overlapMs }, now + hour));

  test('gives the latest secret an overlap of its own', () => {
    const ends = again(10 * day).map(({ expiresAtMs }) => expiresAtMs);
    assert.deepEqual(ends, [now + day, now + hour + 10 * day, null]);
  });

  test('without an overlap ends all other secrets', () => {
    const active = again(0).map((one) => isActive(one, now + hour));
    assert.deepEqual(active, [false, false, true]);
  });

  test('keeps the id', () => {
    assert.equal(again(0).at(-1)?.keyId, key.keyId);
  });
});

test('the name of a key stands for the latest secret in an overlap', () => {
  const [old, current] = stored(rotate([key], day)) as [ApiKey, ApiKey];
  const others = [revoked, { ...key, name: 'other', digest: 'other' }];
  assert.equal(keyCalled('till', [...others, old, current], now), current);
});

test('the name of a key stands for the active key, not for those that have ended', () => {
  assert.equal(keyCalled('till', [revoked, key, expired], now), key);
});

test('the name of keys that have all ended stands for the one that ended last', () => {
  const later: ApiKey = { ...key, digest: 'digest-3', revokedAtMs: now - hour };
  assert.equal(keyCalled('till', [later, revoked], now), later);
  assert.equal(keyCalled('till', [revoked, later, expired], now), expired);
});

test('a name that no key ever had stands for none', () => {
  assert.equal(keyCalled('unknown', [key, revoked], now), undefined);
});

describe('beside other keys', () => {
  const decide = (action: Action, keys: readonly ApiKey[]) =>
    decideAction(action, {
      keys,
      webhooks: [],
      lastSeq: 0,
      revision: 2,
      atMs: now,
      limits,
      idempotencyRecord: undefined,
    });
  const create = commandAction({ kind: 'key.create', ...creation });
  const numbered = (count: number, terms: Partial<ApiKey> = {}) =>
    Array.from({ length: count }, (_, n) => ({
      ...key,
      ...terms,
      keyId: n,
      digest: `full-${n}`,
      name: `till-${n}`,
    }));

  const resultOf = (action: Action, keys: readonly ApiKey[]) => {
    const { outcome } = decide(action, keys);
    return outcome.result === 'refused' ? outcome.refusal.code : outcome.result;
  };

  describe('of which there are as many active ones as may be', () => {
    const full = numbered(limits.keysMax);
    const rotation = (overlapMs: number) =>
      commandAction({ kind: 'key.rotate', ...fresh, name: 'till-0', overlapMs });

    test('another one is refused', () => {
      const { outcome } = decide(create, full);
      assert.match(
        outcome.result === 'refused' ? outcome.refusal.message : '',
        /10000 active keys.* Revoke one first/,
      );
    });

    test('one may be rotated without an overlap', () => {
      assert.equal(decide(rotation(0), full).outcome.result, 'applied');
    });

    test('none may be rotated with an overlap, which would be one more', () => {
      assert.equal(decide(rotation(1), full).outcome.result, 'refused');
    });
  });

  test('those that have ended do not count', () => {
    const revokedKeys = numbered(limits.keysMax, { revokedAtMs: now });
    assert.equal(resultOf(create, revokedKeys), 'applied');
  });

  describe('an owner', () => {
    const owner: ApiKey = { ...key, digest: 'owner', name: 'owner', scope: 'owner' };
    const other: ApiKey = { ...owner, digest: 'other', name: 'other' };
    const byCommand = commandAction({ kind: 'key.revoke', name: 'owner' });
    const byOwner = { ...byCommand, by: owner };

    test('cannot revoke the last key of an owner', () => {
      assert.equal(resultOf(byOwner, [owner]), 'last_owner_key');
    });

    test('cannot revoke the last one that does not expire', () => {
      const expiring = { ...other, expiresAtMs: now + day };
      assert.equal(resultOf(byOwner, [owner, expiring]), 'last_owner_key');
    });

    test('may revoke a key beside another one', () => {
      assert.equal(resultOf(byOwner, [owner, other]), 'applied');
    });

    test('may revoke nothing with a key that has ended', () => {
      const ended = { ...owner, revokedAtMs: now };
      assert.equal(resultOf(byOwner, [ended, other]), 'invalid_api_key');
    });

    test('may lose the last key by a command', () => {
      assert.equal(resultOf(byCommand, [owner]), 'applied');
    });
  });
});

describe('a key with the scope', () => {
  const known = ['read', 'write', 'admin', 'owner'] as const;
  const allowed = [
    { scope: 'read', needed: ['read'] },
    { scope: 'write', needed: ['read', 'write'] },
    { scope: 'admin', needed: ['read', 'write', 'admin'] },
    { scope: 'owner', needed: ['read', 'write', 'admin', 'owner'] },
    { scope: 'setup', needed: [] },
  ] as const;

  for (const { scope, needed } of allowed) {
    test(`${scope} allows what needs ${needed.join(', ') || 'none of the scopes'}`, () => {
      const found = known.filter((one) => allows({ ...key, scope }, one));
      assert.deepEqual(found, needed);
    });
  }
});

test('a key that is created for some time ends after it', () => {
  const made = decideCreate([], { ...creation, expiresInMs: hour }, { keyId: 2, nowMs: now });
  assert.equal(stored(made)[0]?.expiresAtMs, now + hour);
});

test('revoking a name without an active key is refused', () => {
  assert.match(refusal(decideRevoke([revoked], 'till', now)), /no active key called "till"/);
});

test('rotating a name without an active key is refused', () => {
  assert.match(refusal(rotate([revoked], 0)), /no active key called "till"/);
});

test('rotating a key leaves those of its name that have ended as they are', () => {
  const digests = stored(rotate([revoked, key], hour)).map(({ digest }) => digest);
  assert.deepEqual(digests, ['digest-1', 'digest-2']);
});

test('the name of a key stands for the latest secret, even if an older one lasts longer', () => {
  const older = { ...key, expiresAtMs: now + day };
  const latest = { ...key, digest: 'digest-2', expiresAtMs: now + hour };
  assert.equal(keyCalled('till', [older, latest], now), latest);
});
