import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../limits.ts';
import { sync } from './disk.ts';

/** Opens the file, or creates it. Only its owner can read it and the files that SQLite creates beside it. */
export function connect(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a', 0o600));
  }
  const db = new DatabaseSync(file, {
    timeout: limits.storeBusyTimeoutMs,
    readOnly: options.readOnly ?? false,
    // Also for statements that return no rows: they report the last row's id, and a petId may not fit into a number.
    readBigInts: true,
  });
  // FULL syncs the write-ahead log before a commit returns, so what is acknowledged survives a power cut. NORMAL is
  // faster and would lose it.
  db.exec('pragma synchronous = full');
  // As many bytes of log as SQLite allows by default before it is moved into the database, in smaller pages.
  db.exec('pragma wal_autocheckpoint = 4000');
  db.exec('pragma foreign_keys = on');
  db.exec('pragma trusted_schema = off');
  return db;
}

/** Call it only for a file that is known to be a store. SQLite gives the files beside it the same mode. */
export function restrictToOwner(file: string): void {
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/** Identifies the file at a path, also after it is renamed; undefined if there is none. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/** Durable when it returns. Node's recursive mkdir never returns where a folder cannot be created, as below /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  sync(dirname(folder));
}

/** Runs `work` in a transaction that excludes other writers. `onSync` is told how long the commit took. */
export function inTransaction<T>(db: DatabaseSync, work: () => T, onSync?: (durationMs: number) => void): T {
  db.exec('begin immediate');
  try {
    const result = work();
    const startedMs = performance.now();
    db.exec('commit');
    onSync?.(performance.now() - startedMs);
    return result;
  } catch (error) {
    // A failed commit may have ended the transaction itself.
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}
