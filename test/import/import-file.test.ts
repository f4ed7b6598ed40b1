import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { itemJson } from '../../src/domain/item.ts';
import { noDetails } from '../../src/domain/pet-details.ts';
import type { ColumnChoice } from '../../src/import/columns.ts';
import { type ImportFile, readImportFile } from '../../src/import/import-file.ts';
import { describeProblem } from '../../src/import/problem.ts';

/** Tests how text files are read. Spreadsheet files and the import command have their own tests. */

const encoder = new TextEncoder();
const read = (text: string, columns: ColumnChoice = {}): Promise<ImportFile> =>
  readImportFile(encoder.encode(text), { columns });
const faultsIn = async (text: string, choice?: ColumnChoice) =>
  (await read(text, choice)).faults.map(
    ({ line, problem }) => `${line === null ? '' : `line ${line}: `}${describeProblem(problem)}`,
  );

const good = '{"petId":1,"quantity":1,"status":"sold"}';
const other = good.replace('1', '2');

describe('a file that is none of the three formats is refused', () => {
  const files: Readonly<Record<string, readonly [text: string, ...faults: string[]]>> = {
    'nothing at all': ['', 'the file is empty'],
    'a byte order mark alone': ['\uFEFF', 'the file is empty'],
    'a JSON text': ['"petId"', 'line 1: no column for the quantity; the header is "petId"'],
    'an array without an end': [`[\n${good},\n${other}\n`, 'line 3: this is not valid JSON'],
    'an array with a comma too many': [`[${good},]`, 'line 1: this is not valid JSON'],
    'an array with something after it': [`[${good}]\n[]`, 'line 1: this is not valid JSON'],
    'an array with a brace too many': [`[${good}}[${other}]`, 'line 1: this is not valid JSON'],
    'an array with null on a line of its own': [
      `[\n${good},\n\nnull\n]`,
      'line 4: this is not a JSON object',
    ],
    'an array within an array': [`[[${good}]]`, 'line 1: this is not a JSON object'],
    'one object over several lines': [
      good.replaceAll(',', ',\n'),
      ...[1, 2, 3].map((line) => `line ${line}: this is not valid JSON`),
    ],
  };
  for (const [name, [text, ...faults]] of Object.entries(files)) {
    test(name, async () => assert.deepEqual(await faultsIn(text), faults));
  }

  test('a nesting too deep for the parser', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.deepEqual(await faultsIn(deep), ['line 1: this is not valid JSON']);
  });

  test('JSON that is not UTF-8', async () => {
    const bytes = Buffer.from(good.replace('}', ',"name":"K\xf6ter"}'), 'latin1');
    const { faults } = await readImportFile(bytes);
    assert.deepEqual(faults, [{ line: null, problem: { code: 'jsonNotUtf8' }, kind: 'file' }]);
  });
});

