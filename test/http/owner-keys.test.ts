import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

type Key = {
  readonly name: string;
  readonly scope: string;
  readonly secret: string | null;
} & Record<string, unknown>;

test('the link of the first run creates one key, of an owner, and nothing else', async (t) => {
  const service = await startService(t);
  await createKey(service.store, { name: 'owner', scope: 'owner' });
  const as = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
  const expiresAtMs = Date.now() + 60_000;
  const createLink = (name: string) =>
    createKey(service.store, { name, scope: 'setup', expiresAtMs });
  const links = [await createLink('setup/1'), await createLink('setup/2')];
  const create = async (secret: string, body: unknown) => {
    const response = await service.call('POST', '/v1/keys', { ...as(secret), body });
    return { status: response.status, body: (await response.json()) as Key & { code?: string } };
  };
  assert.equal(
    (await create(links[0] ?? '', { name: 'boss', scope: 'admin' })).body.code,
    'invalid_value',
  );
  const { status, body } = await create(links[0] ?? '', { name: 'boss', scope: 'owner' });
  assert.equal(status, 201);
  for (const link of links)
    assert.equal((await create(link, { name: 'other', scope: 'owner' })).status, 401);
  const keys = (await (
    await service.call('GET', '/v1/keys', as(body.secret ?? ''))
  ).json()) as Key[];
  assert.ok(
    keys.every(({ scope }) => scope !== 'setup'),
    'a link is in no list of keys',
  );
  for (const condition of ['if-match', 'if-none-match']) {
    const headers = { ...as(body.secret ?? '').headers, [condition]: '*' };
    const refused = await service.call('DELETE', '/v1/keys/admin', { headers });
    assert.match(await refused.text(), /"invalid_header"/, 'keys have no versions');
  }
  const actions = (await (
    await service.call('GET', '/v1/actions', as(body.secret ?? ''))
  ).json()) as object[];
  assert.match(
    JSON.stringify(actions[0]),
    /"action":"key\.create","name":"boss","key":"setup-link","keyId":\d+/,
  );
  assert.match(
    JSON.stringify(actions[1]),
    /"action":"key\.create","name":"setup-link","key":null,"keyId":null/,
  );
});
