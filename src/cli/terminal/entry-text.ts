import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { PetId } from '../../domain/item.ts';
import { tabSeparated } from './output.ts';
import { printable } from './table.ts';

/** Ledger entries as text: parts of sentences and tables, lines for pipes, and JSON. */

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

/** In UTC, to the minute. */
export function timeText({ at }: LedgerEntry): string {
  return at.slice(0, 16).replace('T', ' ');
}

export function keyText({ key }: LedgerEntry): string {
  return key ?? '-';
}

export function entryLine(entry: LedgerEntry): string {
  const { seq, at, petId, kind, before, after, delta, status, key, reason, note } = entry;
  const remark = note === null ? '' : printable(note);
  return tabSeparated([seq, at, petId, kind, before, after, delta, status, key, reason, remark]);
}

/** As the API writes it. JSON.stringify does not support bigint. */
export function entryJson({ seq, petId, ...rest }: LedgerEntry): string {
  return `{"seq":${seq},"petId":${petId},${JSON.stringify(rest).slice(1)}`;
}
