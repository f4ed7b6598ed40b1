import {
  type BatchDecision,
  decideBatch,
  detailsNamedIn,
  idempotencyRecordName,
  petIdsIn,
} from '../domain/decide-batch.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetDetails } from '../domain/pet-details.ts';
import type { IdempotencyRecord, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { importInSteps } from '../store/contents.ts';
import { entriesBetween } from '../store/statements.ts';
import type { WriteStore } from '../store/store.ts';
import {
  detailsTable,
  entryColumns,
  idempotencyRecordTable,
  integers,
  itemTable,
  type Query,
  sql,
  Table,
} from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { reservationsFor, storeReservations } from './reservations.ts';

export function writes(connections: Connections): WriteStore {
  return {
    commit: (batch, atMs) => connections.send('commit', batch, atMs),
    importItems: (commands, options) =>
      connections.write((db) =>
        db.longTransaction(() => importInSteps(commands, options, (step) => applyWrites(db, step, options.atMs))),
      ),
    deleteIdempotencyRecords: (olderThanMs) => connections.send('deleteIdempotencyRecords', olderThanMs),
  };
}

/** Every entry names the pet's entry before it: see reads.ts. */
const chainedEntryTable = new Table<LedgerEntry & { readonly previousSeq: number | null }>('ledger', {
  ...entryColumns,
  ...integers('previousSeq'),
});

const ledgerEnd: Query<{ lastSeq: number; lastAtMs: number }> = {
  ...sql`select seq, at_ms from ledger order by seq desc limit 1`,
  fromRow: ({ seq = 0, at_ms = 0 }) => ({ lastSeq: Number(seq), lastAtMs: Number(at_ms) }),
};

/** Decides writes and stores their entries, within the caller's transaction. Also tells how many details have changed. */
export function applyWrites(
  db: Connection,
  writes: readonly Write[],
  atMs: number,
): { outcomes: readonly Outcome[]; details: number } {
  const reservations = reservationsFor(db, writes);
  const reserved = reservations?.named.flatMap((reservation) => reservation.items.map(({ petId }) => petId)) ?? [];
  const { items, lastSeqs } = readItems(db, new Set([...petIdsIn(writes), ...reserved]));
  const decision = decideBatch(writes, {
    items,
    details: readDetails(db, writes),
    reservations,
    idempotencyRecords: readIdempotencyRecords(db, writes, atMs),
    ...db.selectOne(ledgerEnd),
    atMs,
  });
  storeEntries(db, decision.entries, lastSeqs);
  const records = decision.newIdempotencyRecords.map((record) => ({ ...record, atMs }));
  db.insert(idempotencyRecordTable, records);
  storeDetails(db, decision.details);
  storeReservations(db, decision.reservations);
  return { outcomes: decision.outcomes, details: decision.details.size };
}

/** Stores entries as they are, e.g. those of another store. */
export function appendEntries(db: Connection, entries: readonly LedgerEntry[]): void {
  const { lastSeqs } = readItems(db, new Set(entries.map(({ petId }) => petId)));
  storeEntries(db, entries, lastSeqs);
}

/** The items of these pets, and the last entry of each pet, also of removed ones. */
function readItems(db: Connection, petIds: Iterable<PetId>) {
  const items = new Map<PetId, Item>();
  const lastSeqs = new Map<PetId, number>();
  for (const petId of petIds) {
    const row = db.get(sql`select * from item where pet_id = ${petId}`);
    if (row === undefined) continue;
    const item = itemTable.fromRow(row);
    lastSeqs.set(petId, item.version);
    if (row['quantity'] !== null) items.set(petId, item);
  }
  return { items, lastSeqs };
}

function readIdempotencyRecords(
  db: Connection,
  writes: readonly Write[],
  atMs: number,
): Map<string, IdempotencyRecord> {
  const records = new Map<string, IdempotencyRecord>();
  for (const { idempotency } of writes) {
    if (idempotency === null) continue;
    const row = db.get(sql`
      select * from idempotency_record
      where caller = ${idempotency.caller} and idempotency_key = ${idempotency.key}
        and at_ms > ${atMs - limits.idempotencyRecordMs}`);
    if (row === undefined) continue;
    const { fingerprint, firstSeq, lastSeq, body } = idempotencyRecordTable.fromRow(row);
    const entries = db.select(entriesBetween(firstSeq, lastSeq));
    records.set(idempotencyRecordName(idempotency), { fingerprint, entries, body });
  }
  return records;
}

/** Most batches name no details, and read none. */
function readDetails(db: Connection, writes: readonly Write[]): PetDetails[] {
  const { petIds, barcodes } = detailsNamedIn(writes);
  return [
    ...petIds.flatMap((petId) => db.select(detailsTable.query`select * from pet_details where pet_id = ${petId}`)),
    ...barcodes.flatMap((barcode) =>
      db.select(detailsTable.query`select * from pet_details where barcode = ${barcode}`),
    ),
  ];
}

function storeDetails(db: Connection, details: BatchDecision['details']): void {
  if (details.size === 0) return;
  const revision = Number(db.get(sql`select coalesce(max(revision), 0) + 1 as next from pet_details`)?.['next']);
  db.insert(
    detailsTable,
    details
      .values()
      .map((some) => ({ ...some, revision }))
      .toArray(),
  );
}

function storeEntries(db: Connection, entries: readonly LedgerEntry[], lastSeqs: Map<PetId, number>): void {
  const chained = entries.map((entry) => {
    const previousSeq = lastSeqs.get(entry.petId) ?? null;
    lastSeqs.set(entry.petId, entry.seq);
    return { ...entry, previousSeq };
  });
  db.insert(chainedEntryTable, chained);
  const lastEntries = new Map(entries.map((entry) => [entry.petId, entry]));
  for (const { petId, after, status, seq } of lastEntries.values()) {
    db.run(sql`
      insert into item (pet_id, quantity, status, version) values (${petId}, ${after}, ${status}, ${seq})
      on conflict (pet_id) do update
      set quantity = excluded.quantity, status = excluded.status, version = excluded.version`);
  }
}
