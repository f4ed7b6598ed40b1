import postgres from 'postgres';
import { limits } from '../limits.ts';
import type { PostgresAddress } from './address.ts';
import { encryptionFor } from './encryption.ts';
import { isConnectionLost, storeFailure, unreachable } from './failure.ts';
import { socketOpener } from './socket.ts';

export type Sql = postgres.Sql<{ bigint: bigint }>;
export type ReservedSql = postgres.ReservedSql<{ bigint: bigint }>;

type Pool = {
  readonly sql: Sql;
  /** How many of its connections have been closed so far. */
  readonly closings: () => number;
};

function open(address: PostgresAddress, max: number): Pool {
  const { url, schema } = address;
  let closings = 0;
  // The driver's types do not know this option.
  const sockets = { socket: socketOpener() };
  const sql = postgres(url, {
    ...sockets,
    max,
    connect_timeout: limits.postgresConnectTimeoutMs / 1000,
    backoff: (attempt) => Math.min(attempt * 0.1, 1),
    // `fetch_types` stays on: without it the driver never hands out a reserved connection that it opens for that.
    types: { bigint: postgres.BigInt },
    onnotice: () => undefined,
    onclose: () => {
      closings++;
    },
    ssl: encryptionFor(address),
    connection: {
      application_name: 'pawstock',
      ...(schema === null ? {} : { search_path: schema }),
      statement_timeout: limits.postgresServerTimeoutMs,
      lock_timeout: limits.postgresServerTimeoutMs,
      // An instance that hangs in the middle of a write must not hold up the others.
      idle_in_transaction_session_timeout: limits.postgresServerTimeoutMs,
    },
  });
  return { sql, closings: () => closings };
}

/**
 * The driver takes a query for a reserved connection that is closed, and ends the process when it comes to send it. Where
 * a transaction waits for something else between its queries, its connection may have gone meanwhile. Any connection of
 * the pool may be it.
 */
function guarded(sql: ReservedSql, { closings }: Pool): ReservedSql {
  const before = closings();
  const check = () => {
    if (closings() !== before)
      throw Object.assign(new Error('the connection is closed'), { code: 'CONNECTION_CLOSED' });
  };
  const ask = (...query: Parameters<ReservedSql>) => {
    check();
    return sql(...query);
  };
  const unsafe: ReservedSql['unsafe'] = (...query) => {
    check();
    return sql.unsafe(...query);
  };
  return Object.assign(ask, sql, { unsafe });
}

type Deadline = { readonly afterMs: number; readonly failure: () => Error };

const usualDeadline: Deadline = {
  afterMs: limits.postgresDeadlineMs,
  failure: () => unreachable('the server did not answer in time'),
};

/** For work that goes through a whole table. */
export const longDeadline: Deadline = { ...usualDeadline, afterMs: limits.postgresLongDeadlineMs };

/**
 * Some connections to one store. Everything that is asked of the server has a deadline on our side too: a server that
 * is frozen answers nothing, not even that. Past it, all of them are given up and new ones are made.
 */
export class Connections {
  readonly #address: PostgresAddress;
  readonly #max: number;
  #pool: Pool;
  #closed = false;

  constructor(address: PostgresAddress, max: number) {
    this.#address = address;
    this.#max = max;
    this.#pool = open(address, max);
  }

  get schema(): string | null {
    return this.#address.schema;
  }

  /** Failures come as what they mean to a caller. */
  run<T>(work: (sql: Sql) => Promise<T>, deadline?: Deadline): Promise<T> {
    return this.#run(({ sql }) => work(sql), deadline);
  }

  async #run<T>(work: (pool: Pool) => Promise<T>, deadline = usualDeadline): Promise<T> {
    const pool = this.#pool;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(deadline.failure());
        this.#renew(pool, 0);
      }, deadline.afterMs);
    });
    try {
      return await Promise.race([work(pool), late]);
    } catch (error) {
      // The driver must not be asked to use, or to mend, a connection that is gone: what is asked of it then may never
      // be sent, or never be answered.
      if (isConnectionLost(error)) this.#renew(pool, limits.postgresDeadlineMs);
      throw storeFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** With a connection that nobody else uses meanwhile. Whatever transaction a failure leaves open is taken back. */
  runReserved<T>(work: (sql: ReservedSql) => Promise<T>, deadline?: Deadline): Promise<T> {
    return this.#run(async (pool) => {
      const reserved = guarded(await pool.sql.reserve(), pool);
      try {
        const result = await work(reserved);
        reserved.release();
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) await this.#takeBack(pool, reserved);
        throw error;
      }
    }, deadline);
  }

  /** Where that fails, the connections are given up: what counts is the failure before. */
  async #takeBack(pool: Pool, reserved: ReservedSql): Promise<void> {
    try {
      await reserved`rollback`;
      reserved.release();
    } catch {
      this.#renew(pool, limits.postgresDeadlineMs);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.sql.end({ timeout: 1 });
  }

  /** What is under way on the old connections may end within the time. */
  #renew(old: Pool, timeoutMs: number): void {
    if (this.#pool !== old || this.#closed) return;
    this.#pool = open(this.#address, this.#max);
    old.sql.end({ timeout: timeoutMs / 1000 }).catch(() => undefined);
  }
}
