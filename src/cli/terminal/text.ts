import type { PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * Makes text that other people wrote, such as a note, safe to print: without line breaks and
 * control sequences.
 */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
}

/** A count with its noun, such as "1 pet" or "2 pets". `many` is an irregular plural. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export type Cell = string | number | bigint | null | undefined;

export function cellText(cell: Cell): string {
  return printable(`${cell ?? ''}`);
}

/** A line of a table as it is printed to a pipe, with tabs between the cells. */
export function tabSeparated(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join('\t')}\n`;
}

/** A time in UTC, cut to a length: 16 characters show minutes, and 19 show seconds. */
export function timeText(time: Date | string | null, length = 16): string {
  const text = time instanceof Date ? time.toISOString() : time;
  return text?.slice(0, length).replace('T', ' ') ?? '-';
}

/** A pet with its name, such as `Pet 4 (Neon tetra)`. */
export function petText(petId: PetId, name: string | null): string {
  return `Pet ${petId}${name === null ? '' : ` (${printable(name)})`}`;
}

/**
 * A change of quantity, such as `97 → 100 (+3)`. A dash means that the pet did not exist before, or
 * no longer does.
 */
export function changeText({
  before,
  after,
  delta,
}: Pick<LedgerEntry, 'before' | 'after' | 'delta'>): string {
  return `${before ?? '-'} → ${after ?? '-'} (${delta > 0 ? '+' : ''}${delta})`;
}

/** The kind, the reason and the note of a change, such as `adjust, damage: fell off the shelf`. */
export function howText({ kind, reason, note }: LedgerEntry): string {
  const remark = printable(note ?? '');
  return `${kind}${reason === null ? '' : `, ${reason}`}${remark === '' ? '' : `: ${remark}`}`;
}

export function entryLine(entry: LedgerEntry): string {
  const { seq, at, petId, kind, before, after, delta, status, key, reason, note } = entry;
  return tabSeparated([
    seq,
    at.toISOString(),
    petId,
    kind,
    before,
    after,
    delta,
    status,
    key,
    reason,
    note,
  ]);
}
