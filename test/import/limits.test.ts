import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import type { ImportProblem } from '@pawstock/shared/import/problem.ts';
import { limits } from '@pawstock/shared/limits.ts';
import { runReader } from '../support/hostile/reader-process.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const faultsIn = async (text: string) => (await readImportFile(encode(text))).faults;

const rowLimit: ImportProblem = { code: 'rowTooLong', max: 1 };
const long = 'x'.repeat(limits.importRowBytesMax);

describe('a row that is too long is refused with its line:', () => {
  const manyLines = `${'x'.repeat(99)}\n`.repeat(11_000);
  const pet = '{"petId":1,"quantity":1,"status":"sold"}';
  const files = [
    {
      title: 'one cell of CSV',
      text: `petId,quantity,name\n1,1,a\n2,1,${long}\n`,
      line: 3,
    },
    {
      title: 'one cell in quotes, over many lines',
      text: `petId,quantity,name\n1,1,a\n2,1,"${manyLines}"\n`,
      line: 3,
    },
    {
      title: 'a header of three million columns',
      text: `petId,quantity${',x'.repeat(3e6)}\n1,1\n`,
      line: 1,
    },
    {
      title: 'three million columns in a row',
      text: `petId,quantity\r\n1,1\r\n2,2${','.repeat(3e6)}\r\n`,
      line: 3,
    },
    {
      title: 'one object of a JSON array',
      text: `[${pet},\n{"petId":2,"name":"${long}"}]`,
      line: 2,
    },
    {
      title: 'one object of NDJSON',
      text: `${pet}\n{"petId":2,"name":"${long}"}`,
      line: 2,
    },
  ];

  for (const { title, text, line } of files) {
    test(title, async () => {
      assert.deepEqual(await faultsIn(text), [{ line, problem: rowLimit, kind: 'file' }]);
    });
  }
});

test('more columns than a sheet has are refused with their line', async () => {
  const text = `petId,quantity\n1,1${','.repeat(limits.importColumnsMax)}\n`;
  const problem: ImportProblem = { code: 'tooManyColumns', columns: 16_386, max: 16_384 };
  assert.deepEqual(await faultsIn(text), [{ line: 2, problem, kind: 'file' }]);
});

test('a row just within the limits is read', async () => {
  const columns = limits.importColumnsMax - 3;
  const cell = 'x'.repeat(limits.importRowBytesMax - columns - 20);
  const { rows, faults } = await readImportFile(
    encode(`petId,quantity,Body${',c'.repeat(columns)}\n1,5,${cell}\n`),
  );

  assert.deepEqual(faults, []);
  assert.equal(rows[0]?.quantity, 5);
});

test('150 MB in one cell are refused without copies of copies', () => {
  const found = runReader(
    'import-file.ts',
    `for (const filling of 'x,"') {
      const bytes = new Uint8Array(150_000_000).fill(filling.charCodeAt());
      bytes.set(new TextEncoder().encode('petId,quantity\\n1,'));
      report((await reader.readImportFile(bytes)).faults);
    }`,
  );
  assert.deepEqual(found, Array(3).fill([{ line: 2, problem: rowLimit, kind: 'file' }]));
});
