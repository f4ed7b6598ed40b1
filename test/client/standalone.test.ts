import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the client runs without the source of the service', async (t) => {
  const folder = temporaryFolder(t);
  cpSync(fileURLToPath(new URL('../../client', import.meta.url)), join(folder, 'client'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { PawstockClient } = await import(pathToFileURL(join(folder, 'client', 'client.ts')).href);
  assert.equal(typeof PawstockClient, 'function');
});
