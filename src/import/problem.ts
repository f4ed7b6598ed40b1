import { type PetId, petStatuses, quantityRule } from '../domain/item.ts';
import { type DetailField, detailFields, detailRules, valueRule } from '../domain/pet-details.ts';
import { limits } from '../limits.ts';

export type ImportField = 'petId' | 'quantity' | 'status' | DetailField;
export const importFields: readonly ImportField[] = ['petId', 'quantity', 'status', ...detailFields];

export function fieldTitle(field: ImportField): string {
  if (field === 'petId') return 'pet ID';
  return field === 'quantity' || field === 'status' ? field : detailRules[field].title;
}

/** What a problem is about. */
type ProblemDetails = {
  readonly field: ImportField;
  /** A value or a name as the file has it. */
  readonly text: string;
  /** A value of JSON, a separator or an encoding, which needs no quotes. */
  readonly written: string;
  readonly petId: PetId;
  readonly line: number;
  readonly count: number;
  readonly columns: number;
  readonly names: readonly string[];
  /** The two numbers that an ambiguous text could be. */
  readonly whole: string;
  readonly fraction: string;
};

type Of<Name extends keyof ProblemDetails> = Pick<ProblemDetails, Name>;

const saveAs = 'save it as Excel (.xlsx) or CSV and choose that file';
const rowTooLong = `this row has more than ${limits.importRowBytesMax / 1e6} MB, which is the most that a row can have`;
const tooManyValues = ({ count, columns }: Of<'count' | 'columns'>) =>
  `there are ${count} values for ${columns} columns`;
const theValue = ({ field, text }: Of<'field' | 'text'>) => `the ${fieldTitle(field)} ${quoted(text)}`;
const mustBe = ({ field, text }: Of<'field' | 'text'>, rule: string) =>
  `the ${fieldTitle(field)} must be ${rule}, not ${quoted(text)}`;

/** Every problem of a file, by its code, in the words of the command line. The dashboard has words of its own. */
const sentences = {
  // About the file as a whole
  fileEmpty: () => 'the file is empty',
  notText: () => 'this is not a text file',
  badEncoding: ({ written }: Of<'written'>) => `this is not valid ${written} text; export it again`,
  webPage: () =>
    'this is a web page or XML, even if its name ends in .xls; open it in a spreadsheet program, save it as Excel (.xlsx) or CSV, and choose that file',
  oldExcel: () =>
    'this is an Excel workbook of an old kind (.xls) or with a password; save it as Excel (.xlsx) without a password, or as CSV, and choose that file',
  pdf: () =>
    'this is a PDF document; export the list as Excel (.xlsx) or CSV where the PDF comes from, and choose that file',
  openDocument: () => `this is an OpenDocument spreadsheet (.ods); ${saveAs}`,
  numbersDocument: () =>
    'this is a Numbers document; in Numbers choose File, Export To, Excel or CSV, and choose that file here',
  binaryExcel: () => `this is a binary Excel workbook (.xlsb); ${saveAs}`,
  zipArchive: () => 'this is a ZIP archive and not a spreadsheet; unpack it and choose the file in it',
  workbookUnreadable: () =>
    'this workbook cannot be read; open it in a spreadsheet program, save it again, and choose that file',
  workbookTooLarge: () =>
    `this workbook has more than ${limits.importWorkbookBytesMax / 2 ** 20} MiB of data unpacked, which is the most that is read; save the sheet as CSV and choose that file`,
  sheetTooLarge: ({ count, columns }: Of<'count' | 'columns'>) =>
    `a sheet of this workbook has ${english(count)} rows and ${english(columns)} columns, and ${english(limits.importWorkbookCellsMax)} cells over all sheets are the most that is read; delete what is far from the table, or save the sheet as CSV`,
  noSheet: ({ text, names }: Of<'text' | 'names'>) =>
    `there is no sheet ${quoted(text)}; the workbook has ${names.map(quoted).join(', ')}`,
  jsonNotUtf8: () => 'JSON must be UTF-8, and this is not',
  jsonAfterEnd: () => 'there is something after the end of the array',
  jsonBrace: () => 'there is a } without a {',
  jsonWithoutEnd: () => 'the array has no end',

  // About a row
  rowTooLong: () => rowTooLong,
  quoteTooLong: () => `${rowTooLong}. Perhaps a quote is never closed`,
  quoteOpen: () => 'a quote is opened in this row and never closed',
  quoteStray: () => 'a quote is out of place in this row. Put the whole value in quotes and double the quotes inside',
  tooManyColumns: ({ columns }: Of<'columns'>) =>
    `this row has ${english(columns)} columns, and ${english(limits.importColumnsMax)} is the most that a row can have`,
  tooManyValues,
  tooManyCsvValues: (details: Of<'count' | 'columns' | 'written'>) =>
    `${tooManyValues(details)}. Put a value that contains a ${details.written === '\t' ? 'tab' : details.written} in quotes`,
  jsonInvalid: () => 'this is not valid JSON',
  jsonNoObject: () => 'this is not a JSON object',
  jsonValue: ({ field, written }: Of<'field' | 'written'>) => `${field} must be ${jsonRule(field)}, not ${written}`,
  jsonMissing: ({ field }: Of<'field'>) => `${field} must be ${jsonRule(field)}, and it is missing`,
  petTwice: ({ petId, line }: Of<'petId' | 'line'>) => `pet ${petId} is on line ${line} already`,
  barcodeTwice: ({ text, line }: Of<'text' | 'line'>) => `the barcode ${quoted(text)} is on line ${line} already`,
  barcodeTaken: ({ petId, text }: Of<'petId' | 'text'>) => `pet ${petId} has the barcode ${quoted(text)} already`,
  noFreeId: ({ petId, text }: Of<'petId' | 'text'>) =>
    `there is no ID above ${petId} for the barcode ${quoted(text)}. Give the pet an ID in a column petId`,
  noBarcode: ({ text }: Of<'text'>) => `${quoted(text)} is no barcode`,

  // About a value
  empty: ({ field }: Of<'field'>) => `the ${fieldTitle(field)} is empty`,
  emptyStatus: () => 'the status is empty',
  unknownStatus: ({ text }: Of<'text'>) => mustBe({ field: 'status', text }, `one of ${petStatuses.join(', ')}`),
  notWhole: (details: Of<'field' | 'text'>) => mustBe(details, 'a whole number'),
  ambiguous: ({ whole, fraction, ...value }: Of<'field' | 'text' | 'whole' | 'fraction'>) =>
    `${theValue(value)} is ambiguous: it could be ${whole} or ${fraction}`,
  negative: (value: Of<'field' | 'text'>) => `${theValue(value)} is below zero`,
  tooLarge: (value: Of<'field' | 'text'>) => `${theValue(value)} is too large`,
  tooManyDigits: (value: Of<'field' | 'text'>) => `${theValue(value)} has too many digits`,
  lostDigits: (value: Of<'field' | 'text'>) =>
    `${theValue(value)} was shortened by the spreadsheet and has lost digits. Format the column as text, enter the number again and save the file`,
  invalidText: (value: { readonly field: DetailField } & Of<'text' | 'count'>) =>
    mustBe(value, valueRule(detailRules[value.field])),
  invalidCode: (value: { readonly field: DetailField } & Of<'text' | 'count'>) =>
    mustBe(value, valueRule(detailRules[value.field])),

  // What of a workbook is not read
  otherSheet: ({ text }: Of<'text'>) => `the sheet ${quoted(text)}`,
  hiddenSheet: ({ text }: Of<'text'>) => `the hidden sheet ${quoted(text)}`,
  hiddenRows: ({ count }: Of<'count'>) => `hidden rows (${count})`,
};