describe('a column', () => {
  const rows = async (header: string, choice?: ColumnChoice) => {
    const { positions, ignored, unclear } = (await read(`${header}\n`, choice)).columns;
    return { positions, ignored, unclear };
  };

  test('is found by its name, whatever its case, spaces and punctuation', async () => {
    for (const header of [
      'petId,quantity,status,name',
      'PET-ID, Qty. ,STATUS!,Pet_Name',
      'id,Stu\u0308ckzahl,Status,Title',
    ]) {
      const positions = { petId: 0, quantity: 1, status: 2, name: 3 };
      assert.deepEqual(await rows(header), { positions, ignored: [], unclear: [] }, header);
    }
  });

  test('is found below a title that names other fields, because ID and quantity count twice', async () => {
    const { columns } = await read('Name,Status\nid,qty\n1,5\n');
    assert.deepEqual([columns.line, columns.positions], [2, { petId: 0, quantity: 1 }]);
  });

  test('that is not for a field is ignored, and named once', async () => {
    const { ignored } = await rows('petId,Price,quantity,Color,Price,');
    assert.deepEqual(ignored, ['Price', 'Color']);
  });

  test('can be chosen, which settles what is unclear; an empty choice is no column', async () => {
    assert.deepEqual((await rows('SKU,id,Stock,Available,Status')).unclear, ['quantity']);
    assert.deepEqual(
      await rows('SKU,id,Stock,Available,Status', {
        petId: 'sku',
        quantity: 'Available',
        status: '',
      }),
      {
        positions: { petId: 0, quantity: 3 },
        ignored: ['id', 'Stock', 'Status'],
        unclear: [],
      },
    );
    const { positions } = await rows('id,Stock,Available', { name: 'Stock' });
    assert.deepEqual(positions, { petId: 0, quantity: 2, name: 1 });
  });

  test('of codes stands in for pet IDs; article numbers are IDs if they are short numbers throughout', async () => {
    const identified = async (text: string, choice?: ColumnChoice) => {
      const { columns, faults } = await read(text, choice);
      return {
        petId: columns.positions.petId,
        barcode: columns.positions.barcode,
        faults: faults.length,
      };
    };
    const files: readonly (readonly [
      text: string,
      petId: number | undefined,
      barcode: number | undefined,
    ])[] = [
      ['SKU,qty\n1001,1\n0012,2\nTotal,3\n', 0, undefined],
      ['SKU,qty\n1001,1\nKOI,2\n', undefined, 0],
      ['SKU,qty\n40063813,1\n', undefined, 0],
      ['Article number,qty,EAN\nA1,1,\nA2,2,4006381333931\n', undefined, 0],
      ['Item code,qty,EAN\nA1,1,4006381333948\n,2,4006381333931\n', undefined, 2],
      ['ID,qty,SKU\n6f1e,1,1001\n7a2b,2,1002\n', 2, undefined],
      ['ID,qty,EAN\nP-0012,1,4006381333931\n', undefined, 2],
      [',Product ID,qty\n0,2026/001,1\n1,2026/002,2\n', undefined, 1],
    ];
    for (const [text, petId, barcode] of files) {
      const faults = text.includes('Total') ? 1 : 0;
      assert.deepEqual(await identified(text), { petId, barcode, faults }, text);
    }
    const chosen = await identified('ID,qty\n1,5\n', { barcode: 'ID' });
    assert.deepEqual(chosen, { petId: undefined, barcode: 0, faults: 0 });
    // Single words in a column called "Pet" are names, not barcodes.
    assert.equal((await identified('Pet,qty\nGuppy,5\n')).petId, 0);
  });

  test('without a name is read where it is chosen by its place, and a question beside one that it could belong to', async () => {
    const merged = 'id,Stock,,Name\n1,5,6,Koi\n2,7,8,Newt\n';
    const fault = 'line 1: 2 columns could be the quantity: "Stock", "Column 3"';
    assert.deepEqual(await faultsIn(merged), [fault]);
    assert.equal((await read(merged, { quantity: 'Column 3' })).rows[1]?.quantity, 8);
    const { columns, faults } = await read(merged, { quantity: 'Stock' });
    assert.deepEqual([columns.ignored, faults], [['Column 3'], []]);
    assert.deepEqual((await read('id,Stock,,Name\n1,5,left shelf,Koi\n')).columns.ignored, [
      'Column 3',
    ]);
  });

  test('that is chosen must be there, once', async () => {
    assert.deepEqual(await faultsIn('id,Stock\n1,1\n', { petId: 'SKU' }), [
      'line 1: no column "SKU"; the header is "id", "Stock"',
    ]);
    assert.deepEqual(await faultsIn('id,Stock,stock\n1,1,2\n', { quantity: 'STOCK' }), [
      'line 1: 2 columns could be the quantity: "Stock", "stock"',
    ]);
    assert.deepEqual(
      (await read('id,Stock,stock\n1,1,2\n', { quantity: 'stock' })).rows[0]?.quantity,
      2,
    );
  });

  test('is missing in a message that stays short', async () => {
    const header = Array.from({ length: 50 }, (_, index) => `c${index}`).join();
    assert.match(
      (await faultsIn(`${header}\n`))[0] ?? '',
      /the header is "c0", .*"c19" and 30 more$/,
    );
  });
});

