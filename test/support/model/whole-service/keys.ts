import assert from 'node:assert/strict';
import fc from 'fast-check';
import { tinyLimits } from './instance.ts';
import {
  type Expected,
  iso,
  isoOrNull,
  Judge,
  type Key,
  type Model,
  operation,
  type Planner,
  plans,
  refuse,
  type Scope,
} from './model.ts';

/** Models API keys, and the list of actions on API keys and webhook endpoints. */

/**
 * Names of API keys, including people's names and characters with a special meaning in a URL path.
 */
export const keyName = fc.constantFrom('root', 'k1', 'k1', 'Jörg Müller', 'a, "b" & 100% #1?');

const terms = fc.record(
  {
    scope: fc.constantFrom<Scope>('read', 'write', 'write', 'admin', 'owner', 'owner'),
    expiresIn: fc.constantFrom<number>(2, 10, 30),
    requireVersion: fc.constantFrom(true, true, false),
    rateLimit: fc.constant(900_000),
  },
  { requiredKeys: [] },
);

type Terms = typeof terms extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/**
 * The id of a key: the one that was shown before, also before a rotation. A key that is shown for
 * the first time has a new one.
 */
function idOf(model: Model, { rotation }: Key): Judge {
  return new Judge('the id of the key, or a new id', (value) => {
    const known = model.keyIds.get(rotation);
    if (known !== undefined) return value === known;
    if (!Number.isInteger(value) || [...model.keyIds.values()].includes(Number(value)))
      return false;
    model.keyIds.set(rotation, Number(value));
    return true;
  });
}

const managedBody = (model: Model, key: Key) => ({
  id: idOf(model, key),
  name: key.name,
  scope: key.scope,
  createdAt: iso(key.createdMs),
  expiresAt: isoOrNull(key.expiresMs),
  lastUsedAt: new Judge(
    'null or a time',
    (value) => value === null || !Number.isNaN(Date.parse(String(value))),
  ),
  revokedAt: isoOrNull(key.revokedMs),
  requireVersion: key.requireVersion,
  rateLimit: key.rateLimit,
});

export const secretJudge = (prefix: string) =>
  new Judge(`a secret of ${prefix}`, (value) => String(value).startsWith(prefix));

/** The expected response that shows the secret of a new API key. The model remembers the secret. */
function newKeyResponse(model: Model, status: number, key: Key): Expected {
  return {
    status,
    body: { ...managedBody(model, key), lastUsedAt: null, secret: secretJudge('paw_') },
    learn: (body) => {
      key.secret = (body as { secret: string }).secret;
    },
  };
}

const activeNamed = (model: Model, name: string) =>
  model.keys.filter((key) => key.name === name && model.isActive(key));

/**
 * Refuses to revoke the last active owner key that has no expiry date, because one such key must
 * remain.
 */
function checkOwners(model: Model, ending: readonly Key[]): void {
  const staying = model.keys.filter(
    (key) => key.scope === 'owner' && key.expiresMs === null && model.isActive(key),
  );
  if (staying.length > 0 && staying.every((key) => ending.includes(key))) refuse('last_owner_key');
}

export const create =
  (name: string, chosen: Terms): Planner =>
  (model) => ({
    body: { name, ...chosen },
    respond: (by) => {
      if (activeNamed(model, name).length > 0) refuse('name_taken');
      model.noteAction(by, 'key.create', name);
      const { scope = 'write', expiresIn, requireVersion = false, rateLimit = null } = chosen;
      const { nowMs } = model;
      const expiresMs = expiresIn === undefined ? null : nowMs + expiresIn * 1000;
      const times = { createdMs: nowMs, expiresMs, revokedMs: null };
      const rotation = model.keys.length;
      const key: Key = { name, scope, secret: '', rotation, requireVersion, rateLimit, ...times };
      model.keys.push(key);
      const headers = { location: `/v1/keys/${encodeURIComponent(name)}` };
      return { ...newKeyResponse(model, 201, key), headers };
    },
  });

export const revoke =
  (name: string): Planner =>
  (model) => ({
    param: name,
    respond: (by) => {
      const ending = activeNamed(model, name);
      if (ending.length === 0) refuse('key_not_found');
      checkOwners(model, ending);
      model.noteAction(by, 'key.revoke', name);
      for (const key of ending) key.revokedMs = model.nowMs;
      return { status: 204 };
    },
  });

