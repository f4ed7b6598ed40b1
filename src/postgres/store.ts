import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { allOf } from '../store/pages.ts';
import { entryOf } from '../store/rows.ts';
import type { Head, HistoryPage, ImportOptions, ImportTotals, KeyUse, Store, StoreContents } from '../store/store.ts';
import type { PostgresAddress } from './address.ts';
import { Connections, longDeadline, type ReservedSql } from './connection.ts';
import { contentsOf, fill } from './contents.ts';
import { outcomeUnknown, unreachable } from './failure.ts';
import { importItems } from './import-items.ts';
import { changeKeys, keysChangedAfter, recordKeyUses } from './key-table.ts';
import { commitBatch } from './ledger-writer.ts';
import { migrate } from './migrate.ts';

/** The engine for many instances: PostgreSQL, in a schema of its own. */
export class PostgresStore implements Store {
  readonly #reads: Connections;
  readonly #writes: Connections;

  private constructor(address: PostgresAddress) {
    this.#reads = new Connections(address, limits.postgresReadConnectionsMax);
    // One is enough: an instance has one batch under way at a time.
    this.#writes = new Connections(address, 1);
  }

  static async open(address: PostgresAddress): Promise<PostgresStore> {
    const store = new PostgresStore(address);
    try {
      await migrate(store.#writes);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** A standby may lag behind what was acknowledged, so it is as good as no server. */
  head(): Promise<Head> {
    return this.#reads.run(async (sql) => {
      const [row] = await sql`select seq, keys_revision, pg_is_in_recovery() as standby from head`;
      if (row?.['standby'] !== false) throw unreachable('the server is a standby');
      return { seq: Number(row['seq']), keysRevision: Number(row['keys_revision']) };
    });
  }

  load(): Promise<{ seq: number; items: Item[] }> {
    return this.readAll(async ({ lastSeq, items }) => ({ seq: lastSeq, items: await allOf(items()) }));
  }

  entriesAfter(seq: number, limit: number): Promise<LedgerEntry[]> {
    return this.#reads.run(async (sql) => {
      const rows = await sql`select * from ledger where seq > ${seq} order by seq limit ${limit}`;
      return rows.map(entryOf);
    });
  }

  history(petId: PetId, { before, limit }: HistoryPage): Promise<LedgerEntry[]> {
    return this.#reads.run(async (sql) => {
      const rows = await sql`
        select * from ledger where pet_id = ${petId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by seq desc limit ${limit}`;
      return rows.map(entryOf);
    });
  }

  /** What the server undid, or never began, is tried again for a moment; what may have been committed is not. */
  async commit(writes: readonly Write[], atMs: number): Promise<Outcome[]> {
    const startedMs = Date.now();
    for (;;) {
      try {
        return await this.#tryCommit(writes, atMs);
      } catch (error) {
        const repeatable = error instanceof DomainError && error.code === 'store_unavailable';
        if (!repeatable || Date.now() - startedMs > limits.postgresRetryMs) throw error;
        await delay(limits.postgresRetryIntervalMs);
      }
    }
  }

  async #tryCommit(writes: readonly Write[], atMs: number): Promise<Outcome[]> {
    let committing = false;
    const onCommitting = () => {
      committing = true;
    };
    const late = 'the server did not answer in time';
    const outcomes = await this.#writes.runReserved((sql) => commitBatch(sql, writes, { atMs, onCommitting }), {
      afterMs: limits.postgresDeadlineMs,
      failure: () => (committing ? outcomeUnknown(late) : unreachable(late)),
    });
    return [...outcomes];
  }

  importItems(commands: readonly Command[], options: ImportOptions): Promise<ImportTotals> {
    const work = (sql: ReservedSql) => importItems(sql, commands, options);
    return this.#writes.runReserved(work, longDeadline);
  }

  async forgetIdempotencyKeys(olderThanMs: number): Promise<void> {
    await this.#writes.run((sql) => sql`delete from remembered where at_ms <= ${olderThanMs}`);
  }

  keysChangedAfter(revision: number): Promise<ApiKey[]> {
    return this.#reads.run((sql) => keysChangedAfter(sql, revision));
  }

  keys(): Promise<ApiKey[]> {
    return this.keysChangedAfter(0);
  }

  changeKeys(name: string, decideKeys: (named: ApiKey[]) => KeyDecision): Promise<string | undefined> {
    return this.#writes.runReserved((sql) => changeKeys(sql, name, decideKeys));
  }

  recordKeyUses(uses: readonly KeyUse[]): Promise<void> {
    return this.#writes.run((sql) => recordKeyUses(sql, uses));
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }

  readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T> {
    return this.#reads.runReserved(async (sql) => {
      await sql`begin isolation level repeatable read read only`;
      await sql`set local statement_timeout = 0`;
      const result = await work(await contentsOf(sql));
      await sql`rollback`;
      return result;
    }, longDeadline);
  }

  fill(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean> {
    return this.#writes.runReserved((sql) => fill(sql, contents, onProgress), longDeadline);
  }
}
