import { contentsOf, insertContents } from '../store/contents.ts';
import { anyKeyInUse, deleteSetupKeys, entriesBetween, headFromRow } from '../store/statements.ts';
import type { ContentsStore, StoreContents } from '../store/store.ts';
import { entryTable, sql } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { SharedConnection, unlessItStandsStill } from './connections.ts';
import { insertRows, type Session } from './session.ts';
import { beginLongWrite } from './writes.ts';

export function contents({ address, ledger, writes }: Connections): ContentsStore {
  /** On a connection of its own, which rolls the transaction back when it is closed. */
  async function read<T>(work: (contents: StoreContents, session: Session) => Promise<T>): Promise<T> {
    const connection = new SharedConnection(address);
    try {
      return await connection.run(async (session) => {
        const [, , , head] = await session.pipeline([
          { text: 'begin isolation level repeatable read read only' },
          sql`set local statement_timeout = 0`,
          sql`set local idle_in_transaction_session_timeout = 0`,
          sql`select seq, keys_revision, details_revision from head`,
        ]);
        return work(
          contentsOf(headFromRow(head?.rows[0] ?? {}), (query) => session.select(query)),
          session,
        );
      }, unlessItStandsStill);
    } finally {
      await connection.close();
    }
  }

  return {
    readAll: read,
    reload: (work) =>
      read(async (all, session) => {
        const result = await work(all);
        const [last] = await session.select(entriesBetween(all.lastSeq, all.lastSeq));
        ledger.reset(last);
        return result;
      }),
    restore: (all, onProgress) =>
      writes.runAlone(async (session) => {
        const { seq, keysRevision } = await beginLongWrite(session);
        // The contents come from another store, which may take longer for a page than a writer may be idle.
        await session.query(sql`set local idle_in_transaction_session_timeout = '1min'`);
        const empty = seq === 0 && (await session.select(anyKeyInUse)).length === 0;
        if (empty) {
          await session.query(deleteSetupKeys);
          await insertContents(all, onProgress, {
            keysRevision,
            append: (entries) => session.query(insertRows(entryTable, entries)),
            insert: (table, rows) => session.query(insertRows(table, rows)),
          });
          await session.query(insertItemsOfLedger);
          await session.query(sql`
            update head set seq = ${all.lastSeq},
              at_ms = coalesce((select at_ms from ledger where seq = ${all.lastSeq}), 0),
              keys_revision = (select coalesce(max(revision), 0) from api_key),
              details_revision = ${all.detailsRevision}`);
        }
        await session.commit();
        return empty;
      }, unlessItStandsStill),
  };
}

/** The levels that all entries lead to, each stored once: a level that is updated leaves a dead row behind. */
const insertItemsOfLedger = sql`
  insert into item (pet_id, quantity, status, version)
  select pet_id, after, status, seq from ledger
  where after is not null and seq in (select max(seq) from ledger group by pet_id)`;
