import { type BatchDecision, decideBatch, petIdsIn, rememberedName } from '../domain/decide-batch.ts';
import type { Item } from '../domain/item.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Outcome, Remembered, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { entryOf, itemOf } from '../store/rows.ts';
import type { RememberedKey } from '../store/store.ts';
import { arrayOf } from './array-literal.ts';
import type { ReservedSql } from './connection.ts';
import { isRolledBack, outcomeUnknown } from './failure.ts';
import { type Rows, together } from './transaction.ts';

/**
 * One batch of writes in two round trips: {begin, lock the head, read what the batch names}, {store it all, advance the
 * head, commit}. The locked head makes every instance wait its turn, so the ledger has one order.
 */
export async function commitBatch(
  sql: ReservedSql,
  writes: readonly Write[],
  options: CommitOptions,
): Promise<readonly Outcome[]> {
  const decision = await readAndDecide(sql, writes, options.atMs);
  const stores = storing(sql, decision);
  options.onCommitting();
  const settled = await Promise.allSettled([...stores, sql`commit`]);
  const commit = settled.at(-1) as PromiseSettledResult<Rows>;
  const failure = settled.find((result) => result.status === 'rejected');
  if (commit.status === 'fulfilled') {
    if (commit.value.command === 'COMMIT') return decision.outcomes;
    // It answers so where it undid the transaction because of an earlier failure.
    throw failure?.reason ?? new Error(`commit was answered with ${commit.value.command}`);
  }
  throw isRolledBack(commit.reason) ? commit.reason : outcomeUnknown(commit.reason);
}

type CommitOptions = {
  readonly atMs: number;
  /** Called before the server may have committed, whatever we hear of it, or do not hear. */
  readonly onCommitting: () => void;
};

async function readAndDecide(sql: ReservedSql, writes: readonly Write[], atMs: number): Promise<BatchDecision> {
  const [, head, items, remembered] = await together([
    sql`begin isolation level read committed`,
    sql`select seq from head for update`,
    selectItems(sql, petIdsIn(writes)),
    selectRemembered(sql, writes, atMs),
  ]);
  return decideBatch(writes, {
    items: itemsIn(items),
    remembered: await rememberedIn(sql, remembered),
    lastSeq: Number(head?.[0]?.['seq']),
    atMs,
  });
}

export function selectItems(sql: ReservedSql, petIds: readonly PetId[]) {
  return sql`select pet_id, quantity, status, version from item where pet_id = any(${arrayOf(petIds)}::bigint[])`;
}

export function itemsIn(rows: Rows | undefined): Map<PetId, Item> {
  return new Map(rows?.map((row) => [row['pet_id'] as PetId, itemOf(row)]));
}

function selectRemembered(sql: ReservedSql, writes: readonly Write[], atMs: number) {
  const keys = writes.flatMap(({ idempotency }) => idempotency ?? []);
  return sql`
    select caller, idempotency_key, fingerprint, first_seq, last_seq from remembered
    where (caller, idempotency_key) in (
      select * from unnest(${arrayOf(keys.map(({ caller }) => caller))}::text[], ${arrayOf(keys.map(({ key }) => key))}::text[])
    ) and at_ms > ${atMs - limits.idempotencyKeptMs}`;
}

/** A replay is rare enough for a round trip of its own. */
async function rememberedIn(sql: ReservedSql, rows: Rows | undefined): Promise<Map<string, Remembered>> {
  const remembered = new Map<string, Remembered>();
  for (const row of rows ?? []) {
    const entries = await sql`
      select * from ledger where seq between ${row['first_seq'] as bigint} and ${row['last_seq'] as bigint} order by seq`;
    const name = rememberedName({
      caller: row['caller'] as string,
      key: row['idempotency_key'] as string,
      fingerprint: '',
    });
    remembered.set(name, { fingerprint: row['fingerprint'] as string, entries: entries.map(entryOf) });
  }
  return remembered;
}

/** The statements that store a decision; none where there is nothing to store. */
export function storing(sql: ReservedSql, { entries, items, remember }: BatchDecision) {
  const last = entries.at(-1);
  if (last === undefined) return [];
  const kept = [...items.values()].filter((item) => item !== undefined);
  const removed = [...items].filter(([, item]) => item === undefined).map(([petId]) => petId);
  return [
    sql`
      insert into ledger (seq, pet_id, kind, before, after, status, reason, note, key_name, request_id, at_ms)
      select * from unnest(
        ${arrayOf(entries.map(({ seq }) => seq))}::bigint[], ${arrayOf(entries.map(({ petId }) => petId))}::bigint[],
        ${arrayOf(entries.map(({ kind }) => kind))}::text[], ${arrayOf(entries.map(({ before }) => before))}::bigint[],
        ${arrayOf(entries.map(({ after }) => after))}::bigint[], ${arrayOf(entries.map(({ status }) => status))}::text[],
        ${arrayOf(entries.map(({ reason }) => reason))}::text[], ${arrayOf(entries.map(({ note }) => note))}::text[],
        ${arrayOf(entries.map(({ key }) => key))}::text[], ${arrayOf(entries.map(({ requestId }) => requestId))}::text[],
        ${arrayOf(entries.map(({ atMs: at }) => at))}::bigint[]
      )`,
    sql`
      insert into item (pet_id, quantity, status, version)
      select * from unnest(
        ${arrayOf(kept.map(({ petId }) => petId))}::bigint[], ${arrayOf(kept.map(({ quantity }) => quantity))}::bigint[],
        ${arrayOf(kept.map(({ status }) => status))}::text[], ${arrayOf(kept.map(({ version }) => version))}::bigint[]
      )
      on conflict (pet_id) do update
      set quantity = excluded.quantity, status = excluded.status, version = excluded.version`,
    ...(removed.length === 0 ? [] : [sql`delete from item where pet_id = any(${arrayOf(removed)}::bigint[])`]),
    ...(remember.length === 0
      ? []
      : [
          insertRemembered(
            sql,
            remember.map((key) => ({ ...key, atMs: last.atMs })),
          ),
        ]),
    sql`update head set seq = ${last.seq}`,
  ];
}

export function insertRemembered(sql: ReservedSql, remember: readonly RememberedKey[]) {
  return sql`
    insert into remembered (caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms)
    select * from unnest(
      ${arrayOf(remember.map(({ caller }) => caller))}::text[], ${arrayOf(remember.map(({ key }) => key))}::text[],
      ${arrayOf(remember.map(({ fingerprint }) => fingerprint))}::text[],
      ${arrayOf(remember.map(({ firstSeq }) => firstSeq))}::bigint[], ${arrayOf(remember.map(({ lastSeq }) => lastSeq))}::bigint[],
      ${arrayOf(remember.map(({ atMs }) => atMs))}::bigint[]
    )
    on conflict (caller, idempotency_key) do update
    set fingerprint = excluded.fingerprint, first_seq = excluded.first_seq, last_seq = excluded.last_seq, at_ms = excluded.at_ms`;
}
