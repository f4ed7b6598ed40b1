import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { limits } from '../limits.ts';
import { reservationStatements } from '../store/reservations.ts';
import type { Awaitable, LockedHead, WriteSession } from '../store/session.ts';
import { headFromRow, lockedHeadFromRow } from '../store/statements.ts';
import type { Head } from '../store/store.ts';
import {
  entryTable,
  type Lookup,
  type Query,
  type Row,
  type Scalar,
  type SqlValue,
  type Statement,
  type Table,
} from '../store/tables.ts';
import { makeFolder } from './disk.ts';

const pragmas = [
  // FULL syncs the write-ahead log before a commit returns, so what is acknowledged survives a power cut. NORMAL is
  // faster and would lose it.
  'synchronous = full',
  // As many bytes of log as SQLite allows by default before it is moved into the database, in smaller pages.
  'wal_autocheckpoint = 4000',
  'foreign_keys = on',
  'trusted_schema = off',
];

/** By this machine's clock. */
export const reservations = reservationStatements({
  now: "cast(round(unixepoch('subsec') * 1000) as integer)",
  list: (parameter, type) => `(select cast(value as ${type}) from json_each(${parameter}))`,
});

const columns = entryTable.columns.map(({ name }) => name);
const parameters = columns.map((_, index) => `$${index + 1}`);
const chainedEntry = `insert into ledger (${columns}, previous_seq)
  values (${parameters}, (select version from item where pet_id = ${parameters[columns.indexOf('pet_id')]}))`;
const level = `insert into item (pet_id, quantity, status, version) values ($1, $2, $3, $4)
  on conflict (pet_id) do update set quantity = excluded.quantity, status = excluded.status, version = excluded.version`;

const head = `
  select coalesce((select max(seq) from ledger), 0) as seq,
    coalesce((select max(revision) from api_key), 0) as keys_revision,
    coalesce((select max(revision) from pet_details), 0) as details_revision`;
export const headQuery: Query<Head> = { text: head, fromRow: headFromRow };
const lockedHead: Query<LockedHead> = {
  text: `${head}, coalesce((select at_ms from ledger order by seq desc limit 1), 0) as at_ms`,
  fromRow: lockedHeadFromRow,
};

/** A connection to the file, which is created if it is missing. Prepares each statement once. */
export class Connection implements WriteSession {
  readonly reservations = reservations;
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  /**
   * Only the owner can read a new file, and those that SQLite creates beside it. An exclusive connection needs no memory
   * that is shared with others, which takes room on the disk.
   */
  constructor(file: string, { readOnly = false, exclusive = false } = {}) {
    if (!existsSync(file)) {
      makeFolder(dirname(file));
      closeSync(openSync(file, 'a', 0o600));
    }
    this.#db = new DatabaseSync(file, {
      timeout: limits.storeBusyTimeoutMs,
      readOnly,
      // Also for statements that return no rows: they report the last row's id, and a petId may not fit into a number.
      readBigInts: true,
    });
    try {
      for (const pragma of [...(exclusive ? ['locking_mode = exclusive'] : []), ...pragmas])
        this.exec(`pragma ${pragma}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  exec(text: string): void {
    this.#db.exec(text);
  }

  get({ text, values }: Statement): Row | undefined {
    return this.#prepare(text).get(...sqliteValues(values));
  }

  select<T>({ text, values, fromRow, areArrays = false, areNumbers = false }: Query<T>): T[] {
    const statement = this.#prepare(text);
    statement.setReturnArrays(areArrays);
    statement.setReadBigInts(!areNumbers);
    const rows = statement.all(...sqliteValues(values));
    return rows.map(fromRow);
  }

  /** For a query that always returns one row. */
  selectOne<T>(query: Query<T>): T {
    return query.fromRow(this.get(query) ?? {});
  }

  find<T extends object>({ text, fromRow }: Lookup<T>, values: readonly Scalar[][]): T[] {
    const statement = this.#prepare(text);
    return values.flatMap((some) => statement.all(...sqliteValues(some)).map(fromRow));
  }

  lockHead(): LockedHead {
    return this.selectOne(lockedHead);
  }

  run({ text, values }: Statement): number {
    return Number(this.#prepare(text).run(...sqliteValues(values)).changes);
  }

  write(statement: Statement): void {
    this.run(statement);
  }

  insert<T extends object>(table: Table<T>, rows: readonly T[]): void {
    const statement = this.#prepare(table.insertText);
    for (const row of rows) statement.run(...sqliteValues(table.toRow(row)));
  }

  /** Every entry names the pet's entry before it: see history.ts. */
  append(entries: readonly LedgerEntry[]): void {
    const storeEntry = this.#prepare(chainedEntry);
    const storeLevel = this.#prepare(level);
    for (const entry of entries) {
      storeEntry.run(...sqliteValues(entryTable.toRow(entry)));
      storeLevel.run(entry.petId, entry.after, entry.status, entry.seq);
    }
  }

  /** The head follows from the tables, and levels are stored with each entry. */
  setHead(): void {}

  flush(): void {}

  /**
   * Runs `work` in a transaction that excludes other writers. Nothing else may use this connection until it has ended.
   * `onSync` is told how long the commit took.
   */
  async transaction<T>(work: () => Awaitable<T>, onSync?: (durationMs: number) => void): Promise<T> {
    this.exec('begin immediate');
    try {
      const result = await work();
      const startedMs = performance.now();
      this.exec('commit');
      onSync?.(performance.now() - startedMs);
      return result;
    } finally {
      this.rollback();
    }
  }

  /** A failed commit may have ended the transaction itself. */
  rollback(): void {
    if (this.#db.isTransaction) this.exec('rollback');
  }

  close(): void {
    this.#db.close();
  }

  #prepare(text: string): StatementSync {
    const statement = this.#prepared.get(text) ?? this.#db.prepare(text.replaceAll(/\$(?=\d)/g, '?'));
    this.#prepared.set(text, statement);
    return statement;
  }
}

/** Arrays are for PostgreSQL alone. */
function sqliteValues(values: readonly SqlValue[] = []): SQLInputValue[] {
  return values as SQLInputValue[];
}
