import type { Client, QueryResult } from 'pg';
import type { Query, Row, Statement, Table } from '../store/tables.ts';
import { ConnectionLostError, outcomeUnknown, sqlState } from './errors.ts';

export type Result = QueryResult<Row>;

/** Names of prepared statements by their text. The server prepares each once per connection. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `pawstock_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * A whole column of values travels as one array and is taken apart by `unnest`, so a statement has the same text, and
 * stays prepared, for any number of rows.
 */
export function insertRows<T extends object>({ name, columns, onConflict }: Table<T>, rows: readonly T[]): Statement {
  const names = columns.map((column) => column.name);
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
  return {
    text: `insert into ${name} (${names}) select * from unnest(${arrays}) ${onConflict}`,
    values: columns.map(({ field, toSql }) => rows.map((row) => toSql(row[field] as never))),
  };
}

type SessionOptions = {
  /** After which the driver gives up a query, and the connection with it. A frozen server enforces no time-out itself. */
  readonly timeLeft: () => number;
  readonly isLost: () => boolean;
};

/** One piece of work on a connection. Its queries fail with the server's DatabaseError or with a ConnectionLostError. */
export class Session {
  readonly #client: Client;
  readonly #options: SessionOptions;

  constructor(client: Client, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  async query({ text, values, areArrays }: Statement): Promise<Result> {
    const timeoutMs = Math.max(1, this.#options.timeLeft());
    const prepared = values === undefined ? {} : { name: nameOf(text), values };
    try {
      const rowMode = areArrays && { rowMode: 'array' };
      return await this.#client.query<Row>({ text, ...prepared, ...rowMode, ...{ query_timeout: timeoutMs } });
    } catch (error) {
      throw sqlState(error) === undefined
        ? new ConnectionLostError('The connection is lost.', { cause: error })
        : error;
    }
  }

  async select<T>(query: Query<T>): Promise<T[]> {
    return (await this.query(query)).rows.map(query.fromRow);
  }

  /** For a query that always returns one row. */
  async selectOne<T>(query: Query<T>): Promise<T> {
    return query.fromRow((await this.query(query)).rows[0] ?? {});
  }

  /** Sends all statements before it waits for any, so they cost one round trip. Throws only if it has sent none. */
  async settle(statements: readonly Statement[]): Promise<PromiseSettledResult<Result>[]> {
    if (this.#options.isLost()) throw new ConnectionLostError('The connection is lost.', { cause: 'it was closed' });
    const { stream } = this.#client.connection;
    // In one packet: the driver would send each statement in its own.
    stream.cork();
    const queries = statements.map((statement) => this.query(statement));
    stream.uncork();
    return Promise.allSettled(queries);
  }

  /** The same, and throws the first failure: those after it only say that the transaction has failed. */
  async pipeline(statements: readonly Statement[]): Promise<Result[]> {
    const settled = await this.settle(statements);
    return settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  /** Ends a transaction: runs its last statements and commits, in one round trip. */
  async commit(statements: readonly Statement[] = []): Promise<void> {
    const settled = await this.settle([...statements, { text: 'commit' }]);
    const committed = settled.at(-1);
    if (committed?.status === 'fulfilled') {
      // The server answers ROLLBACK, which is no error, if an earlier statement has failed.
      if (committed.value.command === 'COMMIT') return;
      const failure = settled.find((result) => result.status === 'rejected');
      throw failure?.reason ?? new Error(`The server answered a commit with ${committed.value.command}.`);
    }
    // Class 40: the server has rolled the transaction back.
    throw sqlState(committed?.reason)?.startsWith('40') ? committed?.reason : outcomeUnknown(committed?.reason);
  }
}

export const begin: Statement = { text: 'begin isolation level read committed' };
