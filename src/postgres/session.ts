import { elementAt } from '@pawstock/shared/element-at.ts';
import type { PetId } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Client, QueryResult } from 'pg';
import { outcomeUnknown } from '../domain/errors.ts';
import type { Limits } from '../limits.ts';
import type { Lookup } from '../store/lookups.ts';
import { requireKnownSchema } from '../store/migrations.ts';
import type { WriteSession } from '../store/session.ts';
import { headColumns, headFrom } from '../store/statements.ts';
import type { Head } from '../store/store.ts';
import {
  entryTable,
  itemTable,
  type Query,
  type Row,
  type Scalar,
  type SqlValue,
  type Statement,
  sql,
  sqlText,
  type Table,
  textOf,
} from '../store/tables.ts';
import { ConnectionLostError, sqlState } from './errors.ts';
import type { LedgerCheckpoint } from './ledger-checkpoint.ts';

type Result = QueryResult<Row>;

/** A statement as the server takes it, with parameters $1, $2 and so on. */
type ServerStatement = {
  readonly text: string;
  /** If undefined, the statement is not prepared. */
  readonly values: readonly SqlValue[] | undefined;
};

const toServer = (statement: Statement): ServerStatement => ({
  text: textOf(statement, '$'),
  values: statement.values,
});

/**
 * The name of each prepared statement by its SQL. The server prepares a statement once for each
 * connection.
 */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `pawstock_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * An insert of any number of rows. Each column is sent as one array, which `unnest` takes apart, so
 * the SQL is always the same and stays prepared.
 */
function insertRows<T extends object>(
  { name, columns, onConflict }: Table<T>,
  rows: readonly T[],
): Statement {
  const names = columns.map((column) => column.name);
  const insert = `insert into ${name} (${names}) select * from unnest(`;
  const casts = columns.map(({ type }) => `::${type}[]`);
  return {
    parts: [
      insert,
      ...casts.slice(0, -1).map((cast) => `${cast}, `),
      `${casts.at(-1)}) ${onConflict}`,
    ],
    values: columns.map(({ valueIn }) => rows.map(valueIn)),
  };
}

type SessionOptions = {
  /**
   * Returns how many milliseconds the next query may take. Without a limit, a server that hangs
   * would never end it.
   */
  readonly timeLeft: () => number;
  readonly isLost: () => boolean;
  /** The number of the connection, by which a caller notices that it is another one. */
  readonly connection: number;
  readonly ledger: LedgerCheckpoint | undefined;
  readonly limits: Limits;
};

/** SQL for the time on the server's clock in milliseconds. All instances use this clock. */
const clock = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

const anyHead = sql`
  select ${headColumns}, pg_is_in_recovery() as is_standby
  from (select *, ${sqlText(clock)} as clock_ms, version as schema from head, pawstock_schema) as known`;

type ServerHead = Head & { readonly isStandby: boolean };
const headQuery = (statement: Statement): Query<ServerHead> => ({
  ...statement,
  fromRow: (row) => ({ ...headFrom(row), isStandby: row['is_standby'] === true }),
});

export const headOrStandby = headQuery(anyHead);

/**
 * Locks the only row of the table `head`, and then reads the clock, so that times follow the order
 * of writes.
 */
const lockedHead = headQuery(
  sql`with head as materialized (select * from head for update) ${anyHead}`,
);

/**
 * One piece of work on a connection to PostgreSQL. Queries fail with a DatabaseError or a
 * ConnectionLostError.
 */
export class Session implements WriteSession {
  readonly limits: Limits;
  readonly connection: number;
  readonly #client: Client;
  readonly #options: SessionOptions;
  /** Queued statements, which are sent together with the next query. */
  readonly #unsent: ServerStatement[] = [];
  /** The first error of this session. Later errors only say that the transaction has failed. */
  #failure: unknown;
  /**
   * Each changed pet's last ledger entry. `setHead` stores a pet only once, because each update
   * leaves a dead row.
   */
  readonly #lastEntries = new Map<PetId, LedgerEntry>();

  constructor(client: Client, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.limits = options.limits;
    this.connection = options.connection;
  }

  async #query({ text, values }: ServerStatement): Promise<Result> {
    const timeoutMs = Math.max(1, this.#options.timeLeft());
    const prepared = values === undefined ? {} : { name: nameOf(text), values: [...values] };
    try {
      return await this.#client.query<Row>({ text, ...prepared, ...{ query_timeout: timeoutMs } });
    } catch (error) {
      const isOfServer = sqlState(error) !== undefined;
      this.#failure ??= isOfServer
        ? error
        : new ConnectionLostError('The connection is lost.', { cause: error });
      throw this.#failure;
    }
  }

  async select<T>(query: Query<T>): Promise<T[]> {
    return (await this.#send(toServer(query))).rows.map(query.fromRow);
  }

  /** Runs a query that always returns one row. */
  async selectOne<T>(query: Query<T>): Promise<T> {
    return (await this.select(query))[0] ?? query.fromRow({});
  }

  async find<T>({ postgres, fromRow }: Lookup<T>, keys: readonly Scalar[][]): Promise<T[]> {
    const [first] = keys;
    if (first === undefined) return [];
    const lists = first.map((_, index) => keys.map((key) => elementAt(key, index)));
    const { rows } = await this.#send({ text: postgres, values: lists });
    return rows.map(fromRow);
  }

  /**
   * Locks the only row of the table `head`, so that instances write in turn: docs/decisions/0021.
   */
  async lockHead(): Promise<Head> {
    const head = await this.selectOne(lockedHead);
    requireKnownSchema(head);
    this.#options.ledger?.compare(head.seq);
    return head;
  }

  async run(statement: Statement): Promise<number> {
    return (await this.#send(toServer(statement))).rowCount ?? 0;
  }

  write(statement: Statement): void {
    this.#unsent.push(toServer(statement));
  }

  insert<T extends object>(table: Table<T>, rows: readonly T[]): void {
    if (rows.length > 0) this.write(insertRows(table, rows));
  }

  append(entries: readonly LedgerEntry[]): void {
    this.insert(entryTable, entries);
    for (const entry of entries) this.#lastEntries.set(entry.petId, entry);
  }

  setHead({ seq, atMs, actionsRevision, detailsRevision, reservationsRevision }: Head): void {
    const lastEntries = [...this.#lastEntries.values()];
    this.#lastEntries.clear();
    const items = lastEntries.flatMap((entry) => itemAfter(entry) ?? []);
    this.insert(itemTable, items);
    const removed = lastEntries.filter(({ after }) => after === null).map(({ petId }) => petId);
    if (removed.length > 0)
      this.write(sql`delete from item where pet_id = any(${removed}::bigint[])`);
    this.write(sql`
      update head set seq = ${seq}, at_ms = ${atMs}, actions_revision = ${actionsRevision},
        details_revision = ${detailsRevision}, reservations_revision = ${reservationsRevision}`);
  }

  /** Sends the statement after all queued statements, and returns its result. */
  async #send(statement: ServerStatement): Promise<Result> {
    this.#unsent.push(statement);
    const results = await this.flush();
    return elementAt(results, results.length - 1);
  }

  /**
   * Sends all statements in one round trip. If the connection is already lost, throws and sends
   * nothing.
   */
  async #settle(statements: readonly ServerStatement[]): Promise<PromiseSettledResult<Result>[]> {
    if (this.#options.isLost())
      throw new ConnectionLostError('The connection is lost.', { cause: 'it was closed' });
    const { stream } = this.#client.connection;
    // Everything that is written in this turn of the event loop goes in one packet, not in a packet
    // for each statement.
    stream.cork();
    process.nextTick(() => stream.uncork());
    return Promise.allSettled(statements.map((statement) => this.#query(statement)));
  }

  /** Sends all queued statements, and throws the first failure. */
  async flush(): Promise<Result[]> {
    const settled = await this.#settle(this.#unsent.splice(0));
    return settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  /** Sends the commit in one round trip with the queued statements. */
  async commit(): Promise<void> {
    this.write(sqlText('commit'));
    const settled = await this.#settle(this.#unsent.splice(0));
    const committed = settled.at(-1);
    if (committed?.status === 'fulfilled') {
      // If an earlier statement has failed, the server answers the commit with ROLLBACK and reports
      // no error.
      if (committed.value.command === 'COMMIT') return;
      const failure = settled.find((result) => result.status === 'rejected');
      throw (
        failure?.reason ??
        new Error(`The server answered a commit with ${committed.value.command}.`)
      );
    }
    // An error of SQLSTATE class 40 means that the server has rolled the transaction back.
    throw sqlState(committed?.reason)?.startsWith('40')
      ? committed?.reason
      : outcomeUnknown(committed?.reason);
  }
}
