import { closeSync, existsSync, fsyncSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from '../store/tables.ts';
import type { SqliteConnection } from './connection.ts';
import { identityOf, sync } from './disk.ts';
import { storeIsBusy } from './errors.ts';
import { isFull, probeDisk } from './full-disk.ts';

/**
 * What a process's first connection to the store tells its later connections about the write-ahead
 * log.
 */
export type LogState = {
  /** A file descriptor of the write-ahead log, which stays open until the store is closed. */
  readonly descriptor: number | undefined;
  readonly isCheckpointed: boolean;
};

/**
 * Before the write-ahead log is moved into the database, a file of at most this size tests for free
 * disk space.
 */
const trialBytesMax = 16 << 20;

const retryIntervalMs = 20;

/**
 * Makes SQLite's write-ahead log durable. After a killed process or a failed sync, part of the log
 * may be only in the system's page cache. SQLite takes that part for stored, and the next power cut
 * loses it. See docs/decisions/0020.
 */
export class WriteAheadLog {
  readonly #db: SqliteConnection;
  readonly #path: string;
  #descriptor: number | undefined;
  #isCheckpointed: boolean;

  /**
   * A process's later connections first read once, so that SQLite opens the log, and pass the
   * `state` of its first.
   */
  constructor(db: SqliteConnection, file: string, state?: LogState) {
    this.#db = db;
    // SQLite keeps the write-ahead log beside the database file itself, not beside a symbolic link
    // to it.
    this.#path = `${realpathSync(file)}-wal`;
    this.#isCheckpointed = state?.isCheckpointed ?? false;
    // Throws if a sync of the write-ahead log, by any process, has failed since the descriptor was
    // opened.
    if (state?.descriptor !== undefined) fsyncSync(state.descriptor);
  }

  get state(): LogState {
    return { descriptor: this.#descriptor, isCheckpointed: this.#isCheckpointed };
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  /**
   * Makes the contents of the write-ahead log durable. Must be called before any stock is read from
   * the store.
   */
  makeDurable(): void {
    // The first read makes SQLite create the write-ahead log.
    this.#db.get(sql`pragma user_version`);
    if (existsSync(this.#path)) this.#descriptor = openSync(this.#path, 'r');
    try {
      this.#isCheckpointed = this.#checkpoint();
    } catch (error) {
      // On a full disk the write-ahead log cannot be moved into the database, but the store can
      // still be read.
      if (!isFull(dirname(this.#path), error)) throw error;
    }
    if (!this.#isCheckpointed && this.#descriptor !== undefined) fsyncSync(this.#descriptor);
    sync(dirname(this.#path));
  }

  /**
   * Throws until this process has seen an empty write-ahead log. Must be called before anything is
   * written. After a failed sync, Linux treats the data as written, and ext4 loses its blocks even
   * if they are written and synced again. Only new blocks are safe. Linux reports later failed
   * syncs of the log to this process, too.
   */
  prepareForWriting(): void {
    this.#isCheckpointed ||= this.#checkpoint();
    if (!this.#isCheckpointed) throw storeIsBusy('another process has kept the log in use');
  }

  /**
   * Moves the write-ahead log into the database, and empties the log. Returns false if other
   * processes prevent it.
   */
  #checkpoint(): boolean {
    const { size } = statSync(this.#path, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size === 0) return true;
    // Moving the write-ahead log may lengthen the database. A test file first shows whether the
    // disk can be written.
    probeDisk(dirname(this.#path), Math.min(size, trialBytesMax));
    // SQLite does not wait while another process moves the log into the database, so this loop
    // waits.
    for (
      const endAtMs = performance.now() + this.#db.limits.storeBusyTimeoutMs;
      performance.now() < endAtMs;
    ) {
      if (this.#db.get(sql`pragma wal_checkpoint(truncate)`)?.['busy'] === 0n) return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryIntervalMs);
    }
    return false;
  }
}

const synced = new Set<string | undefined>();

/**
 * Syncs the database file, which `cp` may just have restored. Must be called before connecting. A
 * second call for a file has no effect: closing a descriptor of the file would drop the locks that
 * SQLite holds on the file.
 */
export function syncDatabase(file: string): void {
  const identity = identityOf(file);
  if (identity === undefined || synced.has(identity)) return;
  sync(file);
  synced.add(identity);
}
