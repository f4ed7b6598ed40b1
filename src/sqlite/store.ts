import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { allOf } from '../store/pages.ts';
import { entryOf } from '../store/rows.ts';
import type { Head, HistoryPage, ImportOptions, ImportTotals, KeyUse, Store, StoreContents } from '../store/store.ts';
import { entryColumns } from './columns.ts';
import { connect, identityOf, keepToOwner } from './connection.ts';
import { contentsOf, fill } from './contents.ts';
import { fileIsGone, fullDisk, readFailure, storeFailure } from './failure.ts';
import { History } from './history.ts';
import { importItems } from './import-items.ts';
import { KeyTable } from './key-table.ts';
import { migrate } from './migrate.ts';
import { Writer, type WriterEvents } from './writer.ts';

/**
 * The embedded engine: one file, used by any number of processes. Reads are made on the calling thread, where they
 * cost microseconds; a service's writes go to a thread of their own, because they wait for the disk.
 */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #keys: KeyTable;
  readonly #head;
  readonly #entriesAfter;
  readonly #history;
  readonly #events: WriterEvents;
  readonly #identity: string | undefined;
  #lookedAtMs = 0;
  #writer: Writer | undefined;

  private constructor(file: string, db: DatabaseSync, events: WriterEvents) {
    this.#file = file;
    this.#identity = identityOf(file);
    this.#db = db;
    this.#events = events;
    this.#keys = new KeyTable(db);
    this.#head = db.prepare(
      `select ifnull((select max(seq) from ledger), 0) as seq,
              ifnull((select max(revision) from api_key), 0) as keys_revision`,
    );
    this.#entriesAfter = db.prepare(`select ${entryColumns} from ledger where seq > ? order by seq limit ?`);
    this.#history = new History(db);
  }

  static async open(file: string, events: WriterEvents): Promise<SqliteStore> {
    let db: DatabaseSync | undefined;
    try {
      db = connect(file);
      await migrate(db);
      keepToOwner(file);
      return new SqliteStore(file, db, events);
    } catch (error) {
      db?.close();
      throw fullDisk(dirname(file), error) ?? error;
    }
  }

  head(): Head {
    return attempt(() => {
      this.#lookAfterFile();
      const row = this.#head.get();
      return { seq: Number(row?.['seq']), keysRevision: Number(row?.['keys_revision']) };
    });
  }

  load(): Promise<{ seq: number; items: Item[] }> {
    return this.#atOneMoment(async (db) => {
      const { lastSeq, items } = contentsOf(db);
      return { seq: lastSeq, items: await allOf(items()) };
    });
  }

  readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T> {
    return this.#atOneMoment((db) => work(contentsOf(db)));
  }

  async fill(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean> {
    return fill(this.#db, contents, onProgress).catch((error: unknown) => {
      throw fullDisk(dirname(this.#file), error) ?? storeFailure(error);
    });
  }

  entriesAfter(seq: number, limit: number): LedgerEntry[] {
    return attempt(() => this.#entriesAfter.all(seq, limit).map(entryOf));
  }

  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]> {
    return attempt(() => this.#history.read(petId, page));
  }

  commit(writes: readonly Write[], atMs: number): Promise<Outcome[]> {
    return this.#thread().send({ task: 'commit', writes, atMs });
  }

  async importItems(commands: readonly Command[], options: ImportOptions): Promise<ImportTotals> {
    return this.#write(() => importItems(this.#db, commands, options));
  }

  async forgetIdempotencyKeys(olderThanMs: number): Promise<void> {
    await this.#thread().send({ task: 'forgetIdempotencyKeys', olderThanMs });
  }

  keysChangedAfter(revision: number): ApiKey[] {
    return attempt(() => this.#keys.changedAfter(revision));
  }

  async keys(): Promise<ApiKey[]> {
    return this.keysChangedAfter(0);
  }

  async changeKeys(name: string, decideKeys: (named: ApiKey[]) => KeyDecision): Promise<string | undefined> {
    return this.#write(() => this.#keys.change(name, decideKeys));
  }

  async recordKeyUses(uses: readonly KeyUse[]): Promise<void> {
    await this.#thread().send({ task: 'recordKeyUses', uses });
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#db.close();
  }

  /** For commands: a service writes on its thread. */
  #write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw fullDisk(dirname(this.#file), error) ?? storeFailure(error);
    }
  }

  /** A file that was removed or replaced still answers, to us alone: what it says is no longer the store's. */
  #lookAfterFile(): void {
    const nowMs = Date.now();
    if (nowMs - this.#lookedAtMs < limits.fileCheckIntervalMs) return;
    if (identityOf(this.#file) !== this.#identity) throw fileIsGone();
    this.#lookedAtMs = nowMs;
  }

  /** On a connection of its own, so that a long look at one moment does not hold the other reads back in time. */
  async #atOneMoment<T>(work: (db: DatabaseSync) => Promise<T>): Promise<T> {
    const db = connect(this.#file, { readOnly: true });
    try {
      db.exec('begin');
      return await work(db);
    } catch (error) {
      throw storeFailure(error);
    } finally {
      db.close();
    }
  }

  /** Started by the first write: commands that only read, or write by themselves, need no thread. */
  #thread(): Writer {
    this.#writer ??= new Writer(this.#file, this.#events);
    return this.#writer;
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw readFailure(error);
  }
}
