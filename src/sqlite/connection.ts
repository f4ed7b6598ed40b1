import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { limits } from '../limits.ts';
import type { Query, Row, SqlValue, Statement, Table } from '../store/tables.ts';
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

/** A connection to the file, which is created if it is missing. Prepares each statement once. */
export class Connection {
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

  select<T>({ text, values, fromRow, areArrays = false }: Query<T>): T[] {
    const statement = this.#prepare(text);
    statement.setReturnArrays(areArrays);
    const rows = statement.all(...sqliteValues(values));
    return rows.map(fromRow);
  }

  /** For a query that always returns one row. */
  selectOne<T>(query: Query<T>): T {
    return query.fromRow(this.get(query) ?? {});
  }

  /** Returns how many rows have changed. */
  run({ text, values }: Statement): number {
    return Number(this.#prepare(text).run(...sqliteValues(values)).changes);
  }

  insert<T extends object>(table: Table<T>, rows: readonly T[]): void {
    const statement = this.#prepare(table.insertText);
    for (const row of rows) statement.run(...sqliteValues(table.toRow(row)));
  }

  /** Runs `work` in a transaction that excludes other writers. `onSync` is told how long the commit took. */
  transaction<T>(work: () => T, onSync?: (durationMs: number) => void): T {
    this.exec('begin immediate');
    try {
      const result = work();
      const startedMs = performance.now();
      this.exec('commit');
      onSync?.(performance.now() - startedMs);
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** The same for work that lets the event loop turn. Nothing else may use this connection meanwhile. */
  async longTransaction<T>(work: () => Promise<T>): Promise<T> {
    this.exec('begin immediate');
    try {
      const result = await work();
      this.exec('commit');
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

  [Symbol.dispose](): void {
    this.close();
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
