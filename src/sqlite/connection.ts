import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { limits as defaultLimits, type Limits } from '../limits.ts';
import { type Platform, systemPlatform } from '../platform.ts';
import { requireKnownSchema } from '../store/migrations.ts';
import type { Awaitable, WriteSession } from '../store/session.ts';
import { headColumns } from '../store/statements.ts';
import type { Head, OpenOptions } from '../store/store.ts';
import {
  entryTable,
  itemTable,
  type Query,
  type Row,
  type Scalar,
  type Statement,
  sql,
  type Table,
} from '../store/tables.ts';
import { makeFolder } from './disk.ts';

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
const parameters = columns.map((_, index) => `$${index + 1}`);
const chainedEntry = `insert into ledger (${columns}, previous_seq)
  values (${parameters}, (select version from item where pet_id = ${parameters[columns.indexOf('pet_id')]}))`;

const headText = `select ${headColumns} from (
  select ifnull(last.seq, 0) as seq, max(ifnull(last.at_ms, 0), head.at_ms) as at_ms, clock_ms() as clock_ms,
    actions_revision, details_revision, reservations_revision, user_version as schema
  from head join pragma_user_version left join (select seq, at_ms from ledger order by seq desc limit 1) as last)`;

type SqliteOptions = Pick<OpenOptions, 'limits'> & {
  readonly platform?: Pick<Platform, 'now'> | undefined;
  readonly readOnly?: boolean;
  /** Whether the first access locks the file itself against all other processes. */
  readonly isExclusive?: boolean;
};

/**
 * A connection to a SQLite file, which is created if it is missing. Prepares each statement once.
 */
export class SqliteConnection implements WriteSession {
  readonly limits: Limits;
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  /**
   * Creates a missing file so that only its owner can read it. SQLite gives its -wal and -shm files
   * the same mode.
   */
  constructor(file: string, options: SqliteOptions = {}) {
    const { readOnly = false, isExclusive = false } = options;
    const { platform = systemPlatform, limits = defaultLimits } = options;
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
    try {
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

  get({ text, values = [] }: Statement): Row | undefined {
    return this.#prepare(text).get(...(values as SQLInputValue[]));
  }

  select<T>({ text, values = [], fromRow }: Query<T>): T[] {
    return this.#prepare(text)
      .all(...(values as SQLInputValue[]))
      .map(fromRow);
  }

  find<T>({ text, fromRow }: Query<T>, values: readonly Scalar[][]): T[] {
    return values.flatMap((some) => this.select({ text, values: some, fromRow }));
  }

  head(): Head {
    const head = this.get({ text: headText }) as Head;
    requireKnownSchema(head);
    return head;
  }

  lockHead(): Head {
    return this.head();
  }

  run({ text, values = [] }: Statement): number {
    return Number(this.#prepare(text).run(...(values as SQLInputValue[])).changes);
  }

  write(statement: Statement): void {
    this.run(statement);
  }

  insert<T extends object>(table: Table<T>, rows: readonly T[]): void {
    for (const row of rows) this.run({ text: table.insertText, values: table.toRow(row) });
  }

  /**
   * Stores ledger entries and the new stock. Each entry refers to the pet's previous entry: see
   * history.ts.
   */
  append(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      this.run({ text: chainedEntry, values: entryTable.toRow(entry) });
      const { petId, after, status, seq } = entry;
      // A removed pet keeps its table row, with a quantity of null.
      this.insert(itemTable, [{ petId, quantity: after as number, status, version: seq }]);
    }
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

  #prepare(text: string): StatementSync {
    const statement =
      this.#prepared.get(text) ?? this.#db.prepare(text.replaceAll(/\$(?=\d)/g, '?'));
    this.#prepared.set(text, statement);
    return statement;
  }
}
