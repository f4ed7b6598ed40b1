import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

type Key = {
  readonly name: string;
  readonly scope: string;
  readonly secret: string | null;
} & Record<string, unknown>;

test('the link of the first run', async (t) => {
  const service = await startService(t);
  await createKey(service.store, { name: 'owner', scope: 'owner' });
  const expiresAtMs = Date.now() + 60_000;
  const createLink = (name: string) =>
    createKey(service.store, { name, scope: 'setup', expiresAtMs });
  const links = [await createLink('setup/1'), await createLink('setup/2')] as const;
  const as = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

  const create = async (secret: string, body: object) => {
    const response = await service.call('POST', '/v1/keys', { ...as(secret), body });
    return { status: response.status, key: (await response.json()) as Key & { code?: string } };
  };

  await t.test('creates no key but that of an owner', async () => {
    const { key } = await create(links[0], { name: 'boss', scope: 'admin' });

    assert.equal(key.code, 'invalid_value');
  });

  const { status, key } = await create(links[0], { name: 'boss', scope: 'owner' });
  const owner = key.secret ?? '';

  await t.test('creates the key of an owner', () => {
    assert.equal(status, 201);
    assert.equal(key.scope, 'owner');
  });

  await t.test('creates only one key', async () => {
    const again = await create(links[0], { name: 'other', scope: 'owner' });

    assert.equal(again.status, 401);
  });

  await t.test('ends all other links', async () => {
    const other = await create(links[1], { name: 'other', scope: 'owner' });

    assert.equal(other.status, 401);
  });

  await t.test('is in no list of keys', async () => {
    const response = await service.call('GET', '/v1/keys', as(owner));

    const scopes = ((await response.json()) as Key[]).map(({ scope }) => scope);
    assert.ok(!scopes.includes('setup'), `the keys have the scopes ${scopes}`);
  });

  await t.test(
    'is the key by which the first key was created, in the list of actions',
    async () => {
      const response = await service.call('GET', '/v1/actions', as(owner));

      const [first, second] = (await response.json()) as Record<string, unknown>[];

      const { keyId, ...action } = first ?? {};
      assert.partialDeepStrictEqual(action, {
        action: 'key.create',
        name: 'boss',
        key: 'setup-link',
      });
      assert.ok(Number.isSafeInteger(keyId), `the id of the link is ${keyId}`);
      assert.partialDeepStrictEqual(second, {
        action: 'key.create',
        name: 'setup-link',
        key: null,
        keyId: null,
      });
    },
  );
});

for (const condition of ['if-match', 'if-none-match']) {
  test(`a key has no version, so ${condition} is refused`, async (t) => {
    const service = await startService(t);
    const owner = await createKey(service.store, { scope: 'owner' });
    const headers = { authorization: `Bearer ${owner}`, [condition]: '*' };

    const refused = await service.call('DELETE', '/v1/keys/admin', { headers });

    assert.match(await refused.text(), /"invalid_header"/);
  });
}
