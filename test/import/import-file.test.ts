import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Item, itemJson, petStatuses } from '../../src/domain/item.ts';
import { readImportFile } from '../../src/import/import-file.ts';

/** How files are read, in process: what the command makes of them is tested beside this. */

const good = '{"petId":1,"quantity":1,"status":"sold"}';
const other = good.replace('1', '2');
const header = 'line 1: the first line must be the header petId,quantity,status';

describe('a file that is none of the three formats is refused', () => {
  const files: Readonly<Record<string, readonly [text: string, ...faults: string[]]>> = {
    'nothing at all': ['', 'line 1: the file is empty'],
    'white space alone': [' \r\n\t\n', 'line 1: the file is empty'],
    'a byte order mark alone': ['\uFEFF', 'line 1: the file is empty'],
    'CSV without a header': ['1,1,sold\n', header],
    'CSV with its header in capitals': ['PETID,QUANTITY,STATUS\n1,1,sold\n', header],
    'CSV with a column missing': ['petId,quantity\n1,1\n', header],
    'CSV with a column too many': ['petId,quantity,status,name\n1,1,sold,Rex\n', header],
    'CSV with a column twice': ['petId,petId,status\n1,1,sold\n', header],
    'CSV with semicolons': ['petId;quantity;status\n1;1;sold\n', header],
    'a JSON text': ['"petId"', header],
    'a JSON number': ['5', header],
    'an array without an end': [`[\n${good},\n${other}\n`, 'line 4: the array has no end'],
    'an array with a comma too many': [`[${good},]`, 'line 1: an element is missing'],
    'an array with two commas': [`[${good},\n,${other}]`, 'line 2: an element is missing'],
    'an array that begins with a comma': [`[,\n${good}]`, 'line 1: an element is missing'],
    'an array with something after it': [`[${good}]\n[]`, 'line 2: there is something after the end of the array'],
    'an array without a comma': [`[${good}\n${other}]`, 'line 1: this is not valid JSON'],
    'an array within an array': [`[[${good}]]`, 'line 1: this is not a JSON object'],
    'one object over several lines': [
      good.replaceAll(',', ',\n'),
      ...[1, 2, 3].map((line) => `line ${line}: this is not valid JSON`),
    ],
  };
  for (const [name, [text, ...faults]] of Object.entries(files)) {
    test(name, () => assert.deepEqual(readImportFile(text).faults, faults));
  }

  test('a nesting too deep for the parser', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.deepEqual(readImportFile(deep).faults, ['line 1: this is not valid JSON']);
  });
});

type Row = Omit<Item, 'version'>;
const csvOf = (rows: readonly Row[]) => rows.map((row) => `${row.petId},${row.quantity},${row.status}\n`).join('');
const asRead = (rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, kind: 'import', expected: null, reason: null, note: null }));

describe('quotes gone wrong in CSV are faults of the line where they are', () => {
  const head = 'petId,quantity,status\n';
  const rows: readonly (readonly [name: string, rows: string, lines: readonly number[]])[] = [
    [
      'a quote within a field, and the bad rows around it are named too',
      'x,1,sold\n2,5"0,sold\n3,-1,sold\n',
      [2, 3, 4],
    ],
    ['a quote that is never closed', '1,1,sold\n2,"5,sold\n3,1,sold\n4,1,sold\n', [3]],
    ['a field over two lines', '1,"1\n",sold\n2,x,sold\n', [2, 3, 4]],
  ];
  for (const [name, text, lines] of rows) {
    test(name, () => {
      const { faults } = readImportFile(head + text);
      assert.deepEqual(
        faults.map((fault) => Number(/^line (\d+): /.exec(fault)?.[1])),
        lines,
      );
    });
  }
});

describe('the same pets are read from', () => {
  const pets: readonly Row[] = [
    { petId: -9223372036854775808n, quantity: 0, status: 'sold' },
    { petId: 9223372036854775807n, quantity: 9007199254740991, status: 'available' },
    { petId: -5n, quantity: 7, status: 'pending' },
    { petId: 9007199254740993n, quantity: 1000, status: 'available' },
  ];
  const csv = `petId,quantity,status\n${csvOf(pets)}`;
  const json = pets.map(itemJson);
  const more = '"note":"a \\"],[{ b\\\\","tags":[1,[2]],"__proto__":{"quantity":1},"petId"';
  const files: Readonly<Record<string, string>> = {
    CSV: csv,
    'CSV with CRLF': csv.replaceAll('\n', '\r\n'),
    'CSV with a byte order mark': `\uFEFF${csv}`,
    'CSV without a last line end': csv.trimEnd(),
    'CSV with blank lines and spaces': csv.replaceAll('\n', '\n\n').replaceAll(',', ' , '),
    'CSV with every field quoted': csv.replaceAll(/[^,\n]+/g, '"$&"'),
    'CSV with its columns in another order': csv.replaceAll(/^([^,]+),([^,]+),(.+)$/gm, '$3,$1,$2'),
    'CSV with numbers in other forms': csv.replace(',1000,', ',1e3,').replace(',7,', ',7.00,'),
    'a JSON array on one line': `[${json}]`,
    'a JSON array over many lines': `\uFEFF[\r\n${json.join(',\r\n').replaceAll(',"', ',\r\n  "')}\r\n]\r\n`,
    'a JSON array with numbers in other forms': `[${json.join().replace(':1000,', ':1.0E+3,')}]`,
    'a JSON array with more fields, some of them nasty': `[${json.join().replaceAll('"petId"', more)}]`,
    NDJSON: json.join('\n'),
    'NDJSON with CRLF, blank lines and a byte order mark': `\uFEFF\r\n${json.join('\r\n\r\n')}\r\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    test(name, () => assert.deepEqual(readImportFile(text), { commands: asRead(pets), faults: [] }));
  }
});

describe('any pets are read back from', () => {
  const row: fc.Arbitrary<Row> = fc.record({
    petId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    quantity: fc.maxSafeNat(),
    status: fc.constantFrom(...petStatuses),
  });
  const formats: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
    CSV: (rows) => `petId,quantity,status\n${csvOf(rows)}`,
    'a JSON array': (rows) => `[${rows.map(itemJson)}]`,
    NDJSON: (rows) => rows.map(itemJson).join('\n'),
  };
  for (const [name, write] of Object.entries(formats)) {
    test(name, () => {
      fc.assert(
        fc.property(fc.uniqueArray(row, { selector: ({ petId }) => petId, minLength: 1, maxLength: 20 }), (rows) => {
          assert.deepEqual(readImportFile(write(rows)), { commands: asRead(rows), faults: [] });
        }),
      );
    });
  }
});

test('whatever else comes along is no crash', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'[]{}",:\\\n\r 1-e.', 'petId', 'null', good), maxLength: 40 });
  fc.assert(
    fc.property(fc.constantFrom('', '[', '{', 'petId,quantity,status\n'), noise, (start, rest) => {
      readImportFile(start + rest);
    }),
    { numRuns: 2_000 },
  );
});

test('an array with any one character missing or wrong is a fault wherever JSON says so', () => {
  const text = `[${good}, ${other}]`;
  for (let place = 1; place < text.length; place++) {
    for (const instead of ['', ...'[]{}",:\\ 1']) {
      const damaged = text.slice(0, place) + instead + text.slice(place + 1);
      if (!isJson(damaged)) assert.notEqual(readImportFile(damaged).faults.length, 0, damaged);
    }
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
