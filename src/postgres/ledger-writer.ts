import { type BatchDecision, decideBatch, idempotencyRecordName, petIdsIn } from '../domain/decide.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { IdempotencyRecord, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { entryFromRow, itemFromRow } from '../store/rows.ts';
import type { KnownItems, StoredIdempotencyRecord } from '../store/store.ts';
import { sqlState } from './errors.ts';
import { begin, type Result, type Session, type Statement, sql } from './session.ts';

/**
 * One batch of writes in two round trips: {begin, lock the head, read what the batch names}, {store it all, advance the
 * head, commit}. The locked head makes every instance wait its turn, so the ledger has one order.
 */
export async function commitBatch(
  session: Session,
  writes: readonly Write[],
  atMs: number,
): Promise<{ outcomes: Outcome[]; lastSeq: number }> {
  const [, head, items, idempotencyRecords] = await session.pipeline([
    begin,
    sql`select seq from head for update`,
    selectItems(petIdsIn(writes)),
    selectIdempotencyRecords(writes, atMs),
  ]);
  const lastSeq = Number(head?.rows[0]?.['seq']);
  const decision = decideBatch(writes, {
    items: itemsIn(items),
    idempotencyRecords: await idempotencyRecordsIn(session, idempotencyRecords),
    lastSeq,
    atMs,
  });
  await session.commit(insertStatements(decision, atMs));
  return { outcomes: [...decision.outcomes], lastSeq };
}

const notNullViolation = '23502';

/**
 * The same in one round trip, decided on what the caller knows. The statement that advances the head checks all that
 * the decision rests on. If the store differs it gives the head no value, which the table refuses, so nothing is stored.
 */
export async function commitKnown(
  session: Session,
  writes: readonly Write[],
  { atMs, known }: { readonly atMs: number; readonly known: KnownItems },
): Promise<Outcome[] | undefined> {
  const petIds = petIdsIn(writes);
  const found = petIds.flatMap((petId) => known.get(petId) ?? []);
  const items = new Map(found.map((item) => [item.petId, item]));
  const decision = decideBatch(writes, { items, idempotencyRecords: new Map(), lastSeq: known.seq, atMs });
  const last = decision.entries.at(-1);
  if (last === undefined) return undefined;
  const keys = writes.flatMap(({ idempotency }) => idempotency ?? []);
  const advanceHead = sql`
    update head set seq = case when seq = ${known.seq}
      and (select count(*) from item where pet_id = any(${petIds}::bigint[])) = ${found.length}
      and (
        select count(*) from item natural join unnest(
          ${found.map(({ petId }) => petId)}::bigint[], ${found.map(({ quantity }) => quantity)}::bigint[],
          ${found.map(({ status }) => status)}::text[], ${found.map(({ version }) => version)}::bigint[]
        ) as known (pet_id, quantity, status, version)
      ) = ${found.length}
      and not exists (
        select from remembered natural join unnest(
          ${keys.map(({ caller }) => caller)}::text[], ${keys.map(({ key }) => key)}::text[]
        ) as used (caller, idempotency_key)
        where at_ms > ${atMs - limits.idempotencyRecordMs}
      )
    then ${last.seq}::bigint end`;
  try {
    await session.commit([begin, ...insertStatements(decision, atMs, advanceHead)]);
    return [...decision.outcomes];
  } catch (error) {
    if (sqlState(error) !== notNullViolation) throw error;
    return undefined;
  }
}

export function selectItems(petIds: readonly PetId[]): Statement {
  return sql`select pet_id, quantity, status, version from item where pet_id = any(${petIds}::bigint[])`;
}

export function itemsIn(result: Result | undefined): Map<PetId, Item> {
  return new Map(result?.rows.map((row) => [row['pet_id'] as PetId, itemFromRow(row)]));
}

function selectIdempotencyRecords(writes: readonly Write[], atMs: number): Statement {
  const keys = writes.flatMap(({ idempotency }) => idempotency ?? []);
  return sql`
    select caller, idempotency_key, fingerprint, first_seq, last_seq from remembered
    where (caller, idempotency_key) in (
      select * from unnest(${keys.map(({ caller }) => caller)}::text[], ${keys.map(({ key }) => key)}::text[])
    ) and at_ms > ${atMs - limits.idempotencyRecordMs}`;
}

