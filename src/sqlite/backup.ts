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
import { errorMessage, systemErrorCode } from '../caught-error.ts';
import type { Limits } from '../limits.ts';
import { storeIdentity } from '../store/statements.ts';
import { identityTable, sql } from '../store/tables.ts';
import { SqliteConnection } from './connection.ts';
import { identityOf, makeFolder, sync } from './disk.ts';
import { fileFailure, isBusy, noStore } from './errors.ts';
import { fullDisk } from './full-disk.ts';
import { isStore, rejectOtherDatabases } from './migrate.ts';
import { failedWith } from './result-code.ts';
import {
  moveCompanions,
  removeDatabase,
  restoreLockName,
  stagedName,
  storeFilesAt,
} from './store-files.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';

/**
 * Copies the store as it is at one moment into a new file that only the file's owner can read. The
 * store can be written to meanwhile. The copy is complete and synced when this returns. A copy that
 * cannot be finished is removed.
 */
export function backup(file: string, target: string, limits: Limits): void {
  if (find(file) === undefined) throw new Error(`There is no store at ${file}. Check the path.`);
  create(target);
  try {
    copy(file, target, limits);
    sync(target);
    sync(dirname(target));
  } catch (error) {
    const failure = fullDisk(dirname(target), error) ?? fileFailure(file, error);
    const isThere = existsSync(target);
    removeDatabase(target);
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
    const code = systemErrorCode(error);
    if (code === 'EEXIST') throw new Error(`${target} exists already. Choose another file.`);
    const why = code ?? errorMessage(error);
    throw fullDisk(dirname(target), error) ?? new Error(`Cannot write ${target}: ${why}.`);
  }
}

function copy(file: string, target: string, limits: Limits): void {
  syncDatabase(file);
  using db = new SqliteConnection(file, { limits });
  using wal = new WriteAheadLog(db, file);
  if (!isStore(db)) throw new Error(`${file} ${noStore}`);
  wal.makeDurable();
  db.run(sql`vacuum into ${target}`);
}

/** The file that a restore replaces: behind a symbolic link, the file that the link names. */
export function restoredFile(path: string): string {
  try {
    return storeFilesAt(path).file;
  } catch (error) {
    throw fileFailure(path, error);
  }
}

/**
 * Makes this process the only one that restores the store, until it is disposed of, and removes
 * what earlier restores had to leave when they were killed. The lock is one of SQLite, so it ends
 * with the process that holds it.
 */
export function beginRestore(file: string, limits: Limits): Disposable {
  makeFolder(dirname(file));
  const lockFile = restoreLockName(file);
  using opened = new DisposableStack();
  try {
    opened.use(new SqliteConnection(lockFile, { limits })).exec('begin exclusive');
  } catch (error) {
    if (!isBusy(error)) throw fileFailure(file, error);
    throw anotherRestore(file);
  }
  // An earlier restore may have removed the file between opening and locking it.
  if (!existsSync(lockFile)) throw anotherRestore(file);
  opened.defer(() => rmSync(lockFile, { force: true }));

  for (const leftover of storeFilesAt(file).leftovers)
    if (leftover !== lockFile) rmSync(leftover, { force: true });
  return opened.move();
}

function anotherRestore(file: string): Error {
  return new Error(`Another restore of ${file} is under way. Wait until it has ended.`);
}

/**
 * Copies a backup to a file beside the store, where it can be checked before it replaces the store
 * in one step.
 */
export function stageBackup(backupFile: string, file: string, limits: Limits): string {
  const found = find(backupFile);
  if (found === undefined) throw new Error(`There is no backup at ${backupFile}. Check the path.`);
  if (found === find(file))
    throw new Error(`${backupFile} is the store itself. Choose a backup of it.`);
  const staged = stagedName(file);
  backup(backupFile, staged, limits);
  return staged;
}

/**
 * The identity of the store in a file, without what only a log beside the file has: that may be the
 * log of another store. Undefined for a file that is damaged, in use, or empty without its log.
 */
export function identityWithoutLog(file: string, limits: Limits): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    using locked = lockStore(file, limits);
    return locked?.identity();
  } catch {
    return undefined;
  }
}

