import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf } from '../../src/domain/api-key.ts';
import { openStore } from '../../src/engines.ts';
import { Keyring } from '../../src/inventory/keyring.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import { createKey } from '../support/service/store-contents.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a key whose row is deleted between the reads of the head and of the keys is no longer active', async (t) => {
  const database = checkDatabase(`sqlite:${temporaryFolder(t)}/pawstock.db`);
  const store = await openStore(database, { limits: { ...limits, endedKeysMax: 1 } });
  t.after(() => store.close());
  const keyring = new Keyring();
  const revoke = (name: string) => store.perform(commandAction({ kind: 'key.revoke', name }));
  const digest = digestOf(await createKey(store, { name: 'leaked' }));
  await keyring.catchUp(store, await store.head());
  assert.ok(keyring.findActive(digest));

  await revoke('leaked');
  const head = await store.head();
  const deleteRow = async () => {
    await createKey(store, { name: 'next' });
    await revoke('next');
    assert.ok((await store.keys()).every(({ name }) => name !== 'leaked'));
  };
  let deleted: Promise<void> | undefined;
  const keysChangedAfter = async (revision: number) => {
    deleted ??= deleteRow();
    await deleted;
    return store.keysChangedAfter(revision);
  };
  await keyring.catchUp({ head: () => store.head(), keysChangedAfter }, head);
  assert.equal(keyring.findActive(digest), undefined);
});
