import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import * as statements from '../store/statements.ts';
import type { Head, HistoryPage, ReadStore } from '../store/store.ts';
import { entryTable, type Query, type Row, sql } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

export function reads(connections: Connections): ReadStore {
  const select = <T>(query: Query<T>) => connections.read((db) => db.select(query));
  return {
    head: () =>
      connections.read((db) => {
        connections.requireSameFile();
        return db.selectOne(head);
      }),
    entriesAfter: (seq, limit) => select(statements.entriesAfter(seq, limit)),
    findEntries: (query) => select(statements.foundEntries(query)),
    timesAround: (seq) => connections.read((db) => db.selectOne(statements.timesAround(seq))),
    ledgerSums: (range) => connections.selectIntegersAside(statements.ledgerSums(range)),
    history: (petId, page) => connections.read((db) => readHistory(db, petId, page)),
    detailsChangedAfter: (revision, limit) => select(statements.detailsChangedAfter(revision, limit)),
  };
}

export const head: Query<Head> = {
  ...sql`
    select coalesce((select max(seq) from ledger), 0) as seq,
           coalesce((select max(revision) from api_key), 0) as keys_revision,
           coalesce((select max(revision) from pet_details), 0) as details_revision`,
  fromRow: statements.headFromRow,
};

const stepsPerTurn = 2_000;

/** Reads a pet's history, newest first: every entry names the pet's entry before it. See docs/decisions/0014. */
function readHistory(
  db: Connection,
  petId: PetId,
  { before, limit }: HistoryPage,
): LedgerEntry[] | Promise<LedgerEntry[]> {
  const newest = numberIn(db.get(sql`select version from item where pet_id = ${petId}`), 'version');
  if (before === null || newest === null || newest < before) return pageFrom(db, newest, limit);
  const entry = db.get(sql`select previous_seq from ledger where seq = ${before} and pet_id = ${petId}`);
  // The usual case: `before` is the last entry of the previous page.
  if (entry !== undefined) return pageFrom(db, numberIn(entry, 'previous_seq'), limit);
  return search(db, newest, before, limit);
}

function pageFrom(db: Connection, seq: number | null, limit: number): LedgerEntry[] {
  if (seq === null) return [];
  return db.select(entryTable.query`
    with recursive chain (seq, step) as (
      select ${seq}, 1
      union all
      select previous_seq, step + 1 from chain join ledger using (seq) where previous_seq is not null and step < ${limit}
    )
    select ledger.* from chain join ledger using (seq) order by seq desc`);
}

/** Looks for any other place step by step, and lets the event loop turn in between. */
async function search(db: Connection, newest: number, before: number, limit: number): Promise<LedgerEntry[]> {
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
