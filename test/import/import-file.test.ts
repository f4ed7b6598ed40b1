import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { itemJson } from '../../src/domain/item.ts';
import { noDetails } from '../../src/domain/pet-details.ts';
import type { ColumnChoice } from '../../src/import/columns.ts';
import { type ImportFile, readImportFile } from '../../src/import/import-file.ts';
import { describeProblem } from '../../src/import/problem.ts';
import type { ImportRow } from '../../src/import/row.ts';

/** Tests how text files are read. The files of spreadsheet programs and the command have tests of their own. */

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
    'white space alone': [' \r\n\t\n', 'the file is empty'],
    'a byte order mark alone': ['\uFEFF', 'the file is empty'],
    'a JSON text': ['"petId"', 'line 1: no column for the quantity; the header is "petId"'],
    'an array without an end': [`[\n${good},\n${other}\n`, 'line 4: the array has no end'],
    'an array with a comma too many': [`[${good},]`, 'line 1: this is not valid JSON'],
    'an array with two commas': [`[${good},\n,${other}]`, 'line 2: this is not valid JSON'],
    'an array that begins with a comma': [`[,\n${good}]`, 'line 1: this is not valid JSON'],
    'an array with something after it': [`[${good}]\n[]`, 'line 1: there is something after the end of the array'],
    'an array with a brace too many': [`[${good}}[${other}]`, 'line 1: there is a } without a {'],
    'an array without a comma': [`[${good}\n${other}]`, 'line 1: this is not valid JSON'],
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

  test('that is not for a field is ignored, and named once', async () => {
    const { ignored } = await rows('petId,Price,quantity,Color,Price,');
    assert.deepEqual(ignored, ['Price', 'Color']);
  });

  test('can be chosen, which settles what is unclear; an empty choice is no column', async () => {
    assert.deepEqual((await rows('SKU,id,Stock,Available,Status')).unclear, ['quantity']);
    assert.deepEqual(await rows('SKU,id,Stock,Available,Status', { petId: 'sku', quantity: 'Available', status: '' }), {
      positions: { petId: 0, quantity: 3 },
      ignored: ['id', 'Stock', 'Status'],
      unclear: [],
    });
    const { positions } = await rows('id,Stock,Available', { name: 'Stock' });
    assert.deepEqual(positions, { petId: 0, quantity: 2, name: 1 });
  });

  test('of codes stands in for pet IDs; article numbers are IDs if they are short numbers throughout', async () => {
    const identified = async (text: string, choice?: ColumnChoice) => {
      const { columns, faults } = await read(text, choice);
      return { petId: columns.positions.petId, barcode: columns.positions.barcode, faults: faults.length };
    };
    const files: readonly (readonly [text: string, petId: number | undefined, barcode: number | undefined])[] = [
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
    // Single words below "Pet" are names, and no codes.
    assert.equal((await identified('Pet,qty\nGuppy,5\n')).petId, 0);
  });

  test('without a name is read where it is chosen by its place, and a question beside one that it could belong to', async () => {
    const merged = 'id,Stock,,Name\n1,5,6,Koi\n2,7,8,Newt\n';
    const fault = 'line 1: 2 columns could be the quantity: "Stock", "Column 3"';
    assert.deepEqual(await faultsIn(merged), [fault]);
    assert.equal((await read(merged, { quantity: 'Column 3' })).rows[1]?.quantity, 8);
    const { columns, faults } = await read(merged, { quantity: 'Stock' });
    assert.deepEqual([columns.ignored, faults], [['Column 3'], []]);
    assert.deepEqual((await read('id,Stock,,Name\n1,5,left shelf,Koi\n')).columns.ignored, ['Column 3']);
  });

  test('that is chosen must be there, once', async () => {
    assert.deepEqual(await faultsIn('id,Stock\n1,1\n', { petId: 'SKU' }), [
      'line 1: no column "SKU"; the header is "id", "Stock"',
    ]);
    assert.deepEqual(await faultsIn('id,Stock,stock\n1,1,2\n', { quantity: 'STOCK' }), [
      'line 1: 2 columns could be the quantity: "Stock", "stock"',
    ]);
    assert.deepEqual((await read('id,Stock,stock\n1,1,2\n', { quantity: 'stock' })).rows[0]?.quantity, 2);
  });

  test('is missing in a message that stays short', async () => {
    const header = Array.from({ length: 50 }, (_, index) => `c${index}`).join();
    assert.match((await faultsIn(`${header}\n`))[0] ?? '', /the header is "c0", .*"c19" and 30 more$/);
  });
});