/** A replay is rare enough for a round trip of its own. */
async function idempotencyRecordsIn(
  session: Session,
  found: Result | undefined,
): Promise<Map<string, IdempotencyRecord>> {
  const rows = found?.rows ?? [];
  if (rows.length === 0) return new Map();
  const entries = await session.pipeline(
    rows.map(
      (row) => sql`
        select * from ledger
        where seq between ${row['first_seq'] as bigint} and ${row['last_seq'] as bigint} order by seq`,
    ),
  );
  return new Map(
    rows.map((row, index) => {
      const name = idempotencyRecordName({
        caller: row['caller'] as string,
        key: row['idempotency_key'] as string,
        fingerprint: '',
      });
      return [
        name,
        { fingerprint: row['fingerprint'] as string, entries: entries[index]?.rows.map(entryFromRow) ?? [] },
      ];
    }),
  );
}

/** The statements that store a decision; none where there is nothing to store. */
export function insertStatements(decision: BatchDecision, atMs: number, advanceHead?: Statement): Statement[] {
  const { names, newIdempotencyRecords } = decision;
  return [
    ...insertEntries(decision, advanceHead),
    ...(names.size === 0 ? [] : [putNames(names)]),
    ...(newIdempotencyRecords.length === 0
      ? []
      : [insertIdempotencyRecords(newIdempotencyRecords.map((key) => ({ ...key, atMs })))]),
  ];
}

function insertEntries({ entries, items }: BatchDecision, advanceHead?: Statement): Statement[] {
  const last = entries.at(-1);
  if (last === undefined) return [];
  const kept = [...items.values()].filter((item) => item !== undefined);
  const removed = [...items].filter(([, item]) => item === undefined).map(([petId]) => petId);
  return [
    advanceHead ?? sql`update head set seq = ${last.seq}`,
    sql`
      insert into ledger (seq, pet_id, kind, before, after, status, reason, note, key_name, request_id, at_ms)
      select * from unnest(
        ${entries.map(({ seq }) => seq)}::bigint[], ${entries.map(({ petId }) => petId)}::bigint[],
        ${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ before }) => before)}::bigint[],
        ${entries.map(({ after }) => after)}::bigint[], ${entries.map(({ status }) => status)}::text[],
        ${entries.map(({ reason }) => reason)}::text[], ${entries.map(({ note }) => note)}::text[],
        ${entries.map(({ key }) => key)}::text[], ${entries.map(({ requestId }) => requestId)}::text[],
        ${entries.map(({ atMs: at }) => at)}::bigint[]
      )`,
    sql`
      insert into item (pet_id, quantity, status, version)
      select * from unnest(
        ${kept.map(({ petId }) => petId)}::bigint[], ${kept.map(({ quantity }) => quantity)}::bigint[],
        ${kept.map(({ status }) => status)}::text[], ${kept.map(({ version }) => version)}::bigint[]
      )
      on conflict (pet_id) do update
      set quantity = excluded.quantity, status = excluded.status, version = excluded.version`,
    ...(removed.length === 0 ? [] : [sql`delete from item where pet_id = any(${removed}::bigint[])`]),
  ];
}

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

export function insertIdempotencyRecords(records: readonly StoredIdempotencyRecord[]): Statement {
  return sql`
    insert into remembered (caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms)
    select * from unnest(
      ${records.map(({ caller }) => caller)}::text[], ${records.map(({ key }) => key)}::text[],
      ${records.map(({ fingerprint }) => fingerprint)}::text[],
      ${records.map(({ firstSeq }) => firstSeq)}::bigint[], ${records.map(({ lastSeq }) => lastSeq)}::bigint[],
      ${records.map(({ atMs }) => atMs)}::bigint[]
    )
    on conflict (caller, idempotency_key) do update
    set fingerprint = excluded.fingerprint, first_seq = excluded.first_seq, last_seq = excluded.last_seq, at_ms = excluded.at_ms`;
}
