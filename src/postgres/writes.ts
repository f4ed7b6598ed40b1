import {
  type BatchDecision,
  decideBatch,
  detailsNamedIn,
  idempotencyRecordName,
  petIdsIn,
  reservationsNamedIn,
} from '../domain/decide-batch.ts';
import type { PetId } from '../domain/item.ts';
import type { PetDetails } from '../domain/pet-details.ts';
import type { IdempotencyRecord, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { importInSteps } from '../store/contents.ts';
import { readReservations } from '../store/reservations.ts';
import { deleteIdempotencyRecords, entriesBetween, headFromRow } from '../store/statements.ts';
import type { Head, WriteStore } from '../store/store.ts';
import { detailsTable, entryTable, idempotencyRecordTable, itemTable, type Statement, sql } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { unlessItStandsStill } from './connections.ts';
import { isRetryable } from './errors.ts';
import { insertReservations, selectReservations } from './reservations.ts';
import { retry } from './retry.ts';
import { begin, insertRows, type Result, type Session } from './session.ts';

const retryIntervalMs = 100;

export function writes({ writes: connection, ledger }: Connections): WriteStore {
  return {
    /**
     * Two round trips: {begin, lock the head, read what the batch names}, {store it all, advance the head, commit}. The
     * locked head makes every instance wait its turn, so the ledger has one order: docs/decisions/0021.
     */
    async commit(batch, atMs) {
      const commitOnce = () =>
        connection.runAlone(async (session) => {
          const { decision, lastSeq } = await decideOn(session, batch, { atMs, first: [begin] });
          await session.commit(insertStatements(decision, atMs));
          ledger.compare(lastSeq);
          return decision;
        });
      // What the server rolled back, or never began, is attempted again; what may be committed is not.
      const { outcomes, entries } = await retry(commitOnce, {
        isRetryable,
        forMs: limits.postgresRetryMs,
        pauseMs: () => retryIntervalMs,
      });
      ledger.advance(entries);
      return [...outcomes];
    },
    /** One transaction, however many rows there are. */
    importItems: (commands, options) =>
      connection.runAlone(async (session) => {
        await beginLongWrite(session);
        const totals = await importInSteps(commands, options, async (step) => {
          const { decision } = await decideOn(session, step, options);
          await session.pipeline(insertStatements(decision, options.atMs));
          return { outcomes: decision.outcomes, details: decision.details.size };
        });
        await session.commit();
        return totals;
      }, unlessItStandsStill),
    async deleteIdempotencyRecords(olderThanMs) {
      await connection.runAlone((session) => session.query(deleteIdempotencyRecords(olderThanMs)));
    },
  };
}

const lockHead = sql`select seq, at_ms, keys_revision, details_revision from head for update`;

/** Begins a transaction that may take its time. */
export async function beginLongWrite(session: Session): Promise<Head> {
  const [, , head] = await session.pipeline([begin, sql`set local statement_timeout = 0`, lockHead]);
  return headFromRow(head?.rows[0] ?? {});
}

type DecideOptions = { readonly atMs: number; readonly first?: readonly Statement[] };

/** Locks the head, reads what the writes name, and decides them, after other statements of the same round trip. */
async function decideOn(
  session: Session,
  batch: readonly Write[],
  { atMs, first = [] }: DecideOptions,
): Promise<{ decision: BatchDecision; lastSeq: number }> {
  const named = reservationsNamedIn(batch);
  const detailReads = selectDetails(detailsNamedIn(batch));
  const reads = [
    lockHead,
    selectItems(petIdsIn(batch), named?.ids),
    selectIdempotencyRecords(batch, atMs),
    ...detailReads,
    ...(named === undefined ? [] : [selectReservations(named)]),
  ];
  const [head, items, records, ...rest] = (await session.pipeline([...first, ...reads])).slice(first.length);
  const details = rest.slice(0, detailReads.length).flatMap(({ rows }) => rows.map(detailsTable.fromRow));
  const lastSeq = Number(head?.rows[0]?.['seq']);
  const decision = decideBatch(batch, {
    items: new Map(items?.rows.map(itemTable.fromRow).map((item) => [item.petId, item])),
    details,
    reservations: named && readReservations(rest.at(-1)?.rows ?? []),
    idempotencyRecords: await idempotencyRecordsIn(session, records),
    lastSeq,
    lastAtMs: Number(head?.rows[0]?.['at_ms']),
    atMs,
  });
  return { decision, lastSeq };
}

/** Of these pets, and of those that the reservations hold. */
function selectItems(petIds: readonly PetId[], reservationIds: readonly string[] = []): Statement {
  if (reservationIds.length > 0) {
    return sql`
      select pet_id, quantity, status, version from item where pet_id = any(${petIds}::bigint[])
        or pet_id in (select pet_id from reservation where id = any(${reservationIds}::text[]))`;
  }
  return sql`select pet_id, quantity, status, version from item where pet_id = any(${petIds}::bigint[])`;
}

/** Most batches name no details, and read none. */
function selectDetails({ petIds, barcodes }: ReturnType<typeof detailsNamedIn>): Statement[] {
  if (petIds.length === 0) return [];
  return [sql`select * from pet_details where pet_id = any(${petIds}::bigint[]) or barcode = any(${barcodes}::text[])`];
}

function selectIdempotencyRecords(batch: readonly Write[], atMs: number): Statement {
  const keys = batch.flatMap(({ idempotency }) => idempotency ?? []);
  return sql`
    select caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms, body from idempotency_record
    where (caller, idempotency_key) in (
      select * from unnest(${keys.map(({ caller }) => caller)}::text[], ${keys.map(({ key }) => key)}::text[])
    ) and at_ms > ${atMs - limits.idempotencyRecordMs}`;
}

/** A replay is rare enough for a round trip of its own. */
async function idempotencyRecordsIn(
  session: Session,
  found: Result | undefined,
): Promise<Map<string, IdempotencyRecord>> {
  const records = found?.rows.map(idempotencyRecordTable.fromRow) ?? [];
  if (records.length === 0) return new Map();
  const results = await session.pipeline(records.map(({ firstSeq, lastSeq }) => entriesBetween(firstSeq, lastSeq)));
  return new Map(
    records.map((record, index) => {
      const entries = results[index]?.rows.map(entryTable.fromRow) ?? [];
      return [idempotencyRecordName(record), { fingerprint: record.fingerprint, entries, body: record.body }];
    }),
  );
}

/** The statements that store a decision; none where there is nothing to store. */
function insertStatements(decision: BatchDecision, atMs: number): Statement[] {
  const { details, newIdempotencyRecords } = decision;
  const records = newIdempotencyRecords.map((record) => ({ ...record, atMs }));
  return [
    ...insertEntries(decision),
    ...insertReservations(decision.reservations),
    ...(details.size === 0 ? [] : [putDetails([...details.values()])]),
    ...(records.length === 0 ? [] : [insertRows(idempotencyRecordTable, records)]),
  ];
}

function insertEntries({ entries, items }: BatchDecision): Statement[] {
  const last = entries.at(-1);
  if (last === undefined) return [];
  const kept = [...items.values()].filter((item) => item !== undefined);
  const removed = [...items].filter(([, item]) => item === undefined).map(([petId]) => petId);
  return [
    sql`update head set seq = ${last.seq}, at_ms = ${last.atMs}`,
    insertRows(entryTable, entries),
    insertRows(itemTable, kept),
    ...(removed.length === 0 ? [] : [sql`delete from item where pet_id = any(${removed}::bigint[])`]),
  ];
}

/** Stores details under the next revision. */
function putDetails(details: readonly PetDetails[]): Statement {
  return sql`
    with advanced as (update head set details_revision = details_revision + 1 returning details_revision)
    insert into pet_details (pet_id, name, barcode, low_at, revision)
    select given.*, details_revision
    from advanced, unnest(
      ${details.map(({ petId }) => petId)}::bigint[], ${details.map(({ name }) => name)}::text[],
      ${details.map(({ barcode }) => barcode)}::text[], ${details.map(({ lowAt }) => lowAt)}::bigint[]
    ) as given
    on conflict (pet_id) do update
    set name = excluded.name, barcode = excluded.barcode, low_at = excluded.low_at, revision = excluded.revision`;
}
