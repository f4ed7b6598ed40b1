import { readFileSync } from 'node:fs';
import { Client, type ClientConfig, types } from 'pg';
import { tooSlow } from '../domain/errors.ts';
import type { Limits } from '../limits.ts';
import { systemPlatform } from '../platform.ts';
import { oneAtATime } from '../semaphore.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import { type Query, type Statement, sql, sqlText } from '../store/tables.ts';
import { atMost, closingMs } from '../time-limit.ts';
import { isCanceled, storeFailure, unavailable } from './errors.ts';
import type { LedgerCheckpoint } from './ledger-checkpoint.ts';
import { Session } from './session.ts';

type Work<T> = (session: Session) => Promise<T>;

/** Returns how many milliseconds the next SQL statement may take. */
type TimeLeft = () => number;

/** One time limit for all statements of a piece of work together. */
function deadline({ postgresDeadlineMs }: Limits): TimeLeft {
  const endsAtMs = performance.now() + postgresDeadlineMs;
  return () => endsAtMs - performance.now();
}

/** A time limit for each statement, for work such as an import that may take long as a whole. */
export function unlessItStandsStill({ postgresStandstillMs }: Limits): TimeLeft {
  return () => postgresStandstillMs;
}

const begin = sqlText('begin isolation level read committed');
const beginWithoutTimeouts = [
  begin,
  sql`set local statement_timeout = 0`,
  sql`set local idle_in_transaction_session_timeout = '1min'`,
];

type Opened = {
  readonly client: Promise<Client>;
  /** How many connections there were before this one. */
  readonly number: number;
  users: number;
  lost: boolean;
};

type ConnectionOptions = {
  /**
   * If given, each new connection is checked: the server may have lost ledger entries in a
   * failover.
   */
  readonly ledger?: LedgerCheckpoint;
  /** How long the server lets a statement run. Default: `postgresServerTimeoutMs`. */
  readonly statementMsMax?: number;
};

/**
 * One connection to PostgreSQL, opened when it is first needed. Callers share it, and their queries
 * are pipelined. After any failure the next caller gets a new connection, and the server rolls back
 * the transaction that failed.
 */
export class SharedConnection {
  readonly #config: ClientConfig;
  readonly #mayBePlain: boolean;
  #opened: Opened | undefined;
  #connections = 0;
  readonly #alone = oneAtATime();
  readonly #ledger: LedgerCheckpoint | undefined;
  readonly #limits: Limits;
  readonly #statementMsMax: number;
  #closed = false;

  constructor(address: PostgresAddress, limits: Limits, options: ConnectionOptions = {}) {
    const { ledger, statementMsMax = limits.postgresServerTimeoutMs } = options;
    this.#limits = limits;
    this.#statementMsMax = statementMsMax;
    this.#config = clientConfig(address, limits, statementMsMax);
    this.#mayBePlain = address.sslMode === 'prefer' && address.sslRootCert === null;
    this.#ledger = ledger;
  }

