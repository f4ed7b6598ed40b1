import type { Client, QueryResult } from 'pg';
import { ConnectionLostError, outcomeUnknown, sqlState } from './errors.ts';

type Scalar = string | number | bigint | boolean | null;

/** A statement that the server prepares once per connection and runs with these parameters. */
export type Statement = {
  readonly text: string;
  readonly name?: string;
  readonly values?: (Scalar | readonly Scalar[])[];
};

type Row = Record<string, unknown>;
export type Result = QueryResult<Row>;

const prepared = new Map<TemplateStringsArray, Pick<Statement, 'text' | 'name'>>();

/**
 * Turns a template into a statement; what is interpolated becomes a parameter. A whole column of values travels as one
 * array and is taken apart by `unnest`, so a statement has the same text, and stays prepared, for any number of rows.
 */
export function sql(strings: TemplateStringsArray, ...values: (Scalar | readonly Scalar[])[]): Statement {
  let statement = prepared.get(strings);
  if (statement === undefined) {
    const text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
    statement = { text, name: `pawstock_${prepared.size + 1}` };
    prepared.set(strings, statement);
  }
  return { ...statement, values };
}

type Options = {
  /** When the driver gives up a query and the connection with it. A frozen server enforces none of its own time-outs. */
  readonly deadlineAtMs: number;
  readonly isLost: () => boolean;
};

/** One piece of work on a connection. Its queries fail with the server's DatabaseError or with a ConnectionLostError. */
export class Session {
  readonly #client: Client;
  readonly #options: Options;

  constructor(client: Client, options: Options) {
    this.#client = client;
    this.#options = options;
  }

  async query(statement: Statement): Promise<Result> {
    const timeoutMs = Math.max(1, this.#options.deadlineAtMs - Date.now());
    try {
      return await this.#client.query<Row>({ ...statement, ...{ query_timeout: timeoutMs } });
    } catch (error) {
      throw sqlState(error) === undefined
        ? new ConnectionLostError('The connection is lost.', { cause: error })
        : error;
    }
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
export const rollback: Statement = { text: 'rollback' };
