import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type ImportFile, readImportFile } from '../../src/import/import-file.ts';
import { describeProblem } from '../../src/import/problem.ts';
import { brokenFiles, goodFiles } from '../fixtures/spreadsheets/expectations.ts';

/** Files as spreadsheet programs write them. */

const folder = new URL('../fixtures/spreadsheets/', import.meta.url);

const saidIn = ({ faults }: ImportFile) =>
  faults.map(({ line, problem }) => `${line === null ? '' : `line ${line}: `}${describeProblem(problem)}`);

describe('the rows are read from', () => {
  for (const { file, choice = {}, ignored = 0, leftOut = [], notRead = [], rows } of goodFiles) {
    test(file, async () => {
      const read = await readImportFile(readFileSync(new URL(`good/${file}`, folder)), choice);
      assert.deepEqual(saidIn(read), leftOut);
      assert.ok(read.faults.every(({ kind }) => kind === 'row'));
      assert.deepEqual(read.rows, rows);
      assert.deepEqual([read.columns.ignored.length, read.columns.unclear], [ignored, []]);
      assert.deepEqual(read.notRead.map(describeProblem), notRead);
    });
  }

  test('every file that is there', () => {
    assert.deepEqual(readdirSync(new URL('good', folder)).sort(), goodFiles.map(({ file }) => file).sort());
  });
});

describe('what is wrong is said about', () => {
  for (const [file, faults] of Object.entries(brokenFiles)) {
    test(file, async () => {
      assert.deepEqual(saidIn(await readImportFile(readFileSync(new URL(`broken/${file}`, folder)))), faults);
    });
  }

  test('every file that is there', () => {
    assert.deepEqual(readdirSync(new URL('broken', folder)).sort(), Object.keys(brokenFiles).sort());
  });
});
