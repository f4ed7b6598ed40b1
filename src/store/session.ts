import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Limits } from '../limits.ts';
import type { Head } from './store.ts';
import type { Lookup, Query, Scalar, Statement, Table } from './tables.ts';

/** The embedded engine returns values. PostgreSQL returns promises. */
export type Awaitable<T> = T | Promise<T>;

export type Select = <T>(query: Query<T>) => Awaitable<T[]>;

/** A transaction that writes. Reads that begin together take one round trip. */
export interface WriteSession {
  readonly limits: Limits;
  /** Until this transaction ends, no other one changes the stock, reservations, keys or webhooks. */
  lockHead(): Awaitable<Head>;
  select: Select;
  /** Finds the rows with one of these combinations of values. May also find rows with another combination of them. */
  find<T extends object>(lookup: Lookup<T>, values: readonly Scalar[][]): Awaitable<T[]>;
  /** Returns how many rows have changed. */
  run(statement: Statement): Awaitable<number>;
  // What `write`, `insert`, `append` and `setHead` store is sent before the next read, or with the commit.
  write(statement: Statement): void;
  insert<T extends object>(table: Table<T>, rows: readonly T[]): void;
  append(entries: readonly LedgerEntry[]): void;
  /** Also stores the levels that the appended entries lead to. */
  setHead(head: Head): void;
  /** Sends everything that waits to be stored. */
  flush(): Awaitable<unknown>;
}