const rotate = plans(
  fc.tuple(keyName, fc.constantFrom(undefined, 0, 5, 20)),
  ([name, overlap], model) => ({
    param: name,
    body: { overlap },
    respond: (by) => {
      const ending = activeNamed(model, name);
      const latest = ending.at(-1) ?? refuse('key_not_found');
      model.noteAction(by, 'key.rotate', name);
      const { nowMs } = model;
      const lifeMs = latest.expiresMs === null ? null : latest.expiresMs - latest.createdMs;
      const successor: Key = {
        ...latest,
        createdMs: nowMs,
        expiresMs: lifeMs === null ? null : nowMs + lifeMs,
      };
      const endMs = nowMs + (overlap ?? 0) * 1000;
      for (const key of ending) {
        if (endMs === nowMs) key.revokedMs = nowMs;
        else key.expiresMs = Math.min(key.expiresMs ?? endMs, endMs);
      }
      model.keys.push(successor);
      return newKeyResponse(model, 200, successor);
    },
  }),
);

/**
 * Checks that a list of API keys has all active keys, and those that were revoked or expired last.
 */
function judgeList(model: Model, body: unknown): void {
  const listed = body as {
    name: string;
    createdAt: string;
    revokedAt: string | null;
    expiresAt: string | null;
  }[];
  const endMs = (key: Key) =>
    Math.min(key.revokedMs ?? Number.POSITIVE_INFINITY, key.expiresMs ?? Number.POSITIVE_INFINITY);
  const textOf = (key: Key) => {
    const id = model.keyIds.get(key.rotation);
    return JSON.stringify({ ...managedBody(model, key), id, lastUsedAt: null });
  };
  const shown = listed.map((key) => JSON.stringify({ ...key, lastUsedAt: null }));
  // If several API keys ended at once, the service may delete any of them. The response decides
  // which ones remain.
  const found: Key[] = [];
  for (const key of model.keys) if (shown[found.length] === textOf(key)) found.push(key);
  assert.equal(found.length, listed.length, `keys that are not so: ${shown[found.length]}`);
  const hidden = model.keys.filter((key) => !found.includes(key));
  assert.deepEqual(
    hidden.filter((key) => model.isActive(key)).map(textOf),
    [],
    'an active key is not listed',
  );
  const ended = found.filter((key) => !model.isActive(key));
  assert.ok(
    hidden.length === 0 || ended.length >= tinyLimits.endedKeysMax,
    'fewer ended keys than are kept',
  );
  const oldestMs = Math.min(...ended.map(endMs));
  assert.ok(
    hidden.every((key) => endMs(key) <= oldestMs),
    'an older ended key is kept in place of a newer one',
  );
}

const nothing = fc.constant(null);

const whoAmI = plans(nothing, (_, model) => ({
  respond: (by) => {
    const { lastUsedAt, revokedAt, ...body } = managedBody(model, by);
    return { status: 200, body };
  },
}));

const list = plans(nothing, (_, model) => ({
  respond: () => ({ status: 200, learn: (body) => judgeList(model, body) }),
}));

/**
 * The key that a name stands for. Undefined if the service may have forgotten it: only the keys that
 * ended last are kept.
 */
function rememberedKey(model: Model, name: string): Key | undefined {
  const active = activeNamed(model, name).at(-1);
  if (active !== undefined) return active;

  const endMs = (key: Key) =>
    Math.min(key.revokedMs ?? Number.POSITIVE_INFINITY, key.expiresMs ?? Number.POSITIVE_INFINITY);
  const named = model.keys.filter((key) => key.name === name);
  const lastEndMs = Math.max(...named.map(endMs));
  const found = named.findLast((key) => endMs(key) === lastEndMs);
  const others = model.keys.filter((key) => key !== found && !model.isActive(key));
  const later = others.filter((key) => endMs(key) >= lastEndMs);
  return later.length < tinyLimits.endedKeysMax ? found : undefined;
}

const byName = plans(keyName, (name, model) => {
  const isKnown = model.keys.some((key) => key.name === name);
  const key = rememberedKey(model, name);
  const asked = isKnown && key === undefined ? 'no such key' : name;
  return {
    param: asked,
    respond: () => {
      const found = rememberedKey(model, asked) ?? refuse('key_not_found');
      return { status: 200, body: managedBody(model, found) };
    },
  };
});

const actions = plans(fc.constantFrom(undefined, 1, 5), (limit, model) => ({
  query: { limit },
  respond: () => ({ status: 200, body: model.actions.slice(0, limit ?? 100) }),
}));

const created = fc.tuple(keyName, terms).map((chosen) => create(...chosen));

export const keyOperations = {
  getCurrentKey: operation('read', 4, whoAmI),
  listKeys: operation('owner', 2, list),
  getKeyByName: operation('owner', 3, byName),
  createKey: operation('owner', 5, created),
  revokeKey: operation('owner', 3, keyName.map(revoke)),
  rotateKey: operation('owner', 2, rotate),
  listActions: operation('owner', 1, actions),
};
