import { limits } from '../limits.ts';
import { type Engine, sharedStore } from '../store/engine.ts';
import type { OnUpgrade } from '../store/migrations.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import { entriesAfter, headFromRow } from '../store/statements.ts';
import type { Access, Head, Store, StoreStatus } from '../store/store.ts';
import { entryTable, type Query, sql } from '../store/tables.ts';
import { transactions } from '../store/transactions.ts';
import { createConnections, unlessItStandsStill } from './connections.ts';
import { contents } from './contents.ts';
import { isRetryable, unavailable } from './errors.ts';
import { sumLedger } from './ledger-sums.ts';
import { checkSchema, migrate } from './migrate.ts';
import { retry } from './retry.ts';
import { reservations, type Session } from './session.ts';

const retryIntervalMs = 100;

const status: Query<StoreStatus> = {
  ...sql`
    select pg_database_size(current_database()) as bytes,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_ms`,
  fromRow: ({ bytes, clock_ms }) => ({ bytes: Number(bytes), clockMs: Number(clock_ms) }),
};

const headOrStandby: Query<Head & { readonly isStandby: boolean }> = {
  ...sql`select seq, keys_revision, details_revision, pg_is_in_recovery() as standby from head`,
  fromRow: (row) => ({ ...headFromRow(row), isStandby: row['standby'] !== false }),
};

/** The engine for many instances: PostgreSQL, in a schema of its own. */
export async function openPostgresStore(
  address: PostgresAddress,
  access: Access,
  onUpgrade: OnUpgrade,
): Promise<Store> {
  const connections = createConnections(address);
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
    reservations,
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
    /** A standby may lag behind what was acknowledged, so it counts as no server; the next call reconnects. */
    head: () =>
      freshness.run(async (session) => {
        const { isStandby, ...head } = await session.selectOne(headOrStandby);
        if (isStandby) {
          connections.reconnect();
          throw unavailable('the server is a standby');
        }
        return { ...head, seq: ledger.effectiveSeq(head.seq) };
      }),
    async entriesAfter(seq, limit) {
      const entries = await freshness.select(entriesAfter(seq, limit));
      ledger.advance(entries);
      return entries;
    },
    history: (petId, { before, limit }) =>
      history.select(entryTable.query`
        select * from ledger where pet_id = ${petId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by seq desc limit ${limit}`),
    ledgerSums: (range) =>
      reports.transaction((session) => sumLedger(session, range), {
        first: withoutTimeouts,
        timeLeft: unlessItStandsStill,
      }),
    /** What the server rolled back, or never began, is attempted again; what may be committed is not. */
    async commit(batch, atMs) {
      const outcomes = await retry(() => shared.commit(batch, atMs), {
        isRetryable,
        forMs: limits.postgresRetryMs,
        pauseMs: () => retryIntervalMs,
      });
      ledger.advance(outcomes.flatMap((outcome) => (outcome.result === 'applied' ? outcome.entries : [])));
      return outcomes;
    },
    status: () => history.run((session) => session.selectOne(status)),
    reconnect: () => connections.reconnect(),
    close: () => connections.close(),
  };
}

/** The contents of another store may take longer for a page than a writer may be idle. */
const withoutTimeouts = [
  sql`set local statement_timeout = 0`,
  sql`set local idle_in_transaction_session_timeout = '1min'`,
];