describe('a quantity is read from', () => {
  const accepted: Readonly<Record<number, readonly string[]>> = {
    0: ['0.000'],
    5: ['5', ' 5 ', '5.0'],
    7: ['007', '7,00'],
    12: [
      '12 pcs',
      '12pc.',
      '12 Stk.',
      '12 pièces',
      '12個',
      '12,0 uds',
      '12 unidades',
      '12 st',
      '１２匹',
      '١٢ قطعة',
      '۱۲٫۰',
    ],
    1000: ['1e3', '1 000 pcs'],
    1234: [
      '1234',
      '1,234.00',
      '1.234,00',
      "1'234",
      '1’234',
      '1\u00a0234',
      '1\u202f234,0',
      '１２３４',
      '١٬٢٣٤',
      '۱٬۲۳۴٫۰۰',
      '\u2068١٬٢٣٤\u2069',
    ],
    1234567: ['1,234,567', '1.234.567', '1 234 567', '１，２３４，５６７', '١٬٢٣٤٬٥٦٧'],
  };
  for (const [quantity, texts] of Object.entries(accepted)) {
    test(`${quantity}: ${texts.join(' ')}`, async () => {
      const { rows, faults } = await read(`id;qty\n${texts.map((text, index) => `${index};${text}\n`).join('')}`);
      const expected = texts.map(() => Number(quantity));
      assert.deepEqual([rows.map((read) => read.quantity), faults], [expected, []]);
    });
  }
});

test('a quantity that could be two numbers, or is none, is refused with its text', async () => {
  const ambiguous = ['1,234', '1.234', '999.000', '-1,234', '１，２３４', '١,٢٣٤'];
  const refused = [
    ...['1.5', '1,5', '0,500', '1,234.5', '1,234,56', '1.234.5', '1.234.0', '1,23,456', '1 234,567', '-1', '+5'],
    ...['5 kg', '4.99999999999999999999', '9007199254740992', '1E+05', '1e400'],
    ...['١٫٢٣٤', '١٬٢٣', '١،٢٣٤', '\u200e-٥', '5²', '①', '½', '١٢ كجم'],
  ];
  for (const text of [...ambiguous, ...refused]) {
    const problems = (await read(`id;qty\n1;${text}\n`)).faults.map(({ problem }) => problem);
    const [{ code } = { code: '' }] = problems;
    assert.equal(code === 'ambiguous', ambiguous.includes(text), text);
    const shown = code === 'ambiguous' ? text.replace('１，２３４', '1,234').replace('١,٢٣٤', '1,234') : text;
    assert.partialDeepStrictEqual(problems, [{ field: 'quantity', text: shown }]);
  }
});

const row = (petId: bigint, quantity: number, status: ImportRow['status'] = null, name: string | null = null) => ({
  petId,
  quantity,
  status,
  ...noDetails,
  name,
});

/** The words of the dashboard's languages are tested with its exports. */
describe('a file is understood in', () => {
  const files: Readonly<Record<string, string>> = {
    German:
      'Tier;Menge;Status;Name;Barcode;Meldebestand\n1;12 Stk;verfügbar;a;A;3\n2;0;Vorgemerkt;b;B;\n3;1;verkauft;c;C;\n',
    Japanese:
      'ペット,数量,ステータス,名前,バーコード,発注点\n１,１２個,在庫あり,a,A,３\n2,0,保留中,b,B,\n3,1,販売済み,c,Ｃ,\n',
    Arabic: 'الحيوان,الكمية,الحالة,الاسم,الباركود,حد التنبيه\n١,١٢ قطعة,متوفر,a,A,٣\n٢,٠,معلّق,b,B,\n۳,۱,مُباع,c,C,\n',
  };
  const expected = [
    { ...row(1n, 12, 'available', 'a'), barcode: 'A', lowAt: 3 },
    { ...row(2n, 0, 'pending', 'b'), barcode: 'B' },
    { ...row(3n, 1, 'sold', 'c'), barcode: 'C' },
  ];
  for (const [language, text] of Object.entries(files)) {
    test(language, async () => {
      const { rows, faults, columns } = await read(text);
      assert.deepEqual([rows, faults, columns.ignored], [expected, [], []]);
    });
  }

  test('Arabic of Windows, and with a total', async () => {
    // Windows-1256 of "الكمية,id" and "المجموع".
    const bytes = Buffer.from('c7e1dfe3edc92c69640a352c370a31322cc7e1e3cce3e6da0a', 'hex');
    const { rows, faults } = await readImportFile(bytes);
    assert.deepEqual([rows, faults.map(({ problem }) => problem.code)], [[row(7n, 5)], ['notWhole']]);
  });

  test('a word for a pet above names, which are no IDs', async () => {
    const { positions } = (await read('Artikelnummer;Tier;Menge\nA-1;Guppy;5\nA-2;Koi;6\n')).columns;
    assert.deepEqual(positions, { quantity: 2, name: 1, barcode: 0 });
  });
});

