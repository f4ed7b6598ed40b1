import { flushSync } from 'react-dom';
import { labelOf, titleOf } from '../stock/details.ts';
import { type Pet, writeQuantity } from '../stock/pet.ts';
import { formatCount, formatNumber } from '../ui/format.ts';
import { announce } from '../ui/notifications.tsx';
import { handover } from './handover.ts';
import { fetchVersion } from './save-sheet.ts';
import { editSheet, linesMax, putLine, type SheetKind, sheets, shortageOf, unitsOf } from './sheet.ts';

export const tooManyLines = `A list can have ${formatNumber(linesMax)} pets. Save it, then go on.`;

/** Adds one unit of a scanned pet and moves the focus to its number. Returns an error message if that is not possible. */
export function addScanned(kind: SheetKind, pet: Pet): string | undefined {
  const { lines, isSaving, sent } = sheets[kind].value;
  if (isSaving || sent !== undefined) return 'This list is being saved. Scan again after that.';
  const shown = kind === 'sell' ? handover.value : undefined;
  if (shown !== undefined) return `Sell or cancel reservation ${shown.reservation.id} first.`;
  const known = lines.find(({ petId }) => petId === pet.id);
  if (known === undefined && lines.length >= linesMax) return tooManyLines;
  const amount = (known === undefined ? 0 : unitsOf(known)) + 1;
  const shortage = kind === 'sell' ? shortageOf(pet, amount) : undefined;
  if (shortage !== undefined) return `Not enough of ${labelOf(pet.id)}. ${shortage}`;
  // Rendered synchronously: the next scan may begin with the next event.
  flushSync(() => {
    if (known === undefined) return putLine(kind, pet, amount);
    // The line keeps the quantity of the first scan, which tells whether the pet has changed since.
    const others = lines.filter((line) => line !== known);
    editSheet(kind, { lines: [{ ...known, amount: writeQuantity(amount), typedOver: undefined }, ...others] });
  });
  afterEntry(kind, pet, amount);
  const input = document.querySelector<HTMLInputElement>(`[data-line="${pet.text}"] input`);
  input?.focus();
  input?.select();
  return undefined;
}

/** Announces a line that has been entered. The version of a counted pet is fetched ahead of saving. */
export function afterEntry(kind: SheetKind, { id }: Pet, amount: number): void {
  const { length } = sheets[kind].value.lines;
  if (kind === 'count') fetchVersion(id).catch(() => undefined);
  announce(`${titleOf(id)}: ${formatNumber(amount)}. ${formatCount(length, 'pet')} on the list.`);
}
