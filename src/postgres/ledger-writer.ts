import { type BatchDecision, decideBatch, idempotencyRecordName, petIdsIn } from '../domain/decide.ts';
import type { Item, PetId } from '../domain/item.ts';
import {
  type Command,
  type IdempotencyRecord,
  importOutcome,
  importWrite,
  type Outcome,
  type Write,
} from '../domain/write.ts';
import { limits } from '../limits.ts';
import { type Statement, sql } from '../store/sql.ts';
import { entriesBetween, headFromRow } from '../store/statements.ts';
import type { Head, ImportOptions, ImportTotals } from '../store/store.ts';
import { entryTable, idempotencyRecordTable, itemTable } from '../store/tables.ts';
import { begin, insertRows, type Result, type Session } from './session.ts';

type LockedHead = Head & { readonly atMs: number };

const lockHead = sql`select seq, at_ms, keys_revision, names_revision from head for update`;

function lockedHeadIn(result: Result | undefined): LockedHead {
  const row = result?.rows[0] ?? {};
  return { ...headFromRow(row), atMs: Number(row['at_ms']) };
}

/**
 * One batch of writes in two round trips: {begin, lock the head, read what the batch names}, {store it all, advance the
 * head, commit}. The locked head makes every instance wait its turn, so the ledger has one order: docs/decisions/0021.
 */
export async function commitBatch(
  session: Session,
  writes: readonly Write[],
  atMs: number,
): Promise<{ outcomes: Outcome[]; lastSeq: number }> {
  const [, head, items, idempotencyRecords] = await session.pipeline([
    begin,
    lockHead,
    selectItems(petIdsIn(writes)),
    selectIdempotencyRecords(writes, atMs),
  ]);
  const { seq: lastSeq, atMs: lastAtMs } = lockedHeadIn(head);
  const decision = decideBatch(writes, {
    items: itemsIn(items),
    idempotencyRecords: await idempotencyRecordsIn(session, idempotencyRecords),
    lastSeq,
    lastAtMs,
    atMs,
  });
  await session.commit(insertStatements(decision, atMs));
  return { outcomes: [...decision.outcomes], lastSeq };
}

/** Begins a transaction that may take its time. */
export async function beginLongWrite(session: Session): Promise<LockedHead> {
  const [, , head] = await session.pipeline([begin, sql`set local statement_timeout = 0`, lockHead]);
  return lockedHeadIn(head);
}

const rowsPerStep = 2_000;

/** One transaction, however many rows there are. */
export async function importItems(
  session: Session,
  commands: readonly Command[],
  { atMs, onProgress }: ImportOptions,
): Promise<ImportTotals> {
  const totals = { added: 0, replaced: 0, unchanged: 0, names: 0 };
  let { seq: lastSeq, atMs: lastAtMs } = await beginLongWrite(session);
  for (let done = 0; done < commands.length; ) {
    const step = commands.slice(done, done + rowsPerStep);
    const items = itemsIn(await session.query(selectItems(step.map(({ petId }) => petId))));
    const decision = decideBatch(step.map(importWrite), {
      items,
      idempotencyRecords: new Map(),
      lastSeq,
      lastAtMs,
      atMs,
    });
    const results = await session.pipeline(insertStatements(decision, atMs));
    // The last statement stores the names, if there are any.
    if (decision.names.size > 0) totals.names += results.at(-1)?.rowCount ?? 0;
    for (const outcome of decision.outcomes) totals[importOutcome(outcome)]++;
    ({ seq: lastSeq, atMs: lastAtMs } = decision.entries.at(-1) ?? { seq: lastSeq, atMs: lastAtMs });
    done += step.length;
    onProgress(done);
  }
  await session.commit();
  return totals;
}

function selectItems(petIds: readonly PetId[]): Statement {
  return sql`select pet_id, quantity, status, version from item where pet_id = any(${petIds}::bigint[])`;
}

function itemsIn(result: Result | undefined): Map<PetId, Item> {
  return new Map(result?.rows.map(itemTable.fromRow).map((item) => [item.petId, item]));
}

function selectIdempotencyRecords(writes: readonly Write[], atMs: number): Statement {
  const keys = writes.flatMap(({ idempotency }) => idempotency ?? []);
  return sql`
    select caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms from idempotency_record
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
      return [idempotencyRecordName(record), { fingerprint: record.fingerprint, entries }];
    }),
  );
}

/** The statements that store a decision; none where there is nothing to store. */
function insertStatements(decision: BatchDecision, atMs: number): Statement[] {
  const { names, newIdempotencyRecords } = decision;
  const records = newIdempotencyRecords.map((record) => ({ ...record, atMs }));
  return [
    ...insertEntries(decision),
    ...(names.size === 0 ? [] : [putNames(names)]),
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

/** The levels that all entries lead to, each stored once: a level that is updated leaves a dead row behind. */
export const insertItemsOfLedger = sql`
  insert into item (pet_id, quantity, status, version)
  select pet_id, after, status, seq from ledger
  where after is not null and seq in (select max(seq) from ledger group by pet_id)`;

/** Stores names that differ from what is there, under the next revision. Its row count is the number of them. */
function putNames(names: BatchDecision['names']): Statement {
  return sql`
    with changed as (
      select given.pet_id, given.name
      from unnest(${[...names.keys()]}::bigint[], ${[...names.values()]}::text[]) as given (pet_id, name)
      left join pet_name on pet_name.pet_id = given.pet_id
      where pet_name.name is distinct from given.name
    ), advanced as (
      update head set names_revision = names_revision + 1 where exists (select from changed) returning names_revision
    )
    insert into pet_name (pet_id, name, revision) select pet_id, name, names_revision from changed, advanced
    on conflict (pet_id) do update set name = excluded.name, revision = excluded.revision`;
}