describe('the lines of faults are right', () => {
  test('with line breaks in quotes, blank lines, a line for the separator, and any line ends', async () => {
    const lines = ['sep=;', 'id;name;qty', '1;"a', 'b";x', '', '  ', ';;', '2;"c";y', '"3";"d', '', 'e";z'];
    for (const end of ['\n', '\r\n', '\r']) {
      const found = (await read(lines.join(end))).faults.map(({ line }) => line);
      assert.deepEqual(found, [3, 8, 9], JSON.stringify(end));
    }
    const mixed = (await read('id,qty\r\n1,x\n2,y\r3,z')).faults.map(({ line }) => line);
    assert.deepEqual(mixed, [2, 3, 4]);
  });

  test('with quotes that are out of place: the row in which they are, and the faults before it', async () => {
    const rows: readonly (readonly [rows: string, lines: readonly number[]])[] = [
      ['x,1\n2,5"0\n3,-1\n', [2, 3]],
      ['1,1\n2,"5\n3,1\n4,1\n', [3]],
      ['1,"1"1\n2,x\n', [2]],
      ['1,1\n\n2,"1\n3,"1",4\n', [4]],
      ['1,"1\n"\n2,x\n', [4]],
    ];
    for (const [text, lines] of rows) {
      const found = (await read(`id,qty\n${text}`)).faults.map(({ line }) => line);
      assert.deepEqual(found, lines, text);
    }
  });
});

describe('every bad row is named with its line and its value', () => {
  const asText = (rows: readonly (readonly string[])[]) => rows.map(([text]) => text);
  const asFaults = (rows: readonly (readonly string[])[]) =>
    rows.flatMap(([, ...faults], index) => faults.map((fault) => `line ${index + 2}: ${fault}`));

  test('in CSV', async () => {
    const rows = [
      ['1,1,available'],
      ['9223372036854775808,1,available', 'the pet ID "9223372036854775808" has too many digits'],
      ['12E4,1,available', 'the pet ID must be a whole number, not "12E4"'],
      [''],
      ['12,9007199254740992,available', 'the quantity "9007199254740992" is too large'],
      ['x\u001b[2J,1,available', 'the pet ID must be a whole number, not "x\\u001b[2J"'],
      ['"1",-5,sold', 'pet 1 is on line 2 already', 'the quantity "-5" is below zero'],
      ['24,x,sold', 'the quantity must be a whole number, not "x"'],
      ['24,1,sold'],
    ];
    const text = ['petId,quantity,status', ...asText(rows)].join('\r\n');
    assert.deepEqual(await faultsIn(text), asFaults(rows));
  });

  const petId = 'petId must be a whole number up to 9223372036854775807';
  const quantity = 'quantity must be an integer from 0 to 9007199254740991';
  const status = 'status must be one of available, pending, sold';

  test('in a JSON array and in NDJSON', async () => {
    const rows = [
      [good],
      ['{"petId":"2","quantity":1,"status":"sold"}', `${petId}, not "2"`],
      ['{"petId":9223372036854775808,"quantity":1,"status":"sold"}', `${petId}, not 9223372036854775808`],
      ['{"quantity":1,"status":"sold"}', `${petId}, and it is missing`],
      ['{"petId":9,"quantity":4.99999999999999999999,"status":"sold"}', `${quantity}, not 4.99999999999999999999`],
      ['{"petId":10,"quantity":9007199254740992,"status":"sold"}', `${quantity}, not 9007199254740992`],
      ['{"petId":13,"quantity":1,"status":"SOLD"}', `${status}, not "SOLD"`],
      ['{"petId":14,"quantity":1,"status":["sold"]}', `${status}, not ["sold"]`],
      ['{"petId":16,"quantity":01,"status":"sold"}', 'this is not valid JSON'],
      ['"{}"', 'this is not a JSON object'],
      ['{"petId":1.0,"quantity":1,"status":"sold"}', 'pet 1 is on line 2 already'],
      ['{"petId":17,"quantity":1,"status":"sold","name":5}', 'name must be text, not 5'],
    ];
    assert.deepEqual(await faultsIn(`[\n${asText(rows).join(',\n')}\n]\n`), asFaults(rows));
    assert.deepEqual(await faultsIn(`\n${asText(rows).join('\n')}\n`), asFaults(rows));
  });

  test('in a JSON array whose rows take several lines: the line where the row begins', async () => {
    const text = '[\n  {\n    "petId": 1,\n    "quantity": 1\n  },\n\n  {\n    "petId": 1.5\n  }\n]';
    assert.deepEqual(await faultsIn(text), [
      `line 2: ${status}, and it is missing`,
      `line 7: ${petId}, not 1.5`,
      `line 7: ${quantity}, and it is missing`,
      `line 7: ${status}, and it is missing`,
    ]);
  });
});

