import {
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { sql } from '../store/tables.ts';
import { SqliteConnection } from './connection.ts';
import { identityOf, makeFolder, sync } from './disk.ts';
import { fileFailure, isBusy } from './errors.ts';
import { fullDisk } from './full-disk.ts';
import { isStore, rejectOtherDatabases } from './migrate.ts';
import { failedWith } from './result-code.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';

/**
 * Copies the store as it is at one moment into a new file that only the file's owner can read. The
 * store can be written to meanwhile. The copy is complete and synced when this returns. A copy that
 * cannot be finished is removed.
 */
export function backup(file: string, target: string): void {
  if (find(file) === undefined) throw new Error(`There is no store at ${file}. Check the path.`);
  create(target);
  try {
    copy(file, target);
    sync(target);
    sync(dirname(target));
  } catch (error) {
    const failure = fullDisk(dirname(target), error) ?? fileFailure(file, error);
    const isThere = existsSync(target);
    for (const suffix of ['', '-journal']) rmSync(target + suffix, { force: true });
    throw isThere
      ? failure
      : new Error(`${target} vanished while it was written. Check its folder, then try again.`);
  }
}

/**
 * Gives a complete backup its final name. After a power cut, that name has the whole backup, or
 * does not exist.
 */
export function finishBackup(unfinished: string, finished: string): void {
  sync(unfinished);
  renameSync(unfinished, finished);
  sync(dirname(finished));
}

/**
 * Identifies a file that the user has named, to compare it with other files. Undefined if there is
 * no file.
 */
function find(file: string): string | undefined {
  try {
    return identityOf(file);
  } catch (error) {
    throw fileFailure(file, error);
  }
}

/**
 * Creates the empty file into which SQLite copies the store, readable only by its owner. Throws if
 * it exists.
 */
function create(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${target} exists already. Choose another file.`);
    throw fullDisk(dirname(target), error) ?? new Error(`Cannot write ${target}: ${code}.`);
  }
}

function copy(file: string, target: string): void {
  syncDatabase(file);
  using db = new SqliteConnection(file);
  using wal = new WriteAheadLog(db, file);
  if (!isStore(db)) throw new Error(`${file} is not a Pawstock store. Check the path.`);
  wal.makeDurable();
  db.run(sql`vacuum into ${target}`);
}

/**
 * Copies a backup to a file beside the store, where it can be checked before it replaces the store
 * in one step.
 */
export function stageBackup(backupFile: string, file: string): string {
  const found = find(backupFile);
  if (found === undefined) throw new Error(`There is no backup at ${backupFile}. Check the path.`);
  if (found === find(file))
    throw new Error(`${backupFile} is the store itself. Choose a backup of it.`);
  const staged = `${file}.restoring-${process.pid}`;
  makeFolder(dirname(file));
  backup(backupFile, staged);
  return staged;
}

/**
 * Replaces the store by a checked backup, keeps the old store beside it, and returns the old
 * store's new name. There is a store at every moment, so a service that starts meanwhile does not
 * create an empty store.
 */
export function replaceStore(file: string, staged: string): string | undefined {
  sync(staged);
  if (!existsSync(file)) {
    // Another process may just have created a store. Linking then fails, while renaming would
    // overwrite that store.
    linkSync(staged, file);
    rmSync(staged);
    sync(dirname(file));
    return undefined;
  }
  const keptAs = `${file}.${new Date().toISOString().slice(0, -1).replaceAll(':', '-')}.old`;
  using _lock = lockStore(file);
  const { uid, gid } = statSync(file);
  // The restored file gets the owner of the old one, so that the service can write to a store that
  // root has restored.
  if (process.getuid?.() === 0) chownSync(staged, uid, gid);
  linkSync(file, keptAs);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, keptAs + suffix);
  }
  renameSync(staged, file);
  sync(dirname(file));
  return keptAs;
}

/**
 * Locks the store against other processes, and turns off SQLite's write-ahead log. Throws if
 * another process, such as a service, has the store open. Returns undefined for a damaged store,
 * which cannot be locked.
 */
function lockStore(file: string): Disposable | undefined {
  try {
    using opened = new DisposableStack();
    const db = opened.use(new SqliteConnection(file));
    rejectOtherDatabases(db);
    db.exec('pragma journal_mode = delete');
    db.exec('begin exclusive');
    return opened.move();
  } catch (error) {
    if (failedWith(error, 'corrupt', 'notADatabase')) return undefined;
    if (!isBusy(error)) throw fileFailure(file, error);
    throw new Error(
      `${file} is in use. Stop the service and every other command that uses it, then try again.`,
    );
  }
}
