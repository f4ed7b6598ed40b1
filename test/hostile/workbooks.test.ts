import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readWorkbook } from '@pawstock/shared/import/workbook.ts';
import { strToU8, zipSync } from 'fflate';
import { runReader } from '../support/hostile/reader-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Small workbooks that would take minutes or gigabytes to read. A separate process reads them, so
 * it can be killed.
 */

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Sheets = readonly { readonly id: string; readonly data?: string }[];

function workbookOf(sheets: Sheets): Uint8Array {
  const named = sheets.map(
    ({ id }, index) => `<sheet name="Sheet ${index}" sheetId="${index}" r:id="${id}"/>`,
  );
  const related = sheets.map(
    ({ id }) =>
      `<Relationship Id="${id}" Type="${relationships}/worksheet" Target="worksheets/${id}.xml"/>`,
  );
  const parts = sheets
    .filter(({ data }) => data !== undefined)
    .map(({ id, data }) => [
      `xl/worksheets/${id}.xml`,
      `<worksheet><sheetData>${data}</sheetData></worksheet>`,
    ]);
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    ...Object.fromEntries(parts),
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    { level: 1 },
  );
}

const sheet = (data: string, id = 'first'): Sheets => [{ id, data }];
const cell = '<row r="1"><c r="A1"><v>1</v></c></row>';
const many = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index));

const unreadable = /^this workbook cannot be read; open it in a spreadsheet program/;
const tooLarge =
  /^a sheet of this workbook has [\d,]+ rows and 16,384 columns, and 10,000,000 cells over all sheets are/;

const fiveThousandRows = many(
  5_000,
  (row) => `<row r="${row + 1}"><c r="ALL${row + 1}"><v>1</v></c></row>`,
).join('');

const hostile: readonly {
  readonly title: string;
  readonly sheets: Sheets;
  readonly message: RegExp;
}[] = [
  {
    title: 'a prefixed reference beside a plain one',
    sheets: sheet(`${cell}<row><c r="A2" a:b:r="XFD1048576" x:r='XFD1048576'><v>1</v></c></row>`),
    message: tooLarge,
  },
  {
    title: 'a reference behind a > in a value',
    sheets: sheet(`<row r="1"><c a=">" b='">' r="XFD1048576"><v>1</v></c></row>`),
    message: tooLarge,
  },
  {
    title: 'a reference behind a quote in an instruction',
    sheets: sheet(`<?a "?><row r="1"><c r="XFD1048576"><v>1</v></c></row><?b "?>`),
    message: tooLarge,
  },
  {
    title: 'a reference behind a comment that ends early',
    sheets: sheet(`<!--><row r="1"><c r="XFD1048576"><v>1</v></c></row><!-- -->`),
    message: tooLarge,
  },
  {
    title: 'rows without numbers',
    sheets: sheet(`<row r="1"><c r="XFD1"><v>1</v></c></row>${'<row/>'.repeat(1e6)}`),
    message: tooLarge,
  },
  {
    title: 'many wide sheets',
    sheets: many(60, (index) => ({
      id: `s${index}`,
      data: '<row r="600"><c r="XFD600"><v>1</v></c></row>',
    })),
    message: tooLarge,
  },
  {
    title: 'one sheet under many names',
    sheets: many(2_000, () => ({ id: 'same', data: fiveThousandRows })),
    message: unreadable,
  },
  {
    title: 'names of 20,000 sheets',
    sheets: many(20_000, (index) => ({ id: `s${index}` })),
    message: unreadable,
  },
  {
    title: '128,000 attributes',
    sheets: sheet(`<row r="1"><c r="A1" ${many(128_000, (n) => `a${n}="1"`).join(' ')}/></row>`),
    message: unreadable,
  },
  {
    title: 'one value of 20 MB',
    sheets: sheet(`<row r="1"><c r="A1" a="${'x'.repeat(20e6)}"/></row>`),
    message: unreadable,
  },
  {
    title: 'one text of 20 MB',
    sheets: sheet(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(20e6)}</t></is></c></row>`,
    ),
    message: unreadable,
  },
  {
    title: 'a comment that never ends',
    sheets: sheet(`${cell}<!-- > ${cell.repeat(1e6)}`),
    message: unreadable,
  },
];

const read = `
  const { readFileSync } = await import('node:fs');
  for (const file of process.argv.slice(1))
    report(await reader.readWorkbook(readFileSync(file)).then(() => 'it was read', (error) => error.message));`;

test('a workbook is refused before it takes minutes or a gigabyte:', async (t) => {
  const folder = temporaryFolder(t);
  const files = hostile.map(({ sheets }, index) => {
    const file = join(folder, `${index}.xlsx`);
    writeFileSync(file, workbookOf(sheets));
    return file;
  });

  const messages = runReader('workbook.ts', read, files);

  for (const [index, { title, message }] of hostile.entries()) {
    await t.test(title, () => {
      assert.match(String(messages[index] ?? 'it was not refused in time'), message);
    });
  }
});

test('a workbook with prefixes, instructions, comments and long texts is read', async () => {
  const text = 'x'.repeat(32_767);
  const data = `<?go on?><!-- <c r="XFD1048576"> --><x:row r="1" x:spans="1:2"><x:c r="A1" t="inlineStr"><is><t>${text}</t></is></x:c>
    <x:c r="B1" t="inlineStr" a="1 > 0"><is><t>say r="XFD1048576"</t></is></x:c></x:row><x:row><x:c r="A2" t="str"><x:v>5</x:v></x:c></x:row>`;

  const [first] = await readWorkbook(workbookOf(sheet(data)));

  assert.deepEqual(first?.rows, [
    [text, 'say r="XFD1048576"'],
    ['5', ''],
  ]);
});
