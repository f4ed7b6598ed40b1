import { jsonInteger } from '@pawstock/shared/exact-json.ts';
import { entryDelta, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';

/** The fields of a ledger entry in responses, event streams and webhooks. */
export function describeEntry(entry: LedgerEntry) {
  return {
    seq: entry.seq,
    petId: jsonInteger(entry.petId),
    kind: entry.kind,
    before: entry.before,
    after: entry.after,
    delta: entryDelta(entry),
    status: entry.status,
    reason: entry.reason,
    note: entry.note,
    key: entry.key,
    keyId: entry.keyId,
    requestId: entry.requestId,
    at: new Date(entry.atMs).toISOString(),
    reservation: entry.reservation,
  };
}

export function entryJson(entry: LedgerEntry): string {
  return JSON.stringify(describeEntry(entry));
}
