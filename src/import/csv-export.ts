import type { Item, PetId, PetStatus } from '../domain/item.ts';
import {
  type DetailField,
  type Details,
  detailFields,
  detailRules,
} from '../domain/pet-details.ts';

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
/**
 * Matches codes that a spreadsheet would change, such as `12E5`, and codes that begin with an
 * apostrophe.
 */
const changedCode = /^('*[=+\-@]|'+\d|\d[\d.,]*E\+?\d+$)/i;

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
