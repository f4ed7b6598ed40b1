import { decisionOf } from '../domain/decide-batch.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { entryOf, itemOf, rememberedOf } from '../store/rows.ts';
import type { RememberedKey, StoreContents } from '../store/store.ts';
import type { ReservedSql } from './connection.ts';
import { keysChangedAfter, putKey } from './key-table.ts';
import { insertRemembered, storing } from './ledger-writer.ts';
import { assertCommitted, together } from './transaction.ts';

/** A store as a whole: to load it, to check it, and to move it elsewhere. */

const rowsPerPage = 8_192;

/** The connection must be within a transaction that sees one moment. */
export async function contentsOf(sql: ReservedSql): Promise<StoreContents> {
  const [head] = await sql`select seq from head`;
  return {
    lastSeq: Number(head?.['seq']),
    entries: () => allEntries(sql),
    items: () => allItems(sql),
    keys: () => keysChangedAfter(sql, 0),
    remembered: () => allRemembered(sql),
  };
}

/** By queries of their own: a cursor of the driver's asks for the next page even where the connection has gone. */
async function* allEntries(sql: ReservedSql): AsyncGenerator<LedgerEntry[]> {
  for (let seq = 0; ; ) {
    const rows = await sql`select * from ledger where seq > ${seq} order by seq limit ${rowsPerPage}`;
    const entries = rows.map(entryOf);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    seq = last.seq;
  }
}

async function* allItems(sql: ReservedSql): AsyncGenerator<Item[]> {
  for (let where = sql``; ; ) {
    const rows = await sql`select * from item ${where} order by pet_id limit ${rowsPerPage}`;
    const items = rows.map(itemOf);
    const last = items.at(-1);
    if (last === undefined) return;
    yield items;
    where = sql`where pet_id > ${last.petId}`;
  }
}

async function allRemembered(sql: ReservedSql): Promise<RememberedKey[]> {
  const rows = await sql`select * from remembered order by first_seq`;
  return rows.map(rememberedOf);
}

/** One transaction. False where the store is not empty. */
export async function fill(
  sql: ReservedSql,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<boolean> {
  const [, , head] = await together([
    sql`begin isolation level read committed`,
    sql`set local statement_timeout = 0`,
    sql`select seq, keys_revision from head for update`,
  ]);
  const empty = Number(head?.[0]?.['seq']) === 0 && Number(head?.[0]?.['keys_revision']) === 0;
  if (empty) await store(sql, contents, onProgress);
  assertCommitted(await sql`commit`);
  return empty;
}

async function store(sql: ReservedSql, contents: StoreContents, onProgress: (entries: number) => void): Promise<void> {
  for await (const entries of contents.entries()) {
    await together(storing(sql, decisionOf(entries)));
    onProgress(entries.at(-1)?.seq ?? 0);
  }
  let revision = 0;
  for (const key of await contents.keys()) {
    revision++;
    await putKey(sql, key, revision);
  }
  await sql`update head set keys_revision = ${revision}`;
  await insertRemembered(sql, await contents.remembered());
}
