import type { Difference } from '@pawstock/shared/import/differences.ts';
import { fieldTitle } from '@pawstock/shared/import/problem.ts';
import { type Details, detailFields } from '@pawstock/shared/pet-details.ts';
import { table } from '../terminal/output.ts';
import { type Cell, changeText, printable } from '../terminal/text.ts';

const shownMax = 20;

/** The differences that an import makes, as a table of the first of them. */
export function differenceLines(all: readonly Difference[]): string[] {
  const shown = all.slice(0, shownMax);
  if (shown.length === 0) return [];
  const hidden = all.length - shown.length;
  const changed = detailFields.filter((field) =>
    shown.some(({ details }) => details[field] !== undefined),
  );
  const titles = [
    'PET',
    'QUANTITY',
    'STATUS',
    ...changed.map((field) => fieldTitle(field).toUpperCase()),
  ];
  const rows = shown.map((difference) => differenceCells(difference, changed));
  const more = hidden === 0 ? [] : [`… and ${hidden} more. Use --json to see all.\n`];
  return [...table(titles, rows), ...more];
}

function differenceCells(
  { petId, before, after, details }: Difference,
  changed: readonly (keyof Details)[],
): Cell[] {
  const delta = after.quantity - (before?.quantity ?? 0);
  const sameQuantity = before?.quantity === after.quantity;
  const change = changeText({ before: before?.quantity ?? null, after: after.quantity, delta });
  const sameStatus = before === undefined || before.status === after.status;
  return [
    petId,
    sameQuantity ? String(after.quantity) : change,
    sameStatus ? after.status : `${before.status} → ${after.status}`,
    ...changed.map((field) => {
      const known = [details[field]?.before ?? [], details[field]?.after ?? []].flat();
      return known.map((value) => printable(String(value))).join(' → ');
    }),
  ];
}
