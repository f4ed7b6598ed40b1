import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { WebhookDecision } from '../domain/webhook.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { collect } from '../store/collect.ts';
import { entryFromRow, nameFromRow } from '../store/rows.ts';
import type {
  ExistingWebhooks,
  Head,
  HistoryPage,
  ImportOptions,
  ImportTotals,
  KeyUse,
  Store,
  StoreContents,
  StoredName,
  WebhookLease,
  WebhookUpdate,
} from '../store/store.ts';
import { entryColumns, nameColumns } from './columns.ts';
import { connect, identityOf, restrictToOwner } from './connection.ts';
import { contentsOf, restore } from './contents.ts';
import { fileIsGone, fullDisk, openFailure, readFailure, writeFailure } from './errors.ts';
import { History } from './history.ts';
import { importItems } from './import-items.ts';
import { KeyTable } from './key-table.ts';
import { migrate } from './migrate.ts';
import { WebhookTable } from './webhook-table.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';
import { Writer, type WriterEvents } from './writer-client.ts';

/**
 * The embedded engine: one file, used by any number of processes. Reads run on the calling thread, where they take
 * microseconds. A service's writes run on a thread of their own, because they wait for the disk.
 */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #log: WriteAheadLog;
  readonly #keys: KeyTable;
  readonly #webhooks: WebhookTable;
  readonly #head;
  readonly #entriesAfter;
  readonly #namesChangedAfter;
  readonly #history;
  readonly #events: WriterEvents;
  readonly #identity: string | undefined;
  #fileCheckedAtMs = 0;
  #writer: Writer | undefined;

  private constructor(file: string, db: DatabaseSync, log: WriteAheadLog, events: WriterEvents) {
    this.#file = file;
    this.#identity = identityOf(file);
    this.#db = db;
    this.#log = log;
    this.#events = events;
    this.#keys = new KeyTable(db);
    this.#webhooks = new WebhookTable(db);
    this.#head = db.prepare(
      `select ifnull((select max(seq) from ledger), 0) as seq,
              ifnull((select max(revision) from api_key), 0) as keys_revision,
              ifnull((select max(revision) from pet_name), 0) as names_revision`,
    );
    this.#entriesAfter = db.prepare(`select ${entryColumns} from ledger where seq > ? order by seq limit ?`);
    this.#namesChangedAfter = db.prepare(`select ${nameColumns} from pet_name where revision > ? limit ?`);
    this.#history = new History(db);
  }

  static async open(file: string, events: WriterEvents): Promise<SqliteStore> {
    let db: DatabaseSync | undefined;
    let log: WriteAheadLog | undefined;
    try {
      syncDatabase(file);
      db = connect(file);
      log = new WriteAheadLog(db, file);
      await migrate(db, log);
      restrictToOwner(file);
      return new SqliteStore(file, db, log, events);
    } catch (error) {
      db?.close();
      log?.close();
      throw openFailure(file, error);
    }
  }

  head(): Head {
    return reading(() => {
      this.#requireSameFile();
      const row = this.#head.get();
      return {
        seq: Number(row?.['seq']),
        keysRevision: Number(row?.['keys_revision']),
        namesRevision: Number(row?.['names_revision']),
      };
    });
  }

  load(): Promise<{ seq: number; items: Item[] }> {
    return this.#atOneMoment(async (db) => {
      const { lastSeq, items } = contentsOf(db);
      return { seq: lastSeq, items: await collect(items()) };
    });
  }

  readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T> {
    return this.#atOneMoment((db) => work(contentsOf(db)));
  }

  async restore(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean> {
    return this.#write(() => restore(this.#db, contents, onProgress));
  }

  entriesAfter(seq: number, limit: number): LedgerEntry[] {
    return reading(() => this.#entriesAfter.all(seq, limit).map(entryFromRow));
  }

  entriesBefore(seq: number, limit: number): LedgerEntry[] {
    return reading(() => this.#history.readAll(seq, limit));
  }

  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]> {
    return reading(() => this.#history.read(petId, page));
  }

  commit(writes: readonly Write[], atMs: number): Promise<Outcome[]> {
    return this.#thread().send<Outcome[]>({ task: 'commit', writes, atMs });
  }

  async importItems(commands: readonly Command[], options: ImportOptions): Promise<ImportTotals> {
    return this.#write(() => importItems(this.#db, commands, options));
  }

  async deleteIdempotencyRecords(olderThanMs: number): Promise<void> {
    await this.#thread().send({ task: 'deleteIdempotencyRecords', olderThanMs });
  }

  namesChangedAfter(revision: number, limit: number): StoredName[] {
    return reading(() => this.#namesChangedAfter.all(revision, limit).map(nameFromRow));
  }

  keysChangedAfter(revision: number): ApiKey[] {
    return reading(() => this.#keys.changedAfter(revision));
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

  async webhooks() {
    return reading(() => ({ lease: this.#webhooks.lease(), webhooks: this.#webhooks.all() }));
  }

  async changeWebhooks(decide: (existing: ExistingWebhooks) => WebhookDecision): Promise<string | undefined> {
    return this.#write(() => this.#webhooks.change(decide));
  }

  takeWebhookLease(seen: WebhookLease, holder: string): Promise<boolean> {
    return this.#thread().send<boolean>({ task: 'takeWebhookLease', seen, holder });
  }

  saveWebhooks(holder: string, progress: readonly WebhookUpdate[], nextHolder = holder): Promise<boolean> {
    return this.#thread().send<boolean>({ task: 'saveWebhooks', holder, progress, nextHolder });
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#db.close();
    this.#log.close();
  }

  /** Writes of commands. A service writes on its writer thread. */
  async #write<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      this.#log.prepareForWriting();
      return await work();
    } catch (error) {
      throw fullDisk(dirname(this.#file), error) ?? writeFailure(this.#file, error);
    }
  }

  /** SQLite still reads a file that was removed or replaced, but that is no longer the store. */
  #requireSameFile(): void {
    const nowMs = Date.now();
    if (nowMs - this.#fileCheckedAtMs < limits.fileCheckIntervalMs) return;
    if (identityOf(this.#file) !== this.#identity) throw fileIsGone();
    this.#fileCheckedAtMs = nowMs;
  }

  /** On a connection of its own, so that a long transaction does not make other reads stale. */
  async #atOneMoment<T>(work: (db: DatabaseSync) => Promise<T>): Promise<T> {
    let db: DatabaseSync | undefined;
    try {
      db = connect(this.#file, { readOnly: true });
      db.exec('begin');
      return await work(db);
    } catch (error) {
      throw readFailure(error);
    } finally {
      db?.close();
    }
  }

  /** Started by the first write of a service. Commands do without it. */
  #thread(): Writer {
    this.#writer ??= new Writer(this.#file, this.#log.state, this.#events);
    return this.#writer;
  }
}

function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw readFailure(error);
  }
}
