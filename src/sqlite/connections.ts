import { dirname } from 'node:path';
import type { Access } from '../store/store.ts';
import { Connection } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileIsGone, fullDisk, readFailure, writeFailure } from './errors.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import { WriterClient, type WriterEvents } from './writer-client.ts';

const fileCheckIntervalMs = 500;

type Options = WriterEvents & { readonly access: Access };

/**
 * How one process uses the file. Reads run on the calling thread, where they take microseconds. A service's writes run on
 * a thread of their own, because they wait for the disk.
 */
export class Connections {
  readonly #db: Connection;
  readonly #log: WriteAheadLog;
  readonly #file: string;
  readonly #options: Options;
  readonly #identity: string | undefined;
  #fileCheckedAtMs = 0;
  #writer: WriterClient | undefined;

  constructor(file: string, { db, log }: { db: Connection; log: WriteAheadLog }, options: Options) {
    this.#db = db;
    this.#log = log;
    this.#file = file;
    this.#options = options;
    this.#identity = identityOf(file);
  }

  read<T>(work: (db: Connection) => T): T {
    try {
      return work(this.#db);
    } catch (error) {
      throw readFailure(error);
    }
  }

  /** A service goes on reading meanwhile, so it needs a further connection: a long transaction would make it stale. */
  async readForLong<T>(work: (db: Connection) => Promise<T>): Promise<T> {
    try {
      if (this.#options.access === 'read') return await work(this.#db);
      using db = new Connection(this.#file, { readOnly: true });
      return await work(db);
    } catch (error) {
      throw readFailure(error);
    }
  }

  /** Writes of commands. */
  async write<T>(work: (db: Connection) => T | Promise<T>): Promise<T> {
    try {
      this.#log.prepareForWriting();
      return await work(this.#db);
    } catch (error) {
      throw fullDisk(dirname(this.#file), error) ?? writeFailure(this.#file, error);
    }
  }

  /** Writes of a service. Its first one starts the thread. */
  send: WriterClient['send'] = (task, ...args) => {
    this.#writer ??= new WriterClient(this.#file, this.#log.state, this.#options);
    return this.#writer.send(task, ...args);
  };

  /** SQLite still reads a file that was removed or replaced, but that is no longer the store. */
  requireSameFile(): void {
    const nowMs = Date.now();
    if (nowMs - this.#fileCheckedAtMs < fileCheckIntervalMs) return;
    if (identityOf(this.#file) !== this.#identity) throw fileIsGone();
    this.#fileCheckedAtMs = nowMs;
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#db.close();
    this.#log.close();
  }
}
