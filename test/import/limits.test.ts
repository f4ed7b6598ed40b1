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
  const files: Readonly<
    Record<string, readonly [text: string, line: number, problem?: ImportProblem]>
  > = {
    'one cell of CSV': [`petId,quantity,name\n1,1,a\n2,1,${long}\n`, 3],
    'one cell in quotes, over many lines': [
      `petId,quantity,name\n1,1,a\n2,1,"${`${'x'.repeat(99)}\n`.repeat(11_000)}"\n`,
      3,
    ],
    'a header of three million columns': [`petId,quantity${',x'.repeat(3e6)}\n1,1\n`, 1],
    'three million columns in a row': [`petId,quantity\r\n1,1\r\n2,2${','.repeat(3e6)}\r\n`, 3],
    'more columns than a sheet has': [
      `petId,quantity\n1,1${','.repeat(limits.importColumnsMax)}\n`,
      2,
      { code: 'tooManyColumns', columns: 16_386, max: 16_384 },
    ],
    'one object of a JSON array': [
      `[{"petId":1,"quantity":1,"status":"sold"},\n{"petId":2,"name":"${long}"}]`,
      2,
    ],
    'one object of NDJSON': [
      `{"petId":1,"quantity":1,"status":"sold"}\n{"petId":2,"name":"${long}"}`,
      2,
    ],
  };
  for (const [name, [text, line, problem = rowLimit]] of Object.entries(files)) {
    test(name, async () =>
      assert.deepEqual(await faultsIn(text), [{ line, problem, kind: 'file' }]),
    );
  }
});

test('a row just within the limits is read', async () => {
  const columns = limits.importColumnsMax - 3;
  const cell = 'x'.repeat(limits.importRowBytesMax - columns - 20);
  const { rows, faults } = await readImportFile(
    encode(`petId,quantity,Body${',c'.repeat(columns)}\n1,5,${cell}\n`),
  );
  assert.deepEqual([faults, rows[0]?.quantity], [[], 5]);
});

test('150 MB in one cell are refused within seconds and without copies of copies', () => {
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
