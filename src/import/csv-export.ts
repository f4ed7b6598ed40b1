import type { Item, PetId, PetStatus } from '../domain/item.ts';
import { type DetailField, type Details, detailFields, detailRules } from '../domain/pet-details.ts';

type ExportedPet = Pick<Item, 'petId' | 'quantity' | 'status'>;

type ExportWords = {
  readonly fields: Readonly<Record<keyof ExportedPet | DetailField, string>>;
  readonly statuses: Readonly<Record<PetStatus, string>>;
};

/**
 * Pets as CSV that can be imported again, line by line, with a column for each detail that any of them has. The default
 * words are those of the API.
 */
export function* csvLines(
  pets: readonly ExportedPet[],
  detailsOf: (petId: PetId) => Details,
  words?: ExportWords,
): Generator<string> {
  const used = detailFields.filter((field) => pets.some(({ petId }) => detailsOf(petId)[field] !== null));
  const fields = ['petId', 'quantity', 'status', ...used] as const;
  yield `${fields.map((field) => csvText(words?.fields[field] ?? field)).join()}\n`;
  for (const { petId, quantity, status } of pets) {
    const details = detailsOf(petId);
    const statusText = csvText(words?.statuses[status] ?? status);
    yield `${[petId, quantity, statusText, ...used.map((field) => detailCell(field, details))].join()}\n`;
  }
}

function detailCell(field: DetailField, details: Details): string {
  const text = `${details[field] ?? ''}`;
  return csvText(changedText(field).test(text) ? `'${text}` : text);
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

/** A line of any table, as RFC 4180 has it. Excel expects `;` where people write decimals with a comma. */
export function csvLine(cells: readonly (string | number | bigint | Date | null)[], separator = ','): string {
  const cellText = (text: string) => csvText(formula.test(text) ? `'${text}` : text);
  const texts = cells.map((cell) => {
    if (cell instanceof Date) return cell.toISOString();
    return typeof cell === 'string' ? cellText(cell) : (cell ?? '');
  });
  return `${texts.join(separator)}\r\n`;
}

/** Puts a text in quotes where RFC 4180 requires it, and to keep spaces at its ends. */
function csvText(text: string): string {
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How a formula begins, which a spreadsheet calculates. The wide forms are what Japanese keyboards type. */
const formula = /^[\s']*[=+\-@＝＋－＠]/;
/** Codes that a spreadsheet changes: it takes `12E5` for a number. Shops write an apostrophe before digits. */
const changedCode = /^('*[=+\-@]|'+\d|\d[\d.,]*E\+?\d+$)/i;

/** Text that is exported with an apostrophe before it, as users protect it from a spreadsheet. */
function changedText(field: DetailField): RegExp {
  return detailRules[field].kind === 'code' ? changedCode : formula;
}

/** Takes away the apostrophe of an export, and leaves all other text as it is. */
export function unprotected(field: DetailField, text: string): string {
  return text.startsWith("'") && changedText(field).test(text) ? text.slice(1) : text;
}
