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

describe('a file that is none of the three formats is refused:', () => {
  const files: readonly { title: string; text: string; faults: readonly string[] }[] = [
    {
      title: 'nothing at all',
      text: '',
      faults: ['the file is empty'],
    },
    {
      title: 'a byte order mark alone',
      text: '\uFEFF',
      faults: ['the file is empty'],
    },
    {
      title: 'a JSON text',
      text: '"petId"',
      faults: ['line 1: no column for the quantity; the header is "petId"'],
    },
    {
      title: 'an array without an end',
      text: `[\n${good},\n${other}\n`,
      faults: ['line 3: this is not valid JSON'],
    },
    {
      title: 'an array with a comma too many',
      text: `[${good},]`,
      faults: ['line 1: this is not valid JSON'],
    },
    {
      title: 'an array with something after it',
      text: `[${good}]\n[]`,
      faults: ['line 1: this is not valid JSON'],
    },
    {
      title: 'an array with a brace too many',
      text: `[${good}}[${other}]`,
      faults: ['line 1: this is not valid JSON'],
    },
    {
      title: 'an array with null on a line of its own',
      text: `[\n${good},\n\nnull\n]`,
      faults: ['line 4: this is not a JSON object'],
    },
    {
      title: 'an array within an array',
      text: `[[${good}]]`,
      faults: ['line 1: this is not a JSON object'],
    },
    {
      title: 'one object over several lines',
      text: good.replaceAll(',', ',\n'),
      faults: [
        'line 1: this is not valid JSON',
        'line 2: this is not valid JSON',
        'line 3: this is not valid JSON',
      ],
    },
    {
      title: 'a nesting too deep for the parser',
      text: '['.repeat(200_000) + ']'.repeat(200_000),
      faults: ['line 1: this is not valid JSON'],
    },
  ];

  for (const { title, text, faults } of files) {
    test(title, async () => assert.deepEqual(await faultsIn(text), faults));
  }

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

  const headers = [
    'petId,quantity,status,name',
    'PET-ID, Qty. ,STATUS!,Pet_Name',
    'id,Stu\u0308ckzahl,Status,Title',
  ];
  for (const header of headers) {
    test(`is found by its name in any case, spaces and punctuation: ${header}`, async () => {
      const positions = { petId: 0, quantity: 1, status: 2, name: 3 };
      assert.deepEqual(await rows(header), { positions, ignored: [], unclear: [] });
    });
  }

  test('is found below a title that names other fields', async () => {
    // The title has two fields as well, but ID and quantity count twice.
    const { columns } = await read('Name,Status\nid,qty\n1,5\n');
    assert.equal(columns.line, 2);
    assert.deepEqual(columns.positions, { petId: 0, quantity: 1 });
  });

  test('that is not for a field is ignored, and named once', async () => {
    const { ignored } = await rows('petId,Price,quantity,Color,Price,');
    assert.deepEqual(ignored, ['Price', 'Color']);
  });

  test('is unclear beside another that could be the same', async () => {
    assert.deepEqual((await rows('SKU,id,Stock,Available,Status')).unclear, ['quantity']);
  });

  test('can be chosen, which settles what is unclear', async () => {
    const choice = { petId: 'sku', quantity: 'Available' };
    assert.deepEqual(await rows('SKU,id,Stock,Available', choice), {
      positions: { petId: 0, quantity: 3 },
      ignored: ['id', 'Stock'],
      unclear: [],
    });
  });

  test('is ignored if no column is chosen for its field', async () => {
    const { positions, ignored } = await rows('id,Stock,Status', { status: '' });
    assert.deepEqual(positions, { petId: 0, quantity: 1 });
    assert.deepEqual(ignored, ['Status']);
  });

  test('that is chosen for another field leaves its own to the next', async () => {
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

  for (const name of ['SKU', 'Article number', 'item code', 'Artikelnummer', '商品コード']) {
    const kinds = [
      { title: 'words and short numbers', codes: ['A-1', '3', '12'] },
      { title: 'short numbers', codes: ['3', '12'] },
      { title: 'numbers with zeros', codes: ['0012', '1001'] },
      { title: 'EANs', codes: ['40063813', '4006381333931'] },
    ];
    for (const { title, codes } of kinds) {
      test(`of article codes has barcodes, if they are ${title} (${name})`, async () => {
        const text = [`${name},qty`, ...codes.map((code) => `${code},1`)].join('\n');
        assert.deepEqual(await identifiers(`${text}\n`), { ...none, barcode: name });
      });
    }
  }

  test('of article codes can be chosen as the column of IDs', async () => {
    assert.deepEqual(await identifiers('SKU,qty\n3,1\n', { petId: 'SKU' }), {
      ...none,
      petId: 'SKU',
    });
  });

  for (const name of ['ID', 'Pet ID', 'Product ID', 'Tier-Nr.']) {
    for (const id of ['1', 'P-0012', '6f1e']) {
      test(`named ${name} has pet IDs, also if it has ${id}`, async () => {
        const text = `${name},qty,SKU\n${id},1,1001\n`;
        assert.deepEqual(await identifiers(text), { ...none, petId: name, barcode: 'SKU' });
      });
    }
  }

  test('named as an ID can be chosen as the column of barcodes', async () => {
    assert.deepEqual(await identifiers('ID,qty\n1,5\n', { barcode: 'ID' }), {
      ...none,
      barcode: 'ID',
    });
  });

  for (const name of ['Pet', 'Tier']) {
    test(`named ${name} has names`, async () => {
      const { columns } = await read(`${name},SKU,qty\n7,1001,5\n`);
      assert.deepEqual(columns.positions, { name: 0, barcode: 1, quantity: 2 });
    });
  }

  describe('of EANs', () => {
    const text = 'Article number,qty,EAN\n7,1,\n8,2,4006381333931\n';

    test('comes before one of article codes', async () => {
      const articleCode = 'Article number';
      assert.deepEqual(await identifiers(text), { ...none, barcode: 'EAN', articleCode });
    });

    test('leaves a row without one to its article code', async () => {
      const [withoutEan, withEan] = (await read(text)).rows;
      assert.equal(withoutEan?.barcode, '7');
      assert.equal(withoutEan?.articleCode, null);
      assert.equal(withEan?.barcode, '4006381333931');
      assert.equal(withEan?.articleCode, '8');
    });
  });

  test('of article codes gives no barcode to a pet that has an ID and a column of EANs', async () => {
    const text = 'ID,SKU,EAN,qty\n1,A-1,,1\n';
    assert.deepEqual(await identifiers(text), { ...none, petId: 'ID', barcode: 'EAN' });
    assert.equal((await read(text)).rows[0]?.barcode, null);
  });

  test('means what its name says, not what its cells contain', async () => {
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

  describe('without a name, beside one that it could belong to,', () => {
    const merged = 'id,Stock,,Name\n1,5,6,Koi\n2,7,8,Newt\n';

    test('is a question', async () => {
      const fault = 'line 1: 2 columns could be the quantity: "Stock", "Column 3"';
      assert.deepEqual(await faultsIn(merged), [fault]);
    });

    test('is read if it is chosen by its place', async () => {
      const { rows } = await read(merged, { quantity: 'Column 3' });
      assert.equal(rows[1]?.quantity, 8);
    });

    test('is ignored if the other one is chosen', async () => {
      const { columns, faults } = await read(merged, { quantity: 'Stock' });
      assert.deepEqual(columns.ignored, ['Column 3']);
      assert.deepEqual(faults, []);
    });
  });

  test('without a name or values is no question', async () => {
    assert.deepEqual(await faultsIn('id,Stock,,Name\n1,5,,Koi\n'), []);
  });

  test('that is chosen must be there', async () => {
    assert.deepEqual(await faultsIn('id,Stock\n1,1\n', { petId: 'SKU' }), [
      'line 1: no column "SKU"; the header is "id", "Stock"',
    ]);
  });

  test('that is chosen must be there once', async () => {
    assert.deepEqual(await faultsIn('id,Stock,stock\n1,1,2\n', { quantity: 'STOCK' }), [
      'line 1: 2 columns could be the quantity: "Stock", "stock"',
    ]);
  });

  test('that is chosen is told from one in another case', async () => {
    const { rows } = await read('id,Stock,stock\n1,1,2\n', { quantity: 'stock' });
    assert.equal(rows[0]?.quantity, 2);
  });

  test('is missing in a message that stays short', async () => {
    const header = Array.from({ length: 50 }, (_, index) => `c${index}`).join();
    assert.match(
      (await faultsIn(`${header}\n`))[0] ?? '',
      /the header is "c0", .*"c19" and 30 more$/,
    );
  });
});

describe('a quantity is read as spreadsheets and people write it', () => {
  const written = [
    { quantity: 0, texts: ['0.000'] },
    { quantity: 5, texts: ['5', '  5 ', '5.0'] },
    { quantity: 7, texts: ['007', '7,00'] },
    {
      quantity: 12,
      texts: [
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
    },
    { quantity: 1000, texts: ['1e3', '1 000 pcs'] },
    {
      quantity: 1234,
      texts: [
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
    },
    {
      quantity: 1234567,
      texts: ['1,234,567', '1.234.567', '1 234 567', '１，２３４，５６７', '١٬٢٣٤٬٥٦٧'],
    },
  ];

  for (const { quantity, texts } of written) {
    for (const text of texts) {
      test(`${text.trim()} is ${quantity}`, async () => {
        const { rows, faults } = await read(`id;qty\n1;${text}\n`);
        assert.deepEqual(faults, []);
        assert.equal(rows[0]?.quantity, quantity);
      });
    }
  }
});

describe('a quantity is refused', () => {
  const problemIn = async (text: string) => {
    const { faults } = await read(`id;qty\n1;${text}\n`);
    assert.equal(faults.length, 1);
    return faults[0]?.problem;
  };

  const ambiguous = [
    { text: '1,234', shown: '1,234' },
    { text: '1.234', shown: '1.234' },
    { text: '999.000', shown: '999.000' },
    { text: '-1,234', shown: '-1,234' },
    { text: '１，２３４', shown: '1,234' },
    { text: '١,٢٣٤', shown: '1,234' },
  ];
  for (const { text, shown } of ambiguous) {
    test(`if it could be two numbers: ${text}`, async () => {
      const problem = { code: 'ambiguous', field: 'quantity', text: shown };
      assert.partialDeepStrictEqual(await problemIn(text), problem);
    });
  }

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
  for (const text of refused) {
    test(`if it is no whole number of pieces: ${text}`, async () => {
      const problem = await problemIn(text);
      assert.partialDeepStrictEqual(problem, { field: 'quantity', text });
      assert.notEqual(problem?.code, 'ambiguous');
    });
  }
});

describe('a barcode is refused', () => {
  const dates = [
    '3-Nov',
    '03-nov',
    'Nov-03',
    '03. Nov',
    '3-Nov-26',
    '03.11.2026',
    '11/3/2026',
    '2026-11-03',
    '30-Kas',
    'déc-25',
    '11月3日',
  ];
  for (const text of dates) {
    test(`if a spreadsheet has made a date of it: ${text}`, async () => {
      const cause = `the barcode "${text}" is a date, which the spreadsheet has made of a code`;
      const advice = 'Format the column as text, enter the code again and save the file';
      assert.deepEqual(await faultsIn(`SKU;qty\n${text};1\n`), [`line 2: ${cause}. ${advice}`]);
    });
  }

  for (const text of ['4.00638E+12', '4,00638E+12', '4.00638E12', '4E+12']) {
    test(`if a spreadsheet has shortened it: ${text}`, async () => {
      const [fault = ''] = await faultsIn(`SKU;qty\n${text};1\n`);
      assert.match(fault, /has lost digits/);
    });
  }
});

describe('a barcode is read', () => {
  for (const code of ['MAR-20', '3-NOV', '3-11', '2026/001', '12E5']) {
    test(`if it only looks like a date or a shortened number: ${code}`, async () => {
      assert.equal((await read(`SKU;qty\n${code};1\n`)).rows[0]?.barcode, code);
    });
  }

  test('if it looks like a date and has the apostrophe of an export', async () => {
    assert.equal((await read("SKU;qty\n'3-Nov;1\n")).rows[0]?.barcode, '3-Nov');
  });
});

describe('a quote that is out of place is a fault of its row, and the other rows are read:', () => {
  const files = [
    { title: 'within a value', text: 'x,1\n2,"5"0\n3,1\n', faulty: [2, 3], read: [4] },
    { title: 'without an end', text: '1,1\n2,"5\n3,1\n4,1\n', faulty: [3], read: [2, 4, 5] },
    { title: 'before a fault', text: '1,"1"1\n2,x\n', faulty: [2, 3], read: [] },
    {
      title: 'after a blank line',
      text: '1,1\n\n2,"1\n3,"1",4\n4,1\n',
      faulty: [4, 5],
      read: [2, 6],
    },
    { title: 'after a line break', text: '1,"1\n"\n2,x\n3,1\n', faulty: [4], read: [2, 5] },
    { title: 'at the end', text: '1,1\n2,"\n', faulty: [3], read: [2] },
  ];

  for (const { title, text, faulty, read: linesRead } of files) {
    test(title, async () => {
      const { rows, faults } = await read(`id,qty\n${text}`);

      assert.deepEqual(
        faults.map(({ line }) => line),
        faulty,
      );
      assert.ok(faults.every(({ kind }) => kind === 'row'));
      assert.deepEqual(
        rows.map(({ line }) => line),
        linesRead,
      );
    });
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

describe('a row of totals is skipped and counted:', () => {
  const files = [
    { title: 'in the column of IDs', text: 'id,name,qty\n1,Koi,5\nTotal,,5\n' },
    { title: 'in the column of names', text: 'id,name,qty\n1,Koi,5\n,Total:,5\n' },
    { title: 'in the column of codes', text: 'SKU,name,qty\nA-1,Koi,5\nGrand total,,5\n' },
    { title: 'in German', text: 'SKU;Name;Menge\nA-1;Koi;5\n;Summe;5\n' },
  ];

  for (const { title, text } of files) {
    test(title, async () => {
      const { rows, faults, notRead } = await read(text);

      assert.equal(rows.length, 1);
      assert.deepEqual(faults, []);
      assert.deepEqual(notRead.map(describeProblem), ['rows of totals (1)']);
    });
  }
});

test('a pet named Total is no row of totals', async () => {
  const { rows, notRead } = await read('name,id,qty\nTotal,1,5\n');
  assert.equal(rows.length, 1);
  assert.deepEqual(notRead, []);
});

test('a row that can be read otherwise asks about each value that is unclear', async () => {
  const { questions } = await read('id,qty,status\n1,-5,active\n2,"1,200",sold\n');
  assert.deepEqual(questions, {
    thousands: '1,200',
    statuses: ['active'],
    negatives: 1,
    locations: [],
  });
});

describe('a row that cannot be read anyway', () => {
  const text = 'id,qty,status\n1,5,sold\nHay,-5,\n1,"1,200",active\n2,x,\n';

  test('asks nothing', async () => {
    assert.deepEqual((await read(text)).questions, {
      thousands: undefined,
      statuses: [],
      negatives: 0,
      locations: [],
    });
  });

  test('names all of its faults', async () => {
    const { faults } = await read(text);
    assert.deepEqual(
      faults.map(({ line }) => line),
      [3, 3, 3, 4, 4, 4, 5, 5],
    );
    assert.ok(faults.every(({ kind }) => kind === 'row'));
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
      assert.deepEqual(faults, []);
      assert.deepEqual(
        found,
        pets.map((pet) => ({ ...pet, ...noDetails })),
      );
    });
  }
});

test('no text crashes the reader', async () => {
  const noise = fc.string({
    unit: fc.constantFrom(...'[]{}",;:\t\\\n\r 1-e.', 'petId', 'null', 'sep=', good),
    maxLength: 40,
  });
  const start = fc.constantFrom('', '[', '{', 'petId,quantity,status\n', 'sep=');
  const isRead = fc.asyncProperty(start, noise, async (text, rest) => {
    await read(text + rest);
  });
  await fc.assert(isRead, { numRuns: 2_000 });
});

test('no bytes crash the reader', async () => {
  const isRead = fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
    await readImportFile(bytes);
  });
  await fc.assert(isRead);
});

test('an array with one character missing or wrong is a fault wherever JSON has one', async () => {
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
