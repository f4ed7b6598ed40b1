import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { HistoryPage } from '../store/store.ts';
import { entryTable, type Row, sql } from '../store/tables.ts';
import type { SqliteConnection } from './connection.ts';

const stepsPerTurn = 2_000;

/** Reads a pet's history, newest first: every entry names the pet's entry before it. See docs/decisions/0013. */
export function readHistory(db: SqliteConnection, petId: PetId, { before, limit }: HistoryPage) {
  const newest = numberIn(db.get(sql`select version from item where pet_id = ${petId}`), 'version');
  if (before === null || newest === null || newest < before) return pageFrom(db, newest, limit);
  const entry = db.get(sql`select previous_seq from ledger where seq = ${before} and pet_id = ${petId}`);
  // Usually `before` is the last entry of the previous page.
  if (entry !== undefined) return pageFrom(db, numberIn(entry, 'previous_seq'), limit);
  return search(db, newest, before, limit);
}

function pageFrom(db: SqliteConnection, seq: number | null, limit: number): LedgerEntry[] {
  if (seq === null) return [];
  return db.select(entryTable.query`
    with recursive chain (seq, step) as (
      select ${seq}, 1
      union all
      select previous_seq, step + 1 from chain join ledger using (seq) where previous_seq is not null and step < ${limit}
    )
    select ledger.* from chain join ledger using (seq) order by seq desc`);
}

/** Walks to the place before any sequence step by step, and lets the event loop turn in between. */
async function search(db: SqliteConnection, newest: number, before: number, limit: number): Promise<LedgerEntry[]> {
  let seq: number | null = newest;
  while (seq !== null && seq >= before) {
    const walk = sql`
      with recursive chain (seq, step) as (
        select ${seq}, 0
        union all
        select previous_seq, step + 1 from chain join ledger using (seq) where seq >= ${before} and step < ${stepsPerTurn}
      )
      select seq from chain order by step desc limit 1`;
    seq = numberIn(db.get(walk), 'seq');
    await nextTurn();
  }
  return pageFrom(db, seq, limit);
}

function numberIn(row: Row | undefined, name: string): number | null {
  const value = row?.[name];
  return typeof value === 'bigint' ? Number(value) : null;
}
