import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { backupStore, openStore, restoreStore } from '../../src/engines.ts';
import { storeEngines } from '../support/store/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storeContract } from './store-contract.ts';

const changesOfLedger = [
  'insert or replace into ledger select * from ledger where seq = 1',
  "insert into ledger (seq, pet_id, kind, status, at_ms) values (4, 1, 'set', 'sold', 0)",
];
storeContract(storeEngines[0], changesOfLedger);

test('eight processes that start at once on no file make one store', async (t) => {
  const file = join(temporaryFolder(t), 'deep', 'store.db');
  const engines = new URL('../../src/engines.ts', import.meta.url);
  const script = `const { openStore } = await import('${engines}'); const s = await openStore({ engine: 'sqlite', file: '${file}' }); console.log((await s.head()).seq); await s.close();`;
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: 8 }, () => run(process.execPath, ['--input-type=module', '-e', script])),
  );
  assert.deepEqual(new Set(outputs.map(({ stdout }) => stdout)), new Set(['0\n']));
});

test('a store that is restored from a backup has the identity of the backup', async (t) => {
  const folder = temporaryFolder(t);
  const address = (name: string) => ({ engine: 'sqlite' as const, file: join(folder, name) });
  const identityOf = async (name: string) => {
    const store = await openStore(address(name));
    return store.identity().finally(() => store.close());
  };
  const identity = await identityOf('store.db');
  await backupStore(address('store.db'), join(folder, 'backup.db'));
  assert.notDeepEqual(await identityOf('other.db'), identity);
  const options = { from: join(folder, 'backup.db'), fromAnotherStore: true };
  await restoreStore(address('other.db'), options);
  assert.deepEqual(await identityOf('other.db'), identity);
});
