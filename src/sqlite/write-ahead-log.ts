import { closeSync, existsSync, fsyncSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '../limits.ts';
import type { SqliteConnection } from './connection.ts';
import { identityOf, probeDisk, sync } from './disk.ts';
import { isFull, storeIsBusy } from './errors.ts';

/** What a further connection of the process needs to know of the log. */
export type LogState = {
  /** Of the log, open for as long as the store is. */
  readonly descriptor: number | undefined;
  readonly isCheckpointed: boolean;
};

/** The most that is written to try the disk: more than the log usually has. */
const trialBytesMax = 16 << 20;

const retryIntervalMs = 20;

/**
 * The log beside the database. After a killed process or a failed sync, part of it may be in the system's page cache
 * alone: SQLite takes that for stored, and the next power cut loses it. See docs/decisions/0020.
 */
export class WriteAheadLog {
  readonly #db: SqliteConnection;
  readonly #path: string;
  #descriptor: number | undefined;
  #isCheckpointed = false;

  constructor(db: SqliteConnection, file: string) {
    this.#db = db;
    // SQLite keeps the log beside the file itself, not beside a link to it.
    this.#path = `${realpathSync(file)}-wal`;
  }

  /** For another connection of the process, which must have opened the log already. */
  static resume(db: SqliteConnection, file: string, { descriptor, isCheckpointed }: LogState): WriteAheadLog {
    const log = new WriteAheadLog(db, file);
    log.#isCheckpointed = isCheckpointed;
    // Throws if a sync of the log, by any process, has failed since the descriptor was opened.
    if (descriptor !== undefined) fsyncSync(descriptor);
    return log;
  }

  get state(): LogState {
    return { descriptor: this.#descriptor, isCheckpointed: this.#isCheckpointed };
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  /** Makes durable what the log holds. Must be called before anything is read. */
  makeDurable(): void {
    // SQLite creates the log with the first read.
    this.#db.get({ text: 'pragma user_version' });
    if (existsSync(this.#path)) this.#descriptor = openSync(this.#path, 'r');
    try {
      this.#isCheckpointed = this.#checkpoint();
    } catch (error) {
      // A full disk does not prevent reading.
      if (!isFull(dirname(this.#path), error)) throw error;
    }
    if (!this.#isCheckpointed && this.#descriptor !== undefined) fsyncSync(this.#descriptor);
    sync(dirname(this.#path));
  }

  /**
   * Throws until this process has seen the log empty. Must be called before anything is written. After a failed sync
   * Linux takes the data for written, and ext4 loses the blocks even if they are written again and synced; only new
   * blocks are safe. Syncs that fail after the log was opened are reported to this process, too.
   */
  prepareForWriting(): void {
    this.#isCheckpointed ||= this.#checkpoint();
    if (!this.#isCheckpointed) throw storeIsBusy('another process has kept the log in use');
  }

  /** Moves the log into the database, syncs that, and truncates the log. False while other processes prevent it. */
  #checkpoint(): boolean {
    const { size } = statSync(this.#path, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size === 0) return true;
    // The database grows by at most as much. On a disk that fails, that would ruin its new blocks in the same way.
    probeDisk(dirname(this.#path), Math.min(size, trialBytesMax));
    // SQLite waits for readers and writers, but not for another checkpoint.
    for (const endAtMs = performance.now() + limits.storeBusyTimeoutMs; performance.now() < endAtMs; ) {
      if (this.#db.get({ text: 'pragma wal_checkpoint(truncate)' })?.['busy'] === 0n) return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryIntervalMs);
    }
    return false;
  }
}

const synced = new Set<string | undefined>();

/**
 * Syncs the database file, e.g. after a restore by `cp`. Must be called before connecting. Only the first call for a
 * file has an effect: closing a descriptor of a file drops the locks that SQLite holds on it in this process.
 */
export function syncDatabase(file: string): void {
  const identity = identityOf(file);
  if (identity === undefined || synced.has(identity)) return;
  sync(file);
  synced.add(identity);
}