/** What the user has to choose before a table can be read. */
const choices = {
  sheetEmpty: ({ text }: Of<'text'>) => `the sheet ${quoted(text)} is empty`,
  noSuchColumn: ({ text, names }: Of<'text' | 'names'>) => `no column ${quoted(text)}; the header is ${listed(names)}`,
  severalColumns: ({ field, names }: Of<'field' | 'names'>) =>
    `${names.length} columns could be the ${fieldTitle(field)}: ${listed(names)}`,
  missingColumn: ({ field, names }: Of<'field' | 'names'>) =>
    `no column for the ${fieldTitle(field)}${field === 'petId' ? ' or barcode' : ''}; the header is ${listed(names)}`,
};

type ProblemIn<Table> = {
  [Code in keyof Table]: Table[Code] extends (details: infer Details) => string
    ? { readonly code: Code } & Details
    : never;
}[keyof Table];

export type ImportProblem = ProblemIn<typeof sentences>;
export type ChoiceProblem = ProblemIn<typeof choices>;

/** A problem in English, as a sentence that goes on after the name of the file or the line. */
export function describeProblem(problem: ImportProblem | ChoiceProblem): string {
  const describe: (details: never) => string = { ...sentences, ...choices }[problem.code];
  return describe(problem as never);
}

function jsonRule(field: ImportField): string {
  if (field === 'petId') return 'a whole number up to 9223372036854775807';
  if (field === 'status') return `one of ${petStatuses.join(', ')}`;
  return field === 'quantity' || detailRules[field].kind === 'quantity' ? quantityRule : 'text';
}

function english(count: number): string {
  return count.toLocaleString('en-US');
}

const shownCharactersMax = 60;

/** A value for a message. Quotes show where it begins and ends. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text);
}

const listedNamesMax = 20;

function listed(names: readonly string[]): string {
  const rest = names.length - listedNamesMax;
  return names.slice(0, listedNamesMax).map(quoted).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
