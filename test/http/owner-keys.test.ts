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

test('keys have no versions, so that a condition is refused', async (t) => {
  const { call } = await start(t);
  for (const condition of ['if-match', 'if-none-match']) {
    assert.equal((await call('DELETE', '/keys/admin', undefined, { [condition]: '*' })).body.code, 'invalid_header');
  }
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
