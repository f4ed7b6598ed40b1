import type { Item, PetId, PetStatus } from '../domain/item.ts';
import { type DetailField, type Details, detailFields, detailRules, mapDetails } from '../domain/pet-details.ts';

type ExportedPet = Pick<Item, 'petId' | 'quantity' | 'status'>;

/** How a file names its columns and the statuses. */
type ExportWords = {
  readonly fields: Readonly<Record<keyof ExportedPet | DetailField, string>>;
  readonly statuses: Readonly<Record<PetStatus, string>>;
};

const apiWords: ExportWords = {
  fields: {
    petId: 'petId',
    quantity: 'quantity',
    status: 'status',
    ...mapDetails<Record<DetailField, string>>((field) => field),
  },
  statuses: { available: 'available', pending: 'pending', sold: 'sold' },
};

/** Pets as CSV that can be imported again, line by line, with a column for each detail that any of them has. */
export function* csvLines(
  pets: readonly ExportedPet[],
  detailsOf: (petId: PetId) => Details,
  { fields, statuses } = apiWords,
): Generator<string> {
  const used = detailFields.filter((field) => pets.some(({ petId }) => detailsOf(petId)[field] !== null));
  yield `${(['petId', 'quantity', 'status', ...used] as const).map((field) => csvText(fields[field])).join()}\n`;
  for (const { petId, quantity, status } of pets) {
    const details = detailsOf(petId);
    yield `${[petId, quantity, csvText(statuses[status]), ...used.map((field) => detailCell(field, details))].join()}\n`;
  }
}

function detailCell(field: DetailField, details: Details): string {
  const text = `${details[field] ?? ''}`;
  return csvText(changedText(field).test(text) ? `'${text}` : text);
}

/** The columns of a table of changes. */
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