test('a quantity is read as spreadsheets and people write it', async () => {
  for (const [quantity, written] of Object.entries({
    0: '0.000',
    5: '5|  5 |5.0',
    7: '007|7,00',
    12: '12 pcs|12pc.|12 Stk.|12 pièces|12個|12,0 uds|12 unidades|12 st|１２匹|١٢ قطعة|۱۲٫۰',
    1000: '1e3|1 000 pcs',
    1234: "1234|1,234.00|1.234,00|1'234|1’234|1\u00a0234|1\u202f234,0|１２３４|١٬٢٣٤|۱٬۲۳۴٫۰۰|\u2068١٬٢٣٤\u2069",
    1234567: '1,234,567|1.234.567|1 234 567|１，２３４，５６７|١٬٢٣٤٬٥٦٧',
  })) {
    const texts = written.split('|');
    const { rows, faults } = await read(
      `id;qty\n${texts.map((text, index) => `${index};${text}\n`).join('')}`,
    );
    const expected = texts.map(() => Number(quantity));
    assert.deepEqual([rows.map((row) => row.quantity), faults], [expected, []]);
  }
});

test('a quantity that could be two numbers, or is none, is refused with its text', async () => {
  const ambiguous = ['1,234', '1.234', '999.000', '-1,234', '１，２３４', '١,٢٣٤'];
  const refused = [
    ...[
      '1.5',
      '1,5',
      '0,500',
      '1,234.5',
      '1,234,56',
      '1.234.5',
      '1.234.0',
      '1,23,456',
      '1 234,567',
      '-1',
      '+5',
    ],
    ...['5 kg', '4.99999999999999999999', '9007199254740992', '1E+05', '1e400'],
    ...['١٫٢٣٤', '١٬٢٣', '١،٢٣٤', '\u200e-٥', '5²', '①', '½', '١٢ كجم'],
  ];
  for (const text of [...ambiguous, ...refused]) {
    const problems = (await read(`id;qty\n1;${text}\n`)).faults.map(({ problem }) => problem);
    const [{ code } = { code: '' }] = problems;
    assert.equal(code === 'ambiguous', ambiguous.includes(text), text);
    const shown =
      code === 'ambiguous' ? text.replace('１，２３４', '1,234').replace('١,٢٣٤', '1,234') : text;
    assert.partialDeepStrictEqual(problems, [{ field: 'quantity', text: shown }]);
  }
});

test('quotes that are out of place: the row in which they are, and the faults before it', async () => {
  for (const [text, lines] of [
    ['x,1\n2,5"0\n3,-1\n', [2, 3]],
    ['1,1\n2,"5\n3,1\n4,1\n', [3]],
    ['1,"1"1\n2,x\n', [2]],
    ['1,1\n\n2,"1\n3,"1",4\n', [4]],
    ['1,"1\n"\n2,x\n', [4]],
  ] as const) {
    const found = (await read(`id,qty\n${text}`)).faults.map(({ line }) => line);
    assert.deepEqual(found, lines, text);
  }
});

test('a row that cannot be read anyway, such as a total, asks nothing', async () => {
  const { questions, faults } = await read(
    'id,qty,status\n1,5,sold\nTotal,-5,\n1,"1,200",active\n2,x,\n',
  );
  assert.deepEqual(questions, { thousands: undefined, statuses: [], negatives: 0 });
  assert.deepEqual(
    faults.map(({ line, kind }) => [line, kind]),
    [3, 3, 3, 4, 4, 4, 5, 5].map((line) => [line, 'row']),
  );
  const asked = (await read('id,qty,status\n1,-5,active\n2,"1,200",sold\n')).questions;
  assert.deepEqual(asked, { thousands: '1,200', statuses: ['active'], negatives: 1 });
});

