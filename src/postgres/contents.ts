import { contentsOf } from '../store/contents.ts';
import { entriesBetween, headFromRow } from '../store/statements.ts';
import type { ContentsStore, StoreContents } from '../store/store.ts';
import { sql } from '../store/tables.ts';
import { type Connections, SharedConnection, unlessItStandsStill } from './connections.ts';
import { headText, type Session } from './session.ts';

export function contents({ address, ledger }: Connections): Pick<ContentsStore, 'readAll' | 'reload'> {
  /** On a connection of its own, which rolls the transaction back when it is closed. */
  async function read<T>(work: (contents: StoreContents, session: Session) => Promise<T>): Promise<T> {
    const connection = new SharedConnection(address);
    try {
      return await connection.run(async (session) => {
        session.write({ text: 'begin isolation level repeatable read read only' });
        session.write(sql`set local statement_timeout = 0`);
        session.write(sql`set local idle_in_transaction_session_timeout = 0`);
        const head = await session.selectOne({ text: headText, values: [], fromRow: headFromRow });
        return work(
          contentsOf(head, (query) => session.select(query)),
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
  };
}