test('rows are read around blank lines, bad rows and rows of another length', async () => {
  const files: readonly (readonly [text: string, ...rows: ImportRow[]])[] = [
    ['\n\n;;\nid;qty;name\n1;2;a\n', row(1n, 2, null, 'a')],
    ['id,qty\n1,x\n2,2\n2,3\n', row(2n, 2)],
    ['id,qty,name\n1,2\n2,3,b,,\n', row(1n, 2), row(2n, 3, null, 'b')],
  ];
  for (const [text, ...rows] of files) assert.deepEqual((await read(text)).rows, rows);
});

describe('details', () => {
  const rowsIn = async (text: string) => {
    const { rows, faults } = await read(text);
    assert.deepEqual(faults, []);
    return rows.map(({ petId, barcode, lowAt }) => [Number(petId), barcode, lowAt]);
  };

  test('are read from columns with the names that shops give them; an empty cell says nothing', async () => {
    for (const header of [
      'Barcode,Low stock',
      'EAN,Reorder point',
      'GTIN-13,min. Stock',
      'Strichcode,Mindestbestand',
    ]) {
      assert.deepEqual(
        await rowsIn(`id,qty,${header}\n1,1,0012345678905,3\n2,1,, \n3,1,"'007",0\n`),
        [
          [1, '0012345678905', 3],
          [2, null, null],
          [3, '007', 0],
        ],
        header,
      );
    }
  });

  test('are read from JSON; null says nothing', async () => {
    const [one, two] = ['"barcode":"0012","lowAt":3.0', '"barcode":null,"lowAt":null'];
    const rows = [good.replace('}', `,${one}}`), other.replace('}', `,${two}}`)];
    const expected = [
      [1, '0012', 3],
      [2, null, null],
    ];
    assert.deepEqual(await rowsIn(`[${rows}]`), expected);
    assert.deepEqual(await rowsIn(rows.join('\n')), expected);
    const [barcode, spaces, lowAt] = ['"barcode":12', '"barcode":"a b"', '"lowAt":1.5'].map((text) =>
      good.replace('}', `,${text}}`),
    );
    assert.deepEqual(await faultsIn(`[${barcode},\n${spaces},\n${lowAt}]`), [
      'line 1: barcode must be text, not 12',
      'line 2: the barcode must be 1 to 64 printable ASCII characters without spaces, not "a b"',
      'line 3: lowAt must be an integer from 0 to 9007199254740991, not 1.5',
    ]);
  });

  test('of two columns for barcodes the one that is used is read; two that are used are a question', async () => {
    const header = 'id,qty,UPC,EAN';
    assert.deepEqual(await rowsIn(`${header}\n1,1,,\n2,1,,40\n`), [
      [1, null, null],
      [2, '40', null],
    ]);
    assert.deepEqual(await rowsIn(`${header}\n1,1,,\n`), [[1, null, null]]);
    assert.deepEqual(await faultsIn(`${header}\n1,1,12,40\n`), [
      'line 1: 2 columns could be the barcode: "UPC", "EAN"',
    ]);
  });

  test('a column "Low stock" of words is no level', async () => {
    const { columns, rows } = await read('id,qty,Low stock\n1,1,Yes\n2,9,No\n');
    assert.deepEqual([columns.ignored, rows.length], [['Low stock'], 2]);
  });

  test('a barcode that a row repeats names both lines; one of a row that is left out counts for nothing', async () => {
    assert.deepEqual(await faultsIn('id,qty,Barcode\n1,x,A\n2,1,A\n3,1,B\n4,1,A\n'), [
      'line 2: the quantity must be a whole number, not "x"',
      'line 5: the barcode "A" is on line 3 already',
    ]);
    assert.deepEqual(
      await faultsIn(`${good.replace('}', ',"barcode":"A"}')}\n${other.replace('}', ',"barcode":"A"}')}`),
      ['line 2: the barcode "A" is on line 1 already'],
    );
  });
});

