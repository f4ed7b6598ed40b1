import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { backup } from './backup.ts';
import { connect, identityOf, makeFolder } from './connection.ts';
import { sync } from './disk.ts';
import { isBusy, isDamaged, withFileName } from './errors.ts';
import { rejectOtherDatabases } from './migrate.ts';

/** Copies a backup to a file beside the store, so that it can be checked there and then take its place at once. */
export function stageBackup(backupFile: string, file: string): string {
  if (identityOf(backupFile) !== undefined && identityOf(backupFile) === identityOf(file)) {
    throw new Error(`${backupFile} is the store itself. Choose a backup of it.`);
  }
  const staged = `${file}.restoring-${process.pid}`;
  makeFolder(dirname(file));
  backup(backupFile, staged);
  return staged;
}

export function removeStaged(staged: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(staged + suffix, { force: true });
}

/**
 * Puts the staged file in the place of the store and keeps the old one beside it, under the name that is returned. At no
 * moment is there no file, so a service that starts meanwhile cannot begin an empty store.
 */
export function replaceStore(file: string, staged: string): string | undefined {
  sync(staged);
  if (!existsSync(file)) {
    // Unlike renaming, linking fails if a store has been created in the meantime.
    linkSync(staged, file);
    rmSync(staged);
    sync(dirname(file));
    return undefined;
  }
  const keptAs = `${file}.${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.old`;
  const lock = lockStore(file);
  try {
    const { uid, gid } = statSync(file);
    // The service must be able to write to a store that an administrator restores.
    if (process.getuid?.() === 0) chownSync(staged, uid, gid);
    linkSync(file, keptAs);
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, keptAs + suffix);
    }
    renameSync(staged, file);
    sync(dirname(file));
  } finally {
    lock?.close();
  }
  return keptAs;
}

/**
 * Takes the store for this process alone, and brings its log into the file. Leaving write-ahead logging needs the file to
 * be closed everywhere else, which is how a running service is noticed. A damaged store cannot be locked.
 */
function lockStore(file: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = connect(file);
    rejectOtherDatabases(db);
    db.exec('pragma journal_mode = delete');
    db.exec('begin exclusive');
    return db;
  } catch (error) {
    db?.close();
    if (isDamaged(error)) return undefined;
    if (!isBusy(error)) throw withFileName(file, error);
    throw new Error(`${file} is in use. Stop the service and every other command that uses it, then try again.`);
  }
}
