import type { LedgerEntry } from '../../client/inventory-types.ts';
import { tabbed } from './output.ts';
import { printable } from './terminal-text.ts';

/** A change, written for people, for pipes and as JSON. */

/** `97 → 100 (+3)`; where there was no pet, or is none any more, a dash. */
export function changeText({ before, after, delta }: Pick<LedgerEntry, 'before' | 'after' | 'delta'>): string {
  return `${before ?? '-'} → ${after ?? '-'} (${delta > 0 ? '+' : ''}${delta})`;
}

/** `adjust, damage: fell off the shelf`. */
export function howText({ kind, reason, note }: LedgerEntry): string {
  const remark = printable(note ?? '');
  return `${kind}${reason === null ? '' : `, ${reason}`}${remark === '' ? '' : `: ${remark}`}`;
}

/** In UTC, to the minute. */
export function timeText({ at }: LedgerEntry): string {
  return at.slice(0, 16).replace('T', ' ');
}

export function whoText({ key }: LedgerEntry): string {
  return key ?? '-';
}

export function entryLine(entry: LedgerEntry): string {
  const { seq, at, petId, kind, before, after, delta, status, key, reason, note } = entry;
  return tabbed([
    seq,
    at,
    petId,
    kind,
    before,
    after,
    delta,
    status,
    key,
    reason,
    note === null ? '' : printable(note),
  ]);
}

/** As the API has it. JSON.stringify knows no bigint. */
export function entryJson({ seq, petId, ...rest }: LedgerEntry): string {
  return `{"seq":${seq},"petId":${petId},${JSON.stringify(rest).slice(1)}`;
}
