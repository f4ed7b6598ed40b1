import type { Item, PetId } from '../domain/item.ts';
import { type Details, detailFields } from '../domain/pet-details.ts';

type ExportedPet = Pick<Item, 'petId' | 'quantity' | 'status'>;

/** Pets as CSV that can be imported again, line by line, with a column for each detail that any of them has. */
export function* csvLines(pets: readonly ExportedPet[], detailsOf: (petId: PetId) => Details): Generator<string> {
  const used = detailFields.filter((field) => pets.some(({ petId }) => detailsOf(petId)[field] !== null));
  yield `${['petId', 'quantity', 'status', ...used].join()}\n`;
  for (const { petId, quantity, status } of pets) {
    const details = detailsOf(petId);
    yield `${[petId, quantity, status, ...used.map((field) => detailCell(field, details))].join()}\n`;
  }
}

function detailCell(field: keyof Details, details: Details): string {
  const text = `${details[field] ?? ''}`;
  return csvText((field === 'barcode' ? changedBarcode : formula).test(text) ? `'${text}` : text);
}

/** A line of any table, as RFC 4180 has it. Excel expects `;` where people write decimals with a comma. */
export function csvLine(cells: readonly (string | number | bigint | null)[], separator = ','): string {
  const cellText = (text: string) => csvText(formula.test(text) ? `'${text}` : text);
  const texts = cells.map((cell) => (typeof cell === 'string' ? cellText(cell) : (cell ?? '')));
  return `${texts.join(separator)}\r\n`;
}

/** In quotes where a reader needs them, as RFC 4180 has it, and to keep spaces at the ends. */
function csvText(text: string): string {
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * How a formula begins in a spreadsheet, which would calculate it. It is exported with an apostrophe before it, as users
 * write it. The wide forms are what Japanese keyboards type.
 */
const formula = /^[\s']*[=+\-@＝＋－＠]/;
const protectedFormula = /^'[\s']*[=+\-@＝＋－＠]/;

/** Takes away the apostrophe of an export, and leaves all other text as it is. */
export function unprotectFormula(text: string): string {
  return protectedFormula.test(text) ? text.slice(1) : text;
}

/** Barcodes that get an apostrophe: formulas, `12E5`, which becomes a number, and what would lose an apostrophe below. */
const changedBarcode = /^('*[=+\-@]|'+\d|\d[\d.,]*E\+?\d+$)/i;

/** Shops export an apostrophe before the digits of a barcode, too. */
export function unprotectBarcode(text: string): string {
  return /^'+[=+\-@\d]/.test(text) ? text.slice(1) : text;
}