  async run<T>(work: Work<T>, timeLeft: TimeLeft = deadline(this.#limits)): Promise<T> {
    this.#opened ??= this.#open();
    const opened = this.#opened;
    opened.users++;
    try {
      return await work(this.#session(await opened.client, opened, timeLeft));
    } catch (error) {
      this.#giveUp(opened);
      throw storeFailure(error);
    } finally {
      opened.users--;
      if (opened !== this.#opened && opened.users === 0) void end(opened.client);
    }
  }

  select<T>(query: Query<T>): Promise<T[]> {
    return this.run((session) => session.select(query));
  }

  /** Runs a query that may be slow, and that the server ends after `statementMsMax`. */
  async slowSelect<T>(query: Query<T>): Promise<T[]> {
    const { postgresDeadlineMs, postgresServerTimeoutMs } = this.#limits;
    const timeLeftMs = this.#statementMsMax + postgresDeadlineMs - postgresServerTimeoutMs;
    try {
      return await this.run(
        (session) => session.select(query),
        () => timeLeftMs,
      );
    } catch (error) {
      throw isCanceled(error) ? tooSlow(this.#statementMsMax) : error;
    }
  }

  /**
   * Runs a transaction that may take long. It may pause between statements, such as to read from
   * another store.
   */
  longTransaction<T>(work: Work<T>): Promise<T> {
    return this.transaction(work, beginWithoutTimeouts, unlessItStandsStill(this.#limits));
  }

  /**
   * Runs work in a transaction. One transaction at a time uses the connection. To save round trips,
   * the statements that begin and commit the transaction are sent together with statements of the
   * work.
   */
  transaction<T>(
    work: Work<T>,
    first: readonly Statement[] = [begin],
    timeLeft?: TimeLeft,
  ): Promise<T> {
    const transact: Work<T> = async (session) => {
      for (const statement of first) session.write(statement);
      const result = await work(session);
      await session.commit();
      return result;
    };
    return this.#alone.run(() => this.run(transact, timeLeft));
  }

  /**
   * Makes the next caller open a new connection to PostgreSQL. Queries under way finish on the old
   * connection.
   */
  reconnect(): void {
    if (this.#opened !== undefined) this.#giveUp(this.#opened);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#opened !== undefined)
      await atMost(systemPlatform, closingMs, end(this.#opened.client));
  }

  #open(): Opened {
    // The driver's client object emits 'error' when its connection is lost, even if no query is
    // under way.
    const onLost = () => {
      opened.lost = true;
      this.#giveUp(opened);
    };
    const prepare = async () => {
      const client = await this.#connect(onLost);
      try {
        await this.#ledger?.check(this.#session(client, opened, deadline(this.#limits)));
        return client;
      } catch (error) {
        void end(client);
        throw error;
      }
    };
    const number = this.#connections++;
    const opened: Opened = { client: prepare(), number, users: 0, lost: false };
    return opened;
  }

  #session(client: Client, opened: Opened, timeLeft: TimeLeft): Session {
    return new Session(client, {
      timeLeft,
      isLost: () => opened.lost,
      connection: opened.number,
      ledger: this.#ledger,
      limits: this.#limits,
    });
  }

  /**
   * Implements `sslmode=prefer`, which the driver lacks: if the server has no TLS, connects again
   * without TLS.
   */
  async #connect(onLost: () => void): Promise<Client> {
    if (this.#closed) throw unavailable('the store is closed');
    try {
      return await connect(this.#config, onLost).catch((error: Error) => {
        const isRefused = error.message === 'The server does not support SSL connections';
        if (isRefused && this.#mayBePlain) return connect({ ...this.#config, ssl: false }, onLost);
        throw error;
      });
    } catch (error) {
      throw unavailable(error);
    }
  }

  #giveUp(opened: Opened): void {
    if (this.#opened !== opened) return;
    this.#opened = undefined;
    if (opened.users === 0) void end(opened.client);
  }
}

async function connect(config: ClientConfig, onLost: () => void): Promise<Client> {
  const client = new Client(config);
  client.on('error', onLost);
  try {
    return await client.connect();
  } catch (error) {
    void end(client);
    throw error;
  }
}

/** Closes a connection to the server, and destroys its socket after a timeout. */
async function end(opened: Client | Promise<Client>): Promise<void> {
  const client = await Promise.resolve(opened).catch(() => undefined);
  if (client === undefined) return;
  const timer = setTimeout(() => client.connection.stream.destroy(), closingMs);
  await client.end();
  clearTimeout(timer);
}

function clientConfig(
  address: PostgresAddress,
  limits: Limits,
  statementMsMax: number,
): ClientConfig {
  const settings = {
    ...(address.schema === null ? {} : { search_path: address.schema }),
    statement_timeout: statementMsMax,
    lock_timeout: limits.postgresServerTimeoutMs,
    // An instance that hangs in a transaction must not hold up other instances, so the server ends
    // idle transactions.
    idle_in_transaction_session_timeout: limits.postgresServerTimeoutMs,
    ...address.sessionSettings,
  };
  return {
    connectionString: address.url,
    pipeline: true,
    application_name: 'pawstock',
    connectionTimeoutMillis: limits.postgresConnectTimeoutMs,
    ssl: tlsOptions(address),
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${`${name}=${value}`.replaceAll(/[\\\s]/g, '\\$&')}`)
      .join(' '),
    types: { getTypeParser },
  };
}

function tlsOptions({ sslMode, sslRootCert }: PostgresAddress): ClientConfig['ssl'] {
  if (sslMode === 'disable') return false;
  if (sslRootCert !== null) return { ca: readFileSync(sslRootCert, 'utf8') };
  return { rejectUnauthorized: sslMode === 'verify-full' };
}

/** Reads 64-bit integers as bigint, so that every petId is exact. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format);
