import { type PetId, petStatuses, quantityRule } from '../item.ts';
import { type DetailField, detailFields, detailRules } from '../pet-details.ts';

export type ImportField = 'petId' | 'quantity' | 'status' | DetailField;
export const importFields: readonly ImportField[] = [
  'petId',
  'quantity',
  'status',
  ...detailFields,
];

export function fieldTitle(field: ImportField): string {
  if (field === 'petId') return 'pet ID';
  return field === 'quantity' || field === 'status' ? field : detailRules[field].title;
}

/** The rules for the fields of a JSON file, as error messages state them. */
const jsonRules = {
  petId: 'a whole number up to 9223372036854775807',
  quantity: quantityRule,
  status: `one of ${petStatuses.join(', ')}`,
  text: 'text',
};

export type ProblemDetails = {
  readonly field: ImportField;
  /** A value or a column name from the import file. */
  readonly text: string;
  readonly names: readonly string[];
  readonly petId: PetId;
  readonly line: number;
  readonly count: number;
  readonly columns: number;
  readonly max: number;
  /** In a JSON file of pets, the field whose value breaks the rule `rule`. */
  readonly name: ImportField;
  readonly rule: keyof typeof jsonRules;
  /** Text that a message shows without quotes, such as a JSON value or an encoding. */
  readonly written: string;
  readonly otherwise: string;
};

/**
 * The command line's messages about import files, by the code of the problem. The dashboard has its
 * own messages.
 */
const texts = {
  fileEmpty: 'the file is empty',
  otherFormat:
    'this kind of file cannot be read; in the program that it comes from, save it as Excel (.xlsx) without a password, or as CSV, and choose that file',
  badEncoding: 'this is not valid {written} text; export it again',
  workbookUnreadable:
    'this workbook cannot be read; open it in a spreadsheet program, save it again, and choose that file',
  workbookTooLarge:
    'this workbook has more than {max} MiB of data unpacked, which is the most that is read; save the sheet as CSV and choose that file',
  sheetTooLarge:
    'a sheet of this workbook has {count} rows and {columns} columns, and {max} cells over all sheets are the most that is read; delete what is far from the table, or save the sheet as CSV',
  noSheet: 'there is no sheet {text}; the workbook has {names}',
  jsonNotUtf8: 'JSON must be UTF-8, and this is not',
  // Messages about a row of the import file.
  rowTooLong: 'this row has more than {max} MB, which is the most that a row can have',
  quoteOpen: 'a quote is opened in this row and never closed',
  quoteStray:
    'a quote is out of place in this row. Put the whole value in quotes and double the quotes inside',
  tooManyColumns: 'this row has {columns} columns, and {max} is the most that a row can have',
  tooManyValues:
    'there are {count} values for {columns} columns. Put a value that contains a separator in quotes, or give every column a name',
  jsonInvalid: 'this is not valid JSON',
  jsonNoObject: 'this is not a JSON object',
  jsonValue: '{name} must be {rule}, not {written}',
  jsonMissing: '{name} must be {rule}, and it is missing',
  petTwice: 'pet {petId} is on line {line} already',
  barcodeTwice: 'the barcode {text} is on line {line} already',
  barcodeTaken: 'pet {petId} has the barcode {text} already',
  noFreeId:
    'there is no ID above {petId} for the barcode {text}. Give the pet an ID in a column petId',
  // Messages about a value in a row of the import file.
  empty: 'the {field} is empty',
  unknownStatus: 'the status must be one of available, pending, sold, not {text}',
  notWhole: 'the {field} must be a whole number, not {text}',
  ambiguous: 'the {field} {text} is ambiguous: it could be {written} or {otherwise}',
  negative: 'the {field} {text} is below zero',
  tooLarge: 'the {field} {text} is too large',
  lostDigits:
    'the {field} {text} was shortened by the spreadsheet and has lost digits. Format the column as text, enter the number again and save the file',
  codeIsDate:
    'the {field} {text} is a date, which the spreadsheet has made of a code. Format the column as text, enter the code again and save the file',
  invalidText:
    'the {field} must be text of 1 to {max} characters, not only spaces, without control characters, not {text}',
  invalidCode:
    'the {field} must be 1 to {max} printable ASCII characters without spaces, not {text}',
  // Messages about parts of a workbook that are not imported.
  otherSheet: 'the sheet {text}',
  hiddenSheet: 'the hidden sheet {text}',
  hiddenRows: 'hidden rows ({count})',
  // Messages about rows of a table that are not pets.
  totalRows: 'rows of totals ({count})',
  parentRows: 'rows of products whose variants have the stock ({count})',
  pictureRows: 'rows of pictures ({count})',
  giftCardRows: 'rows of gift cards ({count})',
  serviceRows: 'rows of services ({count})',
  untrackedRows: 'rows without tracked stock ({count})',
  otherLocationRows: 'rows of other locations ({count})',
} as const;

/** Messages about choices that the user must make before a table can be read. */
const choices = {
  sheetEmpty: 'the sheet {text} is empty',
  noSuchColumn: 'no column {text}; the header is {names}',
  severalColumns: '{count} columns could be the {field}: {names}',
  missingColumn: 'no column for the {field}; the header is {names}',
  severalLocations: 'the file has the stock of several locations: {names}',
  noSuchLocation: 'there is no location {text}; the file has {names}',
  missingIdColumn: 'no column for the pet ID or barcode; the header is {names}',
} as const;

type DetailsOf<Text> =
  Text extends `${string}{${infer Name extends keyof ProblemDetails}}${infer Rest}`
    ? Pick<ProblemDetails, Name> & DetailsOf<Rest>
    : unknown;
type ProblemIn<Texts> = {
  [Code in keyof Texts]: { readonly code: Code } & DetailsOf<Texts[Code]>;
}[keyof Texts];

export type ImportProblem = ProblemIn<typeof texts>;
export type ChoiceProblem = ProblemIn<typeof choices>;

/**
 * Describes a problem in English. The file's name, the line number and a colon precede this text.
 */
export function describeProblem(problem: ImportProblem | ChoiceProblem): string {
  const details: Partial<ProblemDetails> & { readonly code: string } = problem;
  return { ...texts, ...choices }[problem.code].replaceAll(
    /\{(\w+)\}/g,
    (_, name: keyof ProblemDetails) => {
      const { field = 'petId', text = '', names = [], rule = 'text' } = details;
      if (name === 'field') return fieldTitle(field);
      if (name === 'text') return quoted(text);
      if (name === 'names') return listed(names);
      if (name === 'rule') return jsonRules[rule];
      const value = details[name];
      return typeof value === 'number' && name !== 'line'
        ? value.toLocaleString('en-US')
        : String(value);
    },
  );
}

const shownCharactersMax = 60;

/** A value in quotes, for a message. A long value is shortened. */
export function quoted(text: string): string {
  return JSON.stringify(
    text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text,
  );
}

const listedNamesMax = 20;

function listed(names: readonly string[]): string {
  const rest = names.length - listedNamesMax;
  return (
    names.slice(0, listedNamesMax).map(quoted).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  );
}