describe('the same pets are read from', () => {
  const pets = [
    { petId: -9223372036854775808n, quantity: 0, status: 'sold' },
    { petId: 9223372036854775807n, quantity: 9007199254740991, status: 'available' },
    { petId: -5n, quantity: 7, status: 'pending' },
    { petId: 9007199254740993n, quantity: 1000, status: 'available' },
  ] as const;
  const lines = pets.map(({ petId, quantity, status }) => `${petId},${quantity},${status}\n`);
  const csv = `petId,quantity,status\n${lines.join('')}`;
  const json = pets.map(itemJson);
  const more = '"note":"a \\"],[{ b\\\\","tags":[1,[2]],"__proto__":{"quantity":1},"petId"';
  const files: Readonly<Record<string, string | Uint8Array>> = {
    CSV: csv,
    'CSV with its separator in the first line': `sep=|\n${csv.replaceAll(',', '|')}`,
    'CSV with a byte order mark': `\uFEFF${csv}`,
    'CSV in UTF-16 without a byte order mark': Buffer.from(csv, 'utf16le'),
    'CSV in big-endian UTF-16': Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16(),
    'CSV in big-endian UTF-16 without a byte order mark': Buffer.from(csv, 'utf16le').swap16(),
    'CSV without a last line end': csv.trimEnd(),
    'CSV with blank lines and spaces': csv.replaceAll('\n', '\n\n').replaceAll(',', ' , '),
    'CSV with every field quoted': csv.replaceAll(/[^,\n]+/g, '"$&"'),
    'CSV with every field quoted and spaces around it': csv.replaceAll(/[^,\n]+/g, ' "$&" '),
    'CSV with its columns in another order': csv.replaceAll(/^([^,]+),([^,]+),(.+)$/gm, '$3,$1,$2'),
    'CSV with statuses in capitals': csv.replaceAll(/(sold|available|pending)$/gm, (status) =>
      status.toUpperCase(),
    ),
    'a JSON array on one line': `[${json}]`,
    'a JSON array over many lines': `\uFEFF\r\n[\r\n${json.join(',\r\n').replaceAll(',"', ',\r\n  "')}\r\n]\r\n`,
    'a JSON array with numbers in other forms': `[${json.join().replace(':1000,', ':1.0E+3,')}]`,
    'a JSON array with more fields, some of them nasty': `[${json.join().replaceAll('"petId"', more)}]`,
    'a JSON array in UTF-16': Buffer.from(`[${json}]`, 'utf16le'),
    NDJSON: json.join('\n'),
    'NDJSON with CRLF, blank lines and a byte order mark': `\uFEFF\r\n${json.join('\r\n\r\n')}\r\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    test(name, async () => {
      const { rows, faults } =
        typeof content === 'string' ? await read(content) : await readImportFile(content);
      const found = rows.map(({ line: _, ...pet }) => pet);
      assert.deepEqual([found, faults], [pets.map((pet) => ({ ...pet, ...noDetails })), []]);
    });
  }
});

test('whatever else comes along is no crash', async () => {
  const noise = fc.string({
    unit: fc.constantFrom(...'[]{}",;:\t\\\n\r 1-e.', 'petId', 'null', 'sep=', good),
    maxLength: 40,
  });
  const start = fc.constantFrom('', '[', '{', 'petId,quantity,status\n', 'sep=');
  await fc.assert(
    fc.asyncProperty(start, noise, async (text, rest) => void (await read(text + rest))),
    { numRuns: 2_000 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      async (bytes) => void (await readImportFile(bytes)),
    ),
  );
});

test('an array with any one character missing or wrong is a fault wherever JSON says so', async () => {
  const text = `[${good}, ${other}]`;
  for (let place = 1; place < text.length; place++) {
    for (const instead of ['', ...'[]{}",:\\ 1']) {
      const damaged = text.slice(0, place) + instead + text.slice(place + 1);
      if (!isJson(damaged)) assert.notEqual((await read(damaged)).faults.length, 0, damaged);
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