test('a row that cannot be read anyway, such as a total, asks nothing', async () => {
  const { questions, faults } = await read('id,qty,status\n1,5,sold\nTotal,-5,\n1,"1,200",active\n2,x,\n');
  assert.deepEqual(questions, { thousands: undefined, statuses: [], negatives: 0 });
  assert.deepEqual(
    faults.map(({ line, kind }) => [line, kind]),
    [3, 3, 3, 4, 4, 4, 5, 5].map((line) => [line, 'row']),
  );
  const asked = (await read('id,qty,status\n1,-5,active\n2,"1,200",sold\n')).questions;
  assert.deepEqual(asked, { thousands: '1,200', statuses: ['active'], negatives: 1 });
});

test('text that Excel must not take for a number is read, and a name that looks like it stays as it is', async () => {
  const names = ['a,="",b', ',=",', '="1"', ';="x";', '\t="y"'];
  const lines = names.map((name, index) => `="0${index + 1}",="7","${name.replaceAll('"', '""')}",=""\n`);
  const { rows, faults } = await read(`id,qty,name,barcode\n${lines.join('')}`);
  assert.deepEqual(faults, []);
  const named = names.map((name) => name.replace('\t', ' '));
  assert.deepEqual(
    rows,
    named.map((name, index) => row(BigInt(index + 1), 7, null, name)),
  );
  assert.deepEqual(await faultsIn('id,qty,name\n1,1,x="1"\n'), [
    'line 2: a quote is out of place in this row. Put the whole value in quotes and double the quotes inside',
  ]);
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
    'CSV with CRLF': csv.replaceAll('\n', '\r\n'),
    'CSV with carriage returns': csv.replaceAll('\n', '\r'),
    'CSV with semicolons': csv.replaceAll(',', ';'),
    'CSV with tabs': csv.replaceAll(',', '\t'),
    'CSV with its separator in the first line': `sep=|\n${csv.replaceAll(',', '|')}`,
    'CSV with a byte order mark': `\uFEFF${csv}`,
    'CSV in UTF-16': Buffer.from(`\uFEFF${csv}`, 'utf16le'),
    'CSV in UTF-16 without a byte order mark': Buffer.from(csv, 'utf16le'),
    'CSV in big-endian UTF-16': Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16(),
    'CSV in big-endian UTF-16 without a byte order mark': Buffer.from(csv, 'utf16le').swap16(),
    'CSV without a last line end': csv.trimEnd(),
    'CSV with blank lines and spaces': csv.replaceAll('\n', '\n\n').replaceAll(',', ' , '),
    'CSV with every field quoted': csv.replaceAll(/[^,\n]+/g, '"$&"'),
    'CSV with every field quoted and spaces around it': csv.replaceAll(/[^,\n]+/g, ' "$&" '),
    'CSV with its columns in another order': csv.replaceAll(/^([^,]+),([^,]+),(.+)$/gm, '$3,$1,$2'),
    'CSV with statuses in capitals': csv.replaceAll(/(sold|available|pending)$/gm, (status) => status.toUpperCase()),
    'a JSON array on one line': `[${json}]`,
    'a JSON array over many lines': `\uFEFF[\r\n${json.join(',\r\n').replaceAll(',"', ',\r\n  "')}\r\n]\r\n`,
    'a JSON array with numbers in other forms': `[${json.join().replace(':1000,', ':1.0E+3,')}]`,
    'a JSON array with more fields, some of them nasty': `[${json.join().replaceAll('"petId"', more)}]`,
    'a JSON array in UTF-16': Buffer.from(`[${json}]`, 'utf16le'),
    NDJSON: json.join('\n'),
    'NDJSON with CRLF, blank lines and a byte order mark': `\uFEFF\r\n${json.join('\r\n\r\n')}\r\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    test(name, async () => {
      const { rows, faults } = typeof content === 'string' ? await read(content) : await readImportFile(content);
      assert.deepEqual([rows, faults], [pets.map((pet) => ({ ...pet, ...noDetails })), []]);
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
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => void (await readImportFile(bytes))),
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
