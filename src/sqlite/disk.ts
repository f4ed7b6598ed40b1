import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Syncs a file or folder to the disk. Must not be called for an open database: SQLite would lose
 * its file locks.
 */
export function sync(path: string): void {
  using opened = new DisposableStack();
  fsyncSync(opened.adopt(openSync(path, 'r'), closeSync));
}

/**
 * Identifies the file at a path by device and inode, which a rename keeps. Undefined if there is no
 * file.
 */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/**
 * Creates a folder and its parents, and syncs them. Node's recursive mkdir never returns for a
 * folder below /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder in the meantime, which is no error.
    if (!existsSync(folder)) throw error;
  }
  sync(dirname(folder));
}