/**
 * What SQLite finds wrong in the file of a store or a backup. Undefined if nothing is. Reads the
 * whole file, and changes nothing.
 */
export function damageOf(file: string, limits: Limits): string | undefined {
  try {
    using db = new SqliteConnection(file, { limits, readOnly: true });
    if (!isStore(db)) return 'it is not a Pawstock store';
    const found = Object.values(db.get(sql`pragma quick_check(1)`) ?? {})[0];
    return found === 'ok' ? undefined : firstLine(String(found));
  } catch (error) {
    if (failedWith(error, 'corrupt', 'notADatabase')) return errorMessage(error);
    throw fileFailure(file, error);
  }
}

/** SQLite names the database in a line before what it has found. */
function firstLine(found: string): string {
  return found.replace(/^\*\*\* in database main \*\*\*\n/, '').replace(/\n.*/s, '');
}

/** What a restore has kept of the store that was there before. */
export type KeptStore =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'store'; readonly file: string }
  /** The store's own file was gone, but a write-ahead log of it still stood there. */
  | { readonly kind: 'log'; readonly files: readonly string[] };

/**
 * Replaces the store by a checked backup, and keeps the old store with its log beside it.
 *
 * What SQLite keeps beside a store is moved away before anything else: SQLite would apply an old
 * log to the restored store, and corrupt it. The old store is not opened by its own name, because
 * the log beside it may be that of yet another file.
 */
export function replaceStore(file: string, staged: string, limits: Limits): KeptStore {
  sync(staged);
  const keptAs = `${file}.${new Date().toISOString().slice(0, -1).replaceAll(':', '-')}.old`;
  const isThere = existsSync(file);
  leaveToOwnerOf(isThere ? file : dirname(file), staged);

  if (!isThere) {
    moveCompanions(file, keptAs);
    // Another process may just have created a store. Linking then fails, while renaming would
    // overwrite that store.
    linkSync(staged, file);
    rmSync(staged);
    sync(dirname(file));
    const files = storeFilesAt(keptAs).companions;
    return files.length === 0 ? { kind: 'nothing' } : { kind: 'log', files };
  }

  using _lock = lockStore(file, limits);
  linkSync(file, keptAs);
  moveCompanions(file, keptAs);
  // There is a store at every moment, so a service that starts meanwhile does not create an empty
  // one.
  renameSync(staged, file);
  sync(dirname(file));
  return { kind: 'store', file: keptAs };
}

/** Lets the user of the service write to a store that root has restored. */
function leaveToOwnerOf(path: string, staged: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path);
  chownSync(staged, uid, gid);
}

/**
 * Locks the store against other processes. Throws if another process, such as a service, has the
 * store open. Returns undefined for a damaged store, which cannot be locked.
 *
 * The store is opened through another name of its file, beside which there is no log. With
 * exclusive locking SQLite then locks the file itself, and a lock holds for all names of a file.
 */
function lockStore(file: string, limits: Limits): LockedStore | undefined {
  const name = stagedName(file);
  try {
    using opened = new DisposableStack();
    linkSync(file, name);
    opened.defer(() => removeDatabase(name));
    const db = opened.use(new SqliteConnection(name, { limits, isExclusive: true }));
    db.exec('begin exclusive');
    rejectOtherDatabases(db);
    const whileLocked = opened.move();
    return {
      identity: () => identityIn(db),
      [Symbol.dispose]: () => whileLocked.dispose(),
    };
  } catch (error) {
    if (failedWith(error, 'corrupt', 'notADatabase')) return undefined;
    if (!isBusy(error)) throw fileFailure(file, error);
    throw new Error(
      `${file} is in use. Stop the service and every other command that uses it, then try again.`,
    );
  }
}

type LockedStore = Disposable & { readonly identity: () => string | undefined };

function identityIn(db: SqliteConnection): string | undefined {
  const tables = db.get(
    sql`select count(*) as count from sqlite_schema where name = ${identityTable.name}`,
  );
  if (tables?.['count'] !== 1n) return undefined;
  return db.select(storeIdentity)[0]?.id;
}
