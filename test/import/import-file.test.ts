import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ColumnChoice } from '@pawstock/shared/import/columns.ts';
import { type ImportFile, readImportFile } from '@pawstock/shared/import/import-file.ts';
import { describeProblem } from '@pawstock/shared/import/problem.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
import { itemJson } from '../../src/json/item-json.ts';
import { inForm } from '../support/long-form.ts';

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

  const identifiers = async (text: string, choice?: ColumnChoice) => {
    const { columns } = await read(text, choice);
    const { names, positions, articleCode } = columns;
    const nameAt = (position: number | undefined) => names[position ?? -1];
    return {
      petId: nameAt(positions.petId),
      barcode: nameAt(positions.barcode),
      articleCode: nameAt(articleCode),
    };
  };
  const none = { petId: undefined, barcode: undefined, articleCode: undefined };

  test('of article codes has barcodes, whether its codes are words, short numbers or EANs', async () => {
    for (const name of ['SKU', 'Article number', 'item code', 'Artikelnummer', '商品コード']) {
      for (const codes of ['A-1\n3\n12', '3\n12', '0012\n1001', '40063813\n4006381333931']) {
        const text = `${name},qty\n${codes.replaceAll('\n', ',1\n')},1\n`;
        assert.deepEqual(await identifiers(text), { ...none, barcode: name }, text);
      }
    }
  });

  test('of article codes can be chosen as the column of IDs', async () => {
    assert.deepEqual(await identifiers('SKU,qty\n3,1\n', { petId: 'SKU' }), {
      ...none,
      petId: 'SKU',
    });
  });

  test('named as an ID has pet IDs, also beside article codes, and whatever it contains', async () => {
    for (const name of ['ID', 'Pet ID', 'Product ID', 'Tier-Nr.']) {
      for (const id of ['1', 'P-0012', '6f1e']) {
        const text = `${name},qty,SKU\n${id},1,1001\n`;
        assert.deepEqual(await identifiers(text), { ...none, petId: name, barcode: 'SKU' }, text);
      }
    }
  });

  test('named as an ID can be chosen as the column of barcodes', async () => {
    assert.deepEqual(await identifiers('ID,qty\n1,5\n', { barcode: 'ID' }), {
      ...none,
      barcode: 'ID',
    });
  });

  test('named Pet or Tier has names', async () => {
    for (const name of ['Pet', 'Tier']) {
      const { columns } = await read(`${name},SKU,qty\n7,1001,5\n`);
      assert.deepEqual(columns.positions, { name: 0, barcode: 1, quantity: 2 });
    }
  });

  test('of EANs comes before one of article codes, which identify only rows without an EAN', async () => {
    const text = 'Article number,qty,EAN\n7,1,\n8,2,4006381333931\n';
    assert.deepEqual(await identifiers(text), {
      ...none,
      barcode: 'EAN',
      articleCode: 'Article number',
    });
    const codes = (await read(text)).rows.map(({ barcode, articleCode }) => [barcode, articleCode]);
    assert.deepEqual(codes, [
      ['7', null],
      ['4006381333931', '8'],
    ]);
  });

  test('of article codes beside one of EANs does not replace an EAN of a pet that has an ID', async () => {
    const text = 'ID,SKU,EAN,qty\n1,A-1,,1\n';
    assert.deepEqual(await identifiers(text), { ...none, petId: 'ID', barcode: 'EAN' });
    assert.equal((await read(text)).rows[0]?.barcode, null);
  });

  test('means what its name says, whatever the rows contain', async () => {
    const name = fc.constantFrom(
      'ID',
      'Pet ID',
      'Pet',
      'SKU',
      'EAN',
      'UPC',
      'Article number',
      'Qty',
      'Stock',
      'Available',
      'On hand',
      'Status',
      'Name',
      'Title',
      'Low level',
      'Low stock',
      'Color',
    );
    const cell = fc.constantFrom(
      '',
      '1',
      '12',
      '0012',
      'A-1',
      '4006381333931',
      'Guppy',
      'sold',
      'Yes',
      '1.5',
      'Total',
    );
    const table = fc.uniqueArray(name, { minLength: 2, maxLength: 7 }).chain((header) => {
      const row = fc.array(cell, { minLength: header.length, maxLength: header.length });
      const rows = fc.array(row, { maxLength: 6 });
      return fc.tuple(fc.constant(header), rows, rows);
    });
    await fc.assert(
      fc.asyncProperty(table, async ([header, ...tables]) => {
        const [one, other] = await Promise.all(
          tables.map(async (rows) => {
            const lines = [header, ...rows].map((cells) => `${cells.join(',')}\n`);
            const { columns } = await readImportFile(encoder.encode(lines.join('')), {
              headerLine: 1,
            });
            return [columns.positions, columns.articleCode, columns.unclear];
          }),
        );
        assert.deepEqual(one, other);
      }),
      { numRuns: inForm({ short: 1_000, long: 10_000 }) },
    );
  });

  test('without a name is read where it is chosen by its place, and a question beside one that it could belong to', async () => {
    const merged = 'id,Stock,,Name\n1,5,6,Koi\n2,7,8,Newt\n';
    const fault = 'line 1: 2 columns could be the quantity: "Stock", "Column 3"';
    assert.deepEqual(await faultsIn(merged), [fault]);
    assert.equal((await read(merged, { quantity: 'Column 3' })).rows[1]?.quantity, 8);
    const { columns, faults } = await read(merged, { quantity: 'Stock' });
    assert.deepEqual([columns.ignored, faults], [['Column 3'], []]);
  });

  test('without a name or values is no question', async () => {
    assert.deepEqual(await faultsIn('id,Stock,,Name\n1,5,,Koi\n'), []);
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
    '5 kg',
    '4.99999999999999999999',
    '9007199254740992',
    '1E+05',
    '1e400',
    '١٫٢٣٤',
    '١٬٢٣',
    '١،٢٣٤',
    '\u200e-٥',
    '5²',
    '①',
    '½',
    '١٢ كجم',
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

test('a barcode that a spreadsheet has made a date or shortened is refused with its text', async () => {
  const dates = ['3-Nov', '03-nov', 'Nov-03', '03. Nov', '3-Nov-26', '03.11.2026', '11/3/2026'];
  for (const text of [...dates, '2026-11-03', '30-Kas', 'déc-25', '11月3日']) {
    const fault = `line 2: the barcode "${text}" is a date, which the spreadsheet has made of a code. Format the column as text, enter the code again and save the file`;
    assert.deepEqual(await faultsIn(`SKU;qty\n${text};1\n`), [fault]);
  }
  for (const text of ['4.00638E+12', '4,00638E+12', '4.00638E12', '4E+12']) {
    assert.match((await faultsIn(`SKU;qty\n${text};1\n`))[0] ?? '', /has lost digits/, text);
  }
});

test('a barcode that only looks like a date is read, also with the apostrophe of an export', async () => {
  for (const code of ['MAR-20', '3-NOV', '3-11', '2026/001', '12E5']) {
    assert.equal((await read(`SKU;qty\n${code};1\n`)).rows[0]?.barcode, code);
  }
  assert.equal((await read("SKU;qty\n'3-Nov;1\n")).rows[0]?.barcode, '3-Nov');
});

test('a quote that is out of place is a fault of its row, and the other rows are read', async () => {
  for (const [text, faulty, good] of [
    ['x,1\n2,"5"0\n3,1\n', [2, 3], [4]],
    ['1,1\n2,"5\n3,1\n4,1\n', [3], [2, 4, 5]],
    ['1,"1"1\n2,x\n', [2, 3], []],
    ['1,1\n\n2,"1\n3,"1",4\n4,1\n', [4, 5], [2, 6]],
    ['1,"1\n"\n2,x\n3,1\n', [4], [2, 5]],
    ['1,1\n2,"\n', [3], [2]],
  ] as const) {
    const { rows, faults } = await read(`id,qty\n${text}`);
    assert.deepEqual(
      faults.map(({ line, kind }) => [line, kind]),
      faulty.map((line) => [line, 'row']),
      text,
    );
    assert.deepEqual(
      rows.map(({ line }) => line),
      good,
      text,
    );
  }
});

test('a quote within a value is part of the value', async () => {
  const { rows, faults } = await read('id,qty,name\n1,5,Hose 3/4" black\n2,6,"Koi"\n3,7,6" pot\n');
  assert.deepEqual(faults, []);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Hose 3/4" black', 'Koi', '6" pot'],
  );
});

test('rows of totals are skipped and counted', async () => {
  for (const text of [
    'id,name,qty\n1,Koi,5\nTotal,,5\n',
    'id,name,qty\n1,Koi,5\n,Total:,5\n',
    'SKU,name,qty\nA-1,Koi,5\nGrand total,,5\n',
    'SKU;Name;Menge\nA-1;Koi;5\n;Summe;5\n',
  ]) {
    const { rows, faults, notRead } = await read(text);
    assert.deepEqual([rows.length, faults], [1, []], text);
    assert.deepEqual(notRead.map(describeProblem), ['rows of totals (1)'], text);
  }
});

test('a pet named Total is no row of totals', async () => {
  const { rows, notRead } = await read('name,id,qty\nTotal,1,5\n');
  assert.deepEqual([rows.length, notRead], [1, []]);
});

test('a row that cannot be read anyway asks nothing', async () => {
  const { questions, faults } = await read(
    'id,qty,status\n1,5,sold\nHay,-5,\n1,"1,200",active\n2,x,\n',
  );
  assert.deepEqual(questions, {
    thousands: undefined,
    statuses: [],
    negatives: 0,
    locations: [],
  });
  assert.deepEqual(
    faults.map(({ line, kind }) => [line, kind]),
    [3, 3, 3, 4, 4, 4, 5, 5].map((line) => [line, 'row']),
  );
  const asked = (await read('id,qty,status\n1,-5,active\n2,"1,200",sold\n')).questions;
  assert.deepEqual(asked, {
    thousands: '1,200',
    statuses: ['active'],
    negatives: 1,
    locations: [],
  });
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
      const found = rows.map(({ line: _, articleCode: __, ...pet }) => pet);
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
