import { type Limits, limits } from '../limits.ts';
import { type Engine, sharedStore } from '../store/engine.ts';
import { type OnUpgrade, requireKnownSchema } from '../store/migrations.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import { entriesAfter, headFromRow } from '../store/statements.ts';
import type { Access, Head, Store } from '../store/store.ts';
import { entryTable, type Query, sql } from '../store/tables.ts';
import { transactions } from '../store/transactions.ts';
import { createConnections, unlessItStandsStill } from './connections.ts';
import { contents } from './contents.ts';
import { isRetryable, unavailable } from './errors.ts';
import { checkSchema, migrate } from './migrate.ts';
import { retry } from './retry.ts';
import { headText, type Session } from './session.ts';

const retryIntervalMs = 100;

const primary = 'Name the primary in DATABASE_URL, and a role that may write there.';

const bytes: Query<number> = {
  ...sql`
    select pg_database_size(current_database()) as bytes,
      current_setting('transaction_read_only') = 'off' and has_table_privilege('ledger', 'insert') as writable`,
  fromRow: ({ bytes, writable }) => {
    if (writable !== true) throw new Error(`The database can only be read. ${primary}`);
    return Number(bytes);
  },
};

const headOrStandby: Query<Head & { readonly isStandby: boolean }> = {
  text: headText,
  values: [],
  fromRow: (row) => ({ ...headFromRow(row), isStandby: row['standby'] !== false }),
};

/** The engine for many instances: PostgreSQL, in a schema of its own. */
export async function openPostgresStore(
  address: PostgresAddress,
  access: Access,
  onUpgrade: OnUpgrade,
  ownLimits?: Limits,
): Promise<Store> {
  const connections = createConnections(address, ownLimits);
  const { freshness, history, ledger, reports, writes } = connections;
  try {
    if (access === 'read') await checkSchema(freshness);
    else await migrate(writes, address.schema, onUpgrade);
  } catch (error) {
    await connections.close();
    throw error;
  }
  const engine: Engine = {
    select: (query) => freshness.select(query),
    selectSlowly: (query) => history.select(query),
    selectAside: (query) => history.select(query),
    selectForReport: (query) =>
      reports.transaction((session) => session.select(query), {
        first: withoutTimeouts,
        timeLeft: unlessItStandsStill,
      }),
    stopPoint: 'true',
    /** A standby may lag behind what was acknowledged, so it counts as no server; the next call reconnects. */
    head: () =>
      freshness.run(async (session) => {
        const { isStandby, ...head } = await session.selectOne(headOrStandby);
        if (isStandby) {
          connections.reconnect();
          throw unavailable('the server is a standby');
        }
        requireKnownSchema(head);
        return { ...head, seq: ledger.effectiveSeq(head.seq) };
      }),
    transact: ((name, ...args) => {
      const run = transactions[name] as (session: Session, ...args: unknown[]) => Promise<unknown>;
      return writes.transaction((session) => run(session, ...args));
    }) as Engine['transact'],
    transactForLong: (work) => writes.transaction(work, { first: withoutTimeouts, timeLeft: unlessItStandsStill }),
  };
  const shared = sharedStore(engine);
  return {
    ...shared,
    ...contents(connections),
    async entriesAfter(seq, limit) {
      const entries = await freshness.select(entriesAfter(seq, limit));
      ledger.advance(entries);
      return entries;
    },
    history: (petId, { before, limit }) =>
      history.select(entryTable.query`
        select * from ledger where pet_id = ${petId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by seq desc limit ${limit}`),
    /** What the server rolled back, or never began, is attempted again; what may be committed is not. */
    async commit(batch) {
      const outcomes = await retry(() => shared.commit(batch), {
        isRetryable,
        forMs: limits.postgresRetryMs,
        pauseMs: () => retryIntervalMs,
      });
      ledger.advance(outcomes.flatMap((outcome) => (outcome.result === 'applied' ? outcome.entries : [])));
      return outcomes;
    },
    bytes: () => history.run((session) => session.selectOne(bytes)),
    reconnect: () => connections.reconnect(),
    close: () => connections.close(),
  };
}

/** The contents of another store may take longer for a page than a writer may be idle. */
const withoutTimeouts = [
  sql`set local statement_timeout = 0`,
  sql`set local idle_in_transaction_session_timeout = '1min'`,
];
