import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { tooSlow } from '../domain/errors.ts';
import type { Limits } from '../limits.ts';
import { type Platform, systemPlatform } from '../platform.ts';
import type { Lookup } from '../store/lookups.ts';
import { requireKnownSchema } from '../store/migrations.ts';
import type { Awaitable, WriteSession } from '../store/session.ts';
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
  type Table,
  textOf,
} from '../store/tables.ts';
import { makeFolder } from './disk.ts';
import { requireSafeSqlite } from './version.ts';

const pragmas = [
  // With FULL, SQLite syncs the write-ahead log before a commit returns, so acknowledged writes
  // survive a power cut. NORMAL is faster, but would lose such writes.
  'synchronous = full',
  // SQLite moves the write-ahead log into the database when the log has 4 MB, as by default: 4000
  // pages of 1 KiB.
  'wal_autocheckpoint = 4000',
  'trusted_schema = off',
];

const columns = entryTable.columns.map(({ name }) => name);
const parameters = columns.map((_, index) => `?${index + 1}`);
const chainedEntry = `insert into ledger (${columns}, previous_seq)
  values (${parameters}, (select version from item where pet_id = ${parameters[columns.indexOf('pet_id')]}))`;

const headQuery = sql`select ${headColumns} from (
  select ifnull(last.seq, 0) as seq, max(ifnull(last.at_ms, 0), head.at_ms) as at_ms, clock_ms() as clock_ms,
    actions_revision, details_revision, reservations_revision, user_version as schema
  from head join pragma_user_version left join (select seq, at_ms from ledger order by seq desc limit 1) as last)`;

type SqliteOptions = {
  readonly limits: Limits;
  readonly platform?: Pick<Platform, 'now'> | undefined;
  readonly readOnly?: boolean;
  /** Whether the first access locks the file itself against all other processes. */
  readonly isExclusive?: boolean;
};

class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * A connection to a SQLite file, which is created if it is missing. Prepares each statement once.
 */
export class SqliteConnection implements WriteSession {
  readonly limits: Limits;
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  /** When the query that runs is ended at its next stop point. */
  #stopsAtMs = Number.POSITIVE_INFINITY;

