import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { PetId } from '../../domain/item.ts';

/** Parts of sentences, cells of tables, and lines for pipes. */

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** Makes text from other people, such as a note, safe to print: no line breaks, no control sequences. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
}

/** "1 pet", "2 pets". `many` is the plural where it is not formed with an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A line for pipes: the cells, made printable and separated by tabs. */
export function tabSeparated(cells: readonly (string | number | bigint | null)[]): string {
  return `${cells.map((cell) => printable(`${cell ?? ''}`)).join('\t')}\n`;
}

/** An ISO time for people: to the minute, if its length is 16. */
export function timeText(time: string | null, length = 16): string {
  return time?.slice(0, length).replace('T', ' ') ?? '-';
}

/** `Pet 4 (Neon tetra)`. */
export function petText(petId: PetId, name: string | undefined): string {
  return `Pet ${petId}${name === undefined ? '' : ` (${printable(name)})`}`;
}

/** `97 → 100 (+3)`. A dash stands for a pet that was not there before or is not there any more. */
export function changeText({ before, after, delta }: Pick<LedgerEntry, 'before' | 'after' | 'delta'>): string {
  return `${before ?? '-'} → ${after ?? '-'} (${delta > 0 ? '+' : ''}${delta})`;
}

/** Kind, reason and note, such as `adjust, damage: fell off the shelf`. */
export function howText({ kind, reason, note }: LedgerEntry): string {
  const remark = printable(note ?? '');
  return `${kind}${reason === null ? '' : `, ${reason}`}${remark === '' ? '' : `: ${remark}`}`;
}

export function entryLine(entry: LedgerEntry): string {
  const { seq, at, petId, kind, before, after, delta, status, key, reason, note } = entry;
  return tabSeparated([seq, at, petId, kind, before, after, delta, status, key, reason, note]);
}
