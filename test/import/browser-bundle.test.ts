import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import dashboard from '../../dashboard/vite.config.ts';
import { readImportFile } from '../../src/import/import-file.ts';
import { filesIn } from '../fixtures/spreadsheets/spreadsheets.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test('the reader can be bundled for a browser, and reads the same there, without anything of Node', async (t) => {
  const outDir = temporaryFolder(t);
  await build({
    configFile: false,
    resolve: dashboard.resolve ?? {},
    logLevel: 'silent',
    build: {
      outDir,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: path('src/import/import-file.ts'), formats: ['iife'], name: 'reader', fileName: () => 'reader.js' },
    },
  });
  const code = readFileSync(join(outDir, 'reader.js'), 'utf8');
  assert.doesNotMatch(code, /\brequire\(|["']node:/);
  // The reader may use nothing else of a browser.
  const browser = createContext({ TextDecoder, TextEncoder, Uint8Array, ArrayBuffer, Blob });
  runInContext(code, browser);
  const read = runInContext('(bytes, choice) => reader.readImportFile(bytes, choice)', browser);
  for (const { file, bytes, choice } of filesIn('good')) {
    const { rows } = await readImportFile(bytes, choice);
    assert.deepEqual(structuredClone((await read(new Uint8Array(bytes), choice)).rows), rows, file);
  }
});
