import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../limits.ts';

/** Opens the file, making it if it is not there; only its owner can read it and the files that SQLite puts beside it. */
export function connect(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a', 0o600));
  }
  const db = new DatabaseSync(file, {
    timeout: limits.storeBusyTimeoutMs,
    readOnly: options.readOnly ?? false,
    // Even a statement that returns nothing reports the last row's id, and a petId need not fit into a number.
    readBigInts: true,
  });
  // FULL syncs the write-ahead log before a commit returns: what is acknowledged survives a power cut. NORMAL would
  // be faster and lose it.
  db.exec('pragma synchronous = full');
  // As many bytes of log before it is folded in as SQLite has by default, in smaller pages.
  db.exec('pragma wal_autocheckpoint = 4000');
  db.exec('pragma foreign_keys = on');
  db.exec('pragma trusted_schema = off');
  return db;
}

/** Only of a file that is known to be a store. SQLite gives the files beside it the same mode. */
export function keepToOwner(file: string): void {
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/** Which file it is, whatever it is called by now. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/** Node's own recursive way never ends where a folder cannot be made, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Runs `work` in one transaction that no other writer can interleave with. `onSync` learns how long its end took. */
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
