import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Limits } from '../limits.ts';
import type { Lookup } from './lookups.ts';
import type { Head } from './store.ts';
import type { Query, Scalar, Statement, Table } from './tables.ts';

/** A value that SQLite returns at once, and PostgreSQL as a promise. */
export type Awaitable<T> = T | Promise<T>;

export type Select = <T>(query: Query<T>) => Awaitable<T[]>;

/**
 * A transaction that reads and writes. In PostgreSQL, reads that are started together take one
 * round trip.
 */
export interface WriteSession {
  readonly limits: Limits;
  /**
   * Locks the store: until this transaction ends, no other one changes stock, reservations, API
   * keys or webhooks.
   */
  lockHead(): Awaitable<Head>;
  select: Select;
  /** Finds the rows of all these keys. A key is a list of the values of its parts. */
  find<T>(lookup: Lookup<T>, keys: readonly Scalar[][]): Awaitable<T[]>;
  /** Runs a statement at once, and returns how many rows it has changed. */
  run(statement: Statement): Awaitable<number>;
  // For PostgreSQL, `write`, `insert`, `append` and `setHead` are sent with the next read, `run`,
  // `flush` or commit.
  write(statement: Statement): void;
  insert<T extends object>(table: Table<T>, rows: readonly T[]): void;
  append(entries: readonly LedgerEntry[]): void;
  /** Stores the new head of the store, and the stock after the appended ledger entries. */
  setHead(head: Head): void;
  flush(): Awaitable<unknown>;
}
