import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The files that SQLite keeps beside a database: its write-ahead log with an index of it, and the
 * journal of a transaction in a database without such a log. SQLite applies them to any database
 * that stands beside them.
 */
const companionSuffixes = ['-wal', '-shm', '-journal'] as const;

const stagedPrefix = '.restoring-';

/** The files that belong to a store, or that something has left beside it. */
export type StoreFiles = {
  /** The store's own file. If the store is named by a symbolic link, the file behind the link. */
  readonly file: string;
  /** The files of SQLite that are there. */
  readonly companions: readonly string[];
  /** What a restore is working on now, or had to leave when it was killed. */
  readonly leftovers: readonly string[];
};

/** Finds all files of a store, also of one whose own file is missing. */
export function storeFilesAt(path: string): StoreFiles {
  const file = behindLinks(path);
  const folder = dirname(file);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const leftovers = names.filter((name) => name.startsWith(basename(file) + stagedPrefix));
  return {
    file,
    companions: companionSuffixes.map((suffix) => file + suffix).filter((one) => existsSync(one)),
    leftovers: leftovers.map((name) => join(folder, name)),
  };
}

/**
 * A name for a file beside the store that a restore works on. It is random, because processes in
 * different containers may have the same process id.
 */
export function stagedName(file: string): string {
  return `${file}${stagedPrefix}${randomUUID()}`;
}

/** The file that a restore locks while it works on the store. */
export function restoreLockName(file: string): string {
  return `${file}${stagedPrefix}lock`;
}

/** Renames what SQLite keeps beside a database, so that it belongs to the database `to`. */
export function moveCompanions(from: string, to: string): void {
  for (const companion of storeFilesAt(from).companions)
    renameSync(companion, to + companion.slice(from.length));
}

/** Removes a SQLite database, and the files that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...companionSuffixes]) rmSync(file + suffix, { force: true });
}

/** Follows symbolic links, also to a file that does not exist. */
function behindLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() !== true) return path;
  return behindLinks(resolve(dirname(path), readlinkSync(path)));
}
