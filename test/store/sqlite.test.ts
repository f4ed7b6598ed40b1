import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openStore } from '../../src/engines.ts';
import { addPets } from '../support/service/store-contents.ts';
import { storeEngines } from '../support/store/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storeContract } from './store-contract.ts';

for (const engine of storeEngines) if (engine.name === 'sqlite') storeContract(engine);

test('eight processes that start at once on no file make one store', async (t) => {
  const file = join(temporaryFolder(t), 'deep', 'store.db');
  const engine = new URL('../../src/sqlite/store.ts', import.meta.url);
  const script = `const { openSqliteStore } = await import('${engine}'); const s = await openSqliteStore('${file}', { access: 'write' }); console.log((await s.head()).seq); await s.close();`;
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: 8 }, () => run(process.execPath, ['--input-type=module', '-e', script])),
  );
  assert.deepEqual(new Set(outputs.map(({ stdout }) => stdout)), new Set(['0\n']));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
});

test('the store itself refuses to change its ledger', async (t) => {
  const file = join(temporaryFolder(t), 'store.db');
  const store = await openStore({ engine: 'sqlite', file });
  await addPets(store, [
    { petId: 1n, quantity: 1 },
    { petId: 2n, quantity: 1 },
  ]);
  await store.close();
  for (const sql of [
    'update ledger set after = 9',
    'delete from ledger',
    'insert or replace into ledger select * from ledger where seq = 1',
    "insert into ledger (seq, pet_id, kind, status, at_ms) values (4, 1, 'set', 'sold', 0)",
  ]) {
    assert.throws(() => withDatabase(file, sql), /ledger/, sql);
  }
});

function withDatabase(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}
