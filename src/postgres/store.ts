import { setTimeout as delay } from 'node:timers/promises';
import type { PetId } from '@pawstock/shared/item.ts';
import { isUnavailable } from '../domain/errors.ts';
import { appliedEntries } from '../domain/write.ts';
import { Lane } from '../lanes.ts';
import { systemPlatform } from '../platform.ts';
import { contentsOf } from '../store/contents.ts';
import { type Engine, sharedStore } from '../store/engine.ts';
import { requireKnownSchema } from '../store/migrations.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import { entriesAfter, entriesBetween } from '../store/statements.ts';
import type { OpenOptions, QueriedContents, Store } from '../store/store.ts';
import { type Query, sql, sqlText, storedPetIdOrNull } from '../store/tables.ts';
import { runTransaction } from '../store/transactions.ts';
import { SharedConnection, unlessItStandsStill } from './connection.ts';
import { missingRight, sqlState, unavailable } from './errors.ts';
import { LedgerCheckpoint } from './ledger-checkpoint.ts';
import { checkSchema, migrate, requireUtf8 } from './migrate.ts';
import { headOrStandby, type Session } from './session.ts';

const retryIntervalMs = 100;

/** The SQLSTATE codes of a statement that has waited for a lock for too long, or taken too long. */
const lockWaits: readonly (string | undefined)[] = ['55P03', '57014'];

const ofStore = sql`
  relnamespace = (select relnamespace from pg_class where oid = 'ledger'::regclass)
    and relowner = (select relowner from pg_class where oid = 'ledger'::regclass)`;

const bytes: Query<number> = {
  ...sql`
    select sum(pg_total_relation_size(oid)) as bytes,
      current_setting('transaction_read_only') = 'off' as writable
    from pg_class where relkind = 'r' and ${ofStore}`,
  fromRow: ({ bytes, writable }) => {
    if (writable === true) return Number(bytes);
    throw new Error(
      'The database can only be read. Name the primary in DATABASE_URL, and a role that may write there.',
    );
  },
};

const highestPetId: Query<PetId | null> = {
  ...sql`select max(pet_id) as highest from ledger`,
  fromRow: ({ highest }) => storedPetIdOrNull(highest),
};

/**
 * The rights of docs/operating/postgresql.md that the role lacks, such as "update on head". The
 * ledger only grows, and a service does not change the version of the schema.
 */
const missingRights: Query<string> = {
  ...sql`
    select needed || ' on ' || relname as missing
    from pg_class cross join unnest(array['select', 'insert', 'update', 'delete']) as needed
    where relkind in ('r', 'v') and ${ofStore} and not has_table_privilege(oid, needed)
      and (needed = 'select' or (relkind = 'r' and relname <> 'pawstock_schema'))
      and (needed in ('select', 'insert') or relname <> 'ledger')
    order by relname, needed`,
  fromRow: ({ missing }) => String(missing),
};

/**
 * Opens the store in a schema of a PostgreSQL database. Many instances of the service can use the
 * same store.
 */
export async function openPostgresStore(
  address: PostgresAddress,
  options: OpenOptions,
): Promise<Store> {
  const { limits } = options;
  const ledger = new LedgerCheckpoint();
  // A connection for the query that each response waits for, one for writes, and two for queries
  // that may be slow.
  const freshness = new SharedConnection(address, limits, { ledger });
  const writes = new SharedConnection(address, limits, { ledger });
  const history = new SharedConnection(address, limits, { statementMsMax: limits.slowReadMsMax });
  const reports = new SharedConnection(address, limits, { statementMsMax: limits.reportMsMax });
  const connections = [freshness, writes, history, reports];
  const transactions = new Lane('transactions', limits, {
    platform: options.platform ?? systemPlatform,
    onWait: options.onLaneWait,
  });

  async function close(): Promise<void> {
    await Promise.all(connections.map((connection) => connection.close()));
  }

  function reconnect(): void {
    for (const connection of connections) connection.reconnect();
  }

  /**
   * Reads the whole store in a transaction on a separate connection. Closing the connection ends
   * the transaction.
   */
  async function read<T>(
    work: (contents: QueriedContents, session: Session) => Promise<T>,
  ): Promise<T> {
    const connection = new SharedConnection(address, limits);
    const reading = connection.run(async (session) => {
      session.write(sqlText('begin isolation level repeatable read read only'));
      session.write(sql`set local statement_timeout = 0`);
      session.write(sql`set local idle_in_transaction_session_timeout = 0`);
      const head = await session.selectOne(headOrStandby);
      const contents = contentsOf(head, (query) => session.select(query), highestPetId);
      return work(contents, session);
    }, unlessItStandsStill(limits));
    return reading.finally(() => connection.close());
  }

  const engine: Engine = {
    limits,
    /**
     * Throws if the server is a standby, which may lack acknowledged writes. The next call then
     * connects again.
     */
    head: () =>
      freshness.run(async (session) => {
        const { isStandby, ...head } = await session.selectOne(headOrStandby);
        if (isStandby) {
          reconnect();
          throw unavailable('the server is a standby');
        }
        requireKnownSchema(head);
        return { ...head, hasLostEntries: ledger.isLost, connection: session.connection };
      }),
    select: (query) => freshness.select(query),
    selectAside: (query) => history.slowSelect(query),
    selectForReport: (query) => reports.slowSelect(query),
    // The server ends a statement wherever it is.
    stoppable: (condition) => condition,
    highestPetId,
    transact: (request) =>
      transactions.run(() => writes.transaction((session) => runTransaction(session, request))),
    isLockWait: (failure) => lockWaits.includes(sqlState(failure.cause)),
    transactForLong: (work) => writes.longTransaction(work),
  };
  const shared = sharedStore(engine);
  try {
    await requireUtf8(freshness);
    if (options.access === 'read') await checkSchema(freshness);
    else await migrate(writes, address.schema, options.onUpgrade);
  } catch (error) {
    await close();
    throw missingRight(error) ?? error;
  }
  return {
    ...shared,
    async entriesAfter(seq, limit) {
      const entries = await freshness.select(entriesAfter(seq, limit));
      ledger.advance(entries);
      return entries;
    },
    history: (petId, { before, limit }) =>
      shared.findEntries({
        petId,
        firstSeq: 1,
        endSeq: before ?? Number.MAX_SAFE_INTEGER,
        limit,
        isAscending: false,
      }),
    /**
     * Repeats a batch of writes that the server rolled back or never began, but not a batch that
     * may be committed.
     */
    async commit(batch) {
      const startedMs = performance.now();
      for (;;) {
        try {
          const outcomes = await shared.commit(batch);
          ledger.advance(appliedEntries(outcomes));
          return outcomes;
        } catch (error) {
          if (!isUnavailable(error) || performance.now() - startedMs > limits.postgresRetryMs)
            throw error;
          await delay(retryIntervalMs);
        }
      }
    },
    readAll: read,
    reload: (work) =>
      read(async (contents, session) => {
        const result = await work(contents);
        const { seq } = contents.head;
        const [last] = await session.select(entriesBetween(seq, seq));
        ledger.reset(last);
        return result;
      }),
    bytes: () => history.run((session) => session.selectOne(bytes)),
    missingRights: () => freshness.select(missingRights),
    reconnect,
    close,
  };
}