  /**
   * Creates a missing file so that only its owner can read it. SQLite gives its -wal and -shm files
   * the same mode.
   */
  constructor(file: string, options: SqliteOptions) {
    const { readOnly = false, isExclusive = false } = options;
    const { limits, platform = systemPlatform } = options;
    this.limits = limits;
    if (!existsSync(file)) {
      makeFolder(dirname(file));
      closeSync(openSync(file, 'a', 0o600));
    }
    this.#db = new DatabaseSync(file, {
      timeout: limits.storeBusyTimeoutMs,
      readOnly,
      // Integers are read as bigint, because a petId may be too large for a number.
      readBigInts: true,
    });
    this.#db.function('clock_ms', () => BigInt(platform.now()));
    this.#db.function('stop_point', () => {
      if (performance.now() > this.#stopsAtMs) throw new StoppedError('the query took too long');
      return 1n;
    });
    try {
      const version = this.get(sql`select sqlite_version() as version`)?.['version'];
      requireSafeSqlite(String(version));
      if (isExclusive) this.exec('pragma locking_mode = exclusive');
      for (const pragma of pragmas) this.exec(`pragma ${pragma}`);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  exec(text: string): void {
    this.#db.exec(text);
  }

  get(statement: Statement): Row | undefined {
    return this.#prepare(textOf(statement, '?')).get(...inputs(statement.values));
  }

  select<T>({ fromRow, ...statement }: Query<T>): T[] {
    return this.#all(textOf(statement, '?'), statement.values).map(fromRow);
  }

  /**
   * Runs a query that may be slow. Throws an error if the query reaches a stop point after `msMax`.
   * SQLite cannot be interrupted otherwise, so a slow query calls `stop_point()` at every few
   * thousand rows that it reads.
   */
  selectWithin<T>(query: Query<T>, msMax: number): T[] {
    this.#stopsAtMs = performance.now() + msMax;
    try {
      return this.select(query);
    } catch (error) {
      throw error instanceof StoppedError ? tooSlow(msMax) : error;
    } finally {
      this.#stopsAtMs = Number.POSITIVE_INFINITY;
    }
  }

  find<T>({ sqlite, fromRow }: Lookup<T>, keys: readonly Scalar[][]): T[] {
    return keys.flatMap((key) => this.#all(sqlite, key).map(fromRow));
  }

  head(): Head {
    const head = headFrom(this.get(headQuery) ?? {});
    requireKnownSchema(head);
    return head;
  }

  lockHead(): Head {
    return this.head();
  }

  run(statement: Statement): number {
    return this.#run(textOf(statement, '?'), statement.values);
  }

  write(statement: Statement): void {
    this.run(statement);
  }

  insert<T extends object>(table: Table<T>, rows: readonly T[]): void {
    for (const row of rows) this.#run(insertText(table), table.toRow(row));
  }

  /**
   * Stores ledger entries and the new stock. Each entry refers to the pet's previous entry: see
   * history.ts.
   */
  append(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      this.#run(chainedEntry, entryTable.toRow(entry));
      const item = itemAfter(entry);
      if (item === undefined) this.#removeItem(entry);
      else this.insert(itemTable, [item]);
    }
  }

  /** A removed pet keeps its table row, with a quantity of null. */
  #removeItem({ petId, status, seq }: LedgerEntry): void {
    this.run(sql`
      update item set quantity = null, status = ${status}, version = ${seq}
      where pet_id = ${petId}`);
  }

  /**
   * Writes to the table `head` if one of its revisions changes, or if the last ledger entry is
   * earlier than `atMs`.
   */
  setHead({ actionsRevision, detailsRevision, reservationsRevision, atMs }: Head): void {
    this.run(sql`
      update head set actions_revision = ${actionsRevision}, details_revision = ${detailsRevision},
        reservations_revision = ${reservationsRevision}, at_ms = ${atMs}
      where (actions_revision, details_revision, reservations_revision)
          <> (${actionsRevision}, ${detailsRevision}, ${reservationsRevision})
        or ${atMs} > ifnull((select at_ms from ledger order by seq desc limit 1), 0)`);
  }

  flush(): void {}

  /**
   * Runs `work` in a transaction, and times the commit. Other statements on this connection would
   * take part in it.
   */
  async transaction<T>(work: () => Awaitable<T>): Promise<{ result: T; syncMs: number }> {
    this.exec('begin immediate');
    try {
      const result = await work();
      const startedMs = performance.now();
      this.exec('commit');
      return { result, syncMs: performance.now() - startedMs };
    } finally {
      // Even a failed commit may have ended the transaction. Then there is nothing to roll back.
      if (this.#db.isTransaction) this.exec('rollback');
    }
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #run(text: string, values?: readonly SqlValue[]): number {
    return Number(this.#prepare(text).run(...inputs(values)).changes);
  }

  #all(text: string, values?: readonly SqlValue[]): Row[] {
    return this.#prepare(text).all(...inputs(values));
  }

  #prepare(text: string): StatementSync {
    const statement = this.#prepared.get(text) ?? this.#db.prepare(text);
    this.#prepared.set(text, statement);
    return statement;
  }
}

/** The parameters of a statement as the driver takes them. Statements for SQLite have no lists. */
function inputs(values: readonly SqlValue[] = []): SQLInputValue[] {
  return values.map((value) => {
    if (typeof value !== 'object' || value === null) return value;
    throw new TypeError('SQLite takes no list as the value of a parameter');
  });
}

const insertTexts = new Map<string, string>();

/** The statement that inserts a row into a table. */
function insertText<T extends object>({ name, columns, onConflict }: Table<T>): string {
  const known = insertTexts.get(name);
  if (known !== undefined) return known;
  const names = columns.map((column) => column.name);
  const parameters = names.map((_, index) => `?${index + 1}`);
  const text = `insert into ${name} (${names}) values (${parameters}) ${onConflict}`;
  insertTexts.set(name, text);
  return text;
}
