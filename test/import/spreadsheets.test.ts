import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readImportFile } from '../../src/import/import-file.ts';
import { brokenFiles, goodFiles } from '../fixtures/spreadsheets/expectations.ts';

/** Files as spreadsheet programs write them. */

const folder = new URL('../fixtures/spreadsheets/', import.meta.url);

describe('the rows are read from', () => {
  for (const { file, choice = {}, ignored = [], rows } of goodFiles) {
    test(file, () => {
      const read = readImportFile(readFileSync(new URL(`good/${file}`, folder)), choice);
      assert.deepEqual(read.faults, []);
      assert.deepEqual(read.rows, rows);
      assert.deepEqual([read.columns.ignored, read.columns.unclear], [ignored, []]);
    });
  }

  test('every file that is there', () => {
    assert.deepEqual(readdirSync(new URL('good', folder)).sort(), goodFiles.map(({ file }) => file).sort());
  });
});

describe('what is wrong is said about', () => {
  for (const [file, faults] of Object.entries(brokenFiles)) {
    test(file, () => {
      const read = readImportFile(readFileSync(new URL(`broken/${file}`, folder)));
      const said = read.faults.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`));
      assert.deepEqual(said, faults);
    });
  }

  test('every file that is there', () => {
    assert.deepEqual(readdirSync(new URL('broken', folder)).sort(), Object.keys(brokenFiles).sort());
  });
});
