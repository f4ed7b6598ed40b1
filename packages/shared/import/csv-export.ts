import type { Item, PetId, PetStatus } from '../item.ts';
import { type DetailField, type Details, detailFields, detailRules } from '../pet-details.ts';

type ExportedPet = Pick<Item, 'petId' | 'quantity' | 'status'>;

type ExportWords = {
  readonly fields: Readonly<Record<keyof ExportedPet | DetailField, string>>;
  readonly statuses: Readonly<Record<PetStatus, string>>;
  readonly separator: string;
};

/**
 * The lines of a CSV file of pets, which can be imported again. The file has a column for each
 * detail that any pet has. By default, columns and statuses have the names that the API uses, and
 * commas separate the columns.
 */
export function* csvLines(
  pets: readonly ExportedPet[],
  detailsOf: (petId: PetId) => Details,
  words?: ExportWords,
): Generator<string> {
  const used = detailFields.filter((field) =>
    pets.some(({ petId }) => detailsOf(petId)[field] !== null),
  );
  const fields = ['petId', 'quantity', 'status', ...used] as const;
  const separator = words?.separator;
  yield `${fields.map((field) => csvText(words?.fields[field] ?? field)).join(separator)}\n`;
  for (const { petId, quantity, status } of pets) {
    const details = detailsOf(petId);
    const statusText = csvText(words?.statuses[status] ?? status);
    const detailTexts = used.map((field) => csvText(`${details[field] ?? ''}`, changedText(field)));
    yield `${[petId, quantity, statusText, ...detailTexts].join(separator)}\n`;
  }
}

export const ledgerColumns = [
  'seq',
  'at',
  'petId',
  'kind',
  'before',
  'after',
  'delta',
  'status',
  'reason',
  'note',
  'key',
  'keyId',
  'requestId',
] as const;

/**
 * A line of CSV, as in RFC 4180. In countries with decimal commas, Excel expects `;` between cells.
 */
export function csvLine(
  cells: readonly (string | number | bigint | Date | null)[],
  separator = ',',
): string {
  const texts = cells.map((cell) => {
    if (cell instanceof Date) return cell.toISOString();
    return typeof cell === 'string' ? csvText(cell, formula) : (cell ?? '');
  });
  return `${texts.join(separator)}\r\n`;
}

/** Puts a text in quotes if RFC 4180 requires them, or if the text begins or ends with a space. */
function csvText(text: string, changed?: RegExp): string {
  // An apostrophe before the text keeps a spreadsheet from changing it, for example by calculating
  // a formula.
  const safeText = changed?.test(text) ? `'${text}` : text;
  return /[",;\r\n]|^\s|\s$/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/**
 * Matches text that a spreadsheet would calculate as a formula, even with full-width signs of
 * Japanese keyboards.
 */
const formula = /^[\s']*[=+\-@＝＋－＠]/;
/** The months as spreadsheets shorten them in dates, in the languages of the column names. */
const months = `
  jan feb mar apr may jun jul aug sep sept oct nov dec mär mai okt dez janv févr mars avr juin juil août déc
  ene abr ago dic gen mag giu lug set ott mrt mei fev out oca şub nis haz tem ağu eyl eki kas ara`;

/** A month in lower case or with a capital. A code such as `MAR-20` is in upper case throughout. */
const month = months
  .trim()
  .split(/\s+/)
  .map(([first = '', ...rest]) => `[${first}${first.toUpperCase()}]${rest.join('')}`)
  .join('|');

/** Matches the dates that spreadsheets make of codes, such as `3-Nov` of `3-11`. */
export const dateText = new RegExp(
  [
    `^\\d{1,2}[-. /]{1,2}(?:${month})\\.?(?:[-. /]{1,2}\\d{2,4})?$`,
    `^(?:${month})\\.?[- /]\\d{2,4}$`,
    '^\\d{1,2}([-./])(?:0?[1-9]|[12]\\d|3[01])\\1(?:19|20)\\d{2}$',
    '^(?:19|20)\\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$',
    '^\\d{1,2}月\\d{1,2}日$',
  ].join('|'),
);

/**
 * Matches codes that a spreadsheet would change, such as `12E5`, and codes that begin with an
 * apostrophe.
 */
const changedCode = new RegExp(
  `^(?:'*[=+\\-@]|'+\\d|\\d[\\d.,]*[Ee]\\+?\\d+$)|${dateText.source.replaceAll('^', "^'*")}`,
);

/**
 * The pattern of the values of a field, such as formulas in a name, that a spreadsheet would
 * change.
 */
function changedText(field: DetailField): RegExp {
  return detailRules[field].kind === 'code' ? changedCode : formula;
}

/** Removes the apostrophe that an export has put before a text to protect it from spreadsheets. */
export function unprotected(field: DetailField, text: string): string {
  return text.startsWith("'") && changedText(field).test(text) ? text.slice(1) : text;
}
