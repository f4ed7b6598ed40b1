import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

type Key = { readonly name: string; readonly scope: string; readonly secret: string | null } & Record<string, unknown>;

/** A service, and calls with the key of an owner. */
async function start(t: TestContext) {
  const service = await startService(t);
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const as = (secret: string, headers: Record<string, string> = {}) => ({
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await service.call(method, `/v1${path}`, { ...as(owner, headers), body });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const statusOf = async (secret: string) => (await service.call('GET', '/v1/key', as(secret))).status;
  return { service, owner, call, statusOf, as };
}

test('a key is created, used, listed without its secret, rotated and revoked', async (t) => {
  const { call, statusOf } = await start(t);
  const asked = { name: 'till', scope: 'read', expiresIn: 3600, rateLimit: 50, requireVersion: true };
  const { status, body } = await call('POST', '/keys', asked);
  const created = body as Key;
  assert.equal(status, 201);
  assert.deepEqual(
    [created.name, created.scope, created['rateLimit'], created['requireVersion']],
    ['till', 'read', 50, true],
  );
  assert.equal(Date.parse(String(created['expiresAt'])) - Date.parse(String(created['createdAt'])), 3_600_000);
  assert.equal(await statusOf(created.secret ?? ''), 200);
  const listed = (await call('GET', '/keys')).body as Key[];
  assert.deepEqual(listed.map(({ name }) => name).sort(), ['admin', 'owner', 'till']);
  assert.doesNotMatch(JSON.stringify(listed), /secret|digest|paw_/);

  const rotated = (await call('POST', '/keys/till/rotation')).body as Key;
  assert.deepEqual([await statusOf(created.secret ?? ''), await statusOf(rotated.secret ?? '')], [401, 200]);
  const third = (await call('POST', '/keys/till/rotation', { overlap: 60 })).body as Key;
  assert.deepEqual([await statusOf(rotated.secret ?? ''), await statusOf(third.secret ?? '')], [200, 200]);

  for (const condition of ['if-match', 'if-none-match']) {
    assert.equal((await call('DELETE', '/keys/till', undefined, { [condition]: '*' })).body.code, 'invalid_header');
  }
  assert.equal((await call('DELETE', '/keys/till')).status, 204);
  assert.deepEqual([await statusOf(rotated.secret ?? ''), await statusOf(third.secret ?? '')], [401, 401]);
  assert.deepEqual([(await call('DELETE', '/keys/till')).body.code], ['key_not_found']);

  const actions = (await call('GET', '/actions')).body as { action: string; name: string; key: string | null }[];
  assert.deepEqual(
    actions.slice(0, 4).map(({ action, name, key }) => [action, name, key]),
    [
      ['key.revoke', 'till', 'owner'],
      ['key.rotate', 'till', 'owner'],
      ['key.rotate', 'till', 'owner'],
      ['key.create', 'till', 'owner'],
    ],
  );
  assert.equal(actions.find(({ name }) => name === 'owner')?.key, null, 'what a command did has no key');
});

test('a request that is repeated with its Idempotency-Key gets everything but the secret, and is told so', async (t) => {
  const { call } = await start(t);
  const headers = { 'idempotency-key': 'once' };
  const first = await call('POST', '/keys', { name: 'till' }, headers);
  const second = await call('POST', '/keys', { name: 'till' }, headers);
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.deepEqual(second.body, { ...first.body, secret: null });
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal((await call('POST', '/keys', { name: 'other' }, headers)).body.code, 'idempotency_key_reused');
  assert.equal((await call('POST', '/keys/till/rotation', {}, headers)).body.code, 'idempotency_key_reused');
  assert.equal((await call('POST', '/keys', { name: 'till' })).body.code, 'name_taken');
  const keys = (await call('GET', '/keys')).body as Key[];
  assert.equal(keys.filter(({ name }) => name === 'till').length, 1);
});

test('the last key of an owner cannot be revoked, but it can be rotated, and one of two can be revoked', async (t) => {
  const { service, call } = await start(t);
  assert.equal((await call('DELETE', '/keys/owner')).body.code, 'last_owner_key');
  // A key that expires does not count as an owner key that stays.
  await createKey(service.store, { name: 'brief', scope: 'owner', expiresAtMs: Date.now() + 3_600_000 });
  assert.equal((await call('DELETE', '/keys/owner')).body.code, 'last_owner_key');
  await call('POST', '/keys', { name: 'second', scope: 'owner' });
  assert.equal((await call('DELETE', '/keys/owner')).status, 204);
  assert.equal((await call('GET', '/keys')).status, 401, 'the key of the caller itself');
});

test('an owner that is revoked while a request is under way changes nothing any more', async (t) => {
  const { service } = await start(t);
  const [owner] = (await service.store.keys()).filter(({ name }) => name === 'owner');
  assert.ok(owner);
  await createKey(service.store, { name: 'second', scope: 'owner' });
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'owner' }));
  const options = { scope: 'owner', requireVersion: false, rateLimit: null } as const;
  const late = { kind: 'key.create', name: 'late', id: 'late', digest: 'late', options, expiresInMs: null } as const;
  const outcome = await service.store.perform({ ...commandAction(late), by: owner });
  assert.equal(outcome.result === 'refused' && outcome.refusal.code, 'invalid_api_key');
});

test('the link of the first run creates one key, of an owner, and nothing else', async (t) => {
  const { service, as, statusOf } = await start(t);
  const links = [newSecret(), newSecret()];
  const options = { scope: 'setup', requireVersion: false, rateLimit: null } as const;
  for (const [index, secret] of links.entries()) {
    const link = {
      name: `setup/${randomUUID()}`,
      id: `setup-${index}`,
      digest: digestOf(secret),
      options,
      expiresInMs: 60_000,
    };
    await service.store.perform(commandAction({ kind: 'key.create', ...link }));
  }
  const create = async (secret: string, body: unknown) => {
    const response = await service.call('POST', '/v1/keys', { ...as(secret), body });
    return { status: response.status, body: (await response.json()) as Key & { code?: string } };
  };
  assert.equal((await create(links[0] ?? '', { name: 'boss', scope: 'admin' })).body.code, 'invalid_value');
  const { status, body } = await create(links[0] ?? '', { name: 'boss', scope: 'owner' });
  assert.equal(status, 201);
  assert.equal(await statusOf(body.secret ?? ''), 200);
  for (const link of links) assert.equal((await create(link, { name: 'other', scope: 'owner' })).status, 401);
  const keys = (await (await service.call('GET', '/v1/keys', as(body.secret ?? ''))).json()) as Key[];
  assert.ok(
    keys.every(({ scope }) => scope !== 'setup'),
    'a link is in no list of keys',
  );
  const actions = (await (await service.call('GET', '/v1/actions', as(body.secret ?? ''))).json()) as object[];
  assert.match(JSON.stringify(actions[0]), /"action":"key\.create","name":"boss","key":"setup-link"/);
  assert.match(JSON.stringify(actions[1]), /"action":"key\.create","name":"setup-link","key":null/);
});
