import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../client/', import.meta.url));

test('the client imports nothing from outside its folder, not even types', () => {
  const files = globSync('*.ts', { cwd: folder });
  assert.ok(files.includes('client.ts'));
  for (const file of files) {
    const text = readFileSync(folder + file, 'utf8');
    const imported = [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name ?? '');
    assert.deepEqual(
      imported.filter((name) => !/^\.\/[\w-]+\.ts$/.test(name)),
      [],
      file,
    );
  }
});
