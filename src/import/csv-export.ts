import type { Item } from '../domain/item.ts';

/** `name` is empty where the pet has none. */
type ExportedPet = Pick<Item, 'petId' | 'quantity' | 'status'> & { readonly name: string };

/** Pets as CSV that can be imported again, line by line. There is a column for names only if a pet has one. */
export function* csvLines(pets: Iterable<ExportedPet>, hasNames: boolean): Generator<string> {
  yield `petId,quantity,status${hasNames ? ',name' : ''}\n`;
  for (const { petId, quantity, status, name } of pets) {
    yield `${petId},${quantity},${status}${hasNames ? `,${csvText(protectFormula(name))}` : ''}\n`;
  }
}

/** In quotes where a reader needs them, as RFC 4180 has it, and to keep spaces at the ends. */
function csvText(text: string): string {
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How a formula begins in a spreadsheet. The wide forms are what Japanese keyboards type. */
const formula = /^[\s']*[=+\-@＝＋－＠]/;
const protectedFormula = /^'[\s']*[=+\-@＝＋－＠]/;

/** Puts an apostrophe before text that a spreadsheet would calculate, as its users do. */
function protectFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes away the apostrophe of `protectFormula`, and leaves all other text as it is. */
export function unprotectFormula(text: string): string {
  return protectedFormula.test(text) ? text.slice(1) : text;
}
