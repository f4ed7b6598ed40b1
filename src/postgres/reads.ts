import * as statements from '../store/statements.ts';
import type { ReadStore } from '../store/store.ts';
import { entryTable, sql } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { unavailable } from './errors.ts';

export function reads(connections: Connections): ReadStore {
  const { freshness, history, ledger, reports } = connections;
  return {
    /** A standby may lag behind what was acknowledged, so it counts as no server; the next call reconnects. */
    head: () =>
      freshness.run(async (session) => {
        const { rows } = await session.query(
          sql`select seq, keys_revision, details_revision, pg_is_in_recovery() as standby from head`,
        );
        const [row] = rows;
        if (row?.['standby'] !== false) {
          connections.reconnect();
          throw unavailable('the server is a standby');
        }
        const head = statements.headFromRow(row);
        return { ...head, seq: ledger.effectiveSeq(head.seq) };
      }),
    async entriesAfter(seq, limit) {
      const entries = await freshness.select(statements.entriesAfter(seq, limit));
      ledger.advance(entries);
      return entries;
    },
    findEntries: (query) => history.select(statements.foundEntries(query)),
    timesAround: (seq) => history.run((session) => session.selectOne(statements.timesAround(seq))),
    ledgerSums: (range) =>
      reports.runAlone(async (session) => {
        const { rows } = await session.query(statements.ledgerSums(range));
        return BigInt64Array.from((rows as unknown as bigint[][]).flat());
      }),
    history: (petId, { before, limit }) =>
      history.select(entryTable.query`
        select * from ledger where pet_id = ${petId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by seq desc limit ${limit}`),
    detailsChangedAfter: (revision, limit) => freshness.select(statements.detailsChangedAfter(revision, limit)),
  };
}
