import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { failedWith } from './result-code.ts';

/** Syncs a file or a folder. Must not be used for an open database: closing the descriptor drops SQLite's locks on it. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Identifies the file at a path, and still does after the file is renamed. Undefined if there is no file. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/** Makes a folder durable, and those above it. Node's recursive mkdir never returns for a folder below /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made the folder.
    if (!existsSync(folder)) throw error;
  }
  sync(dirname(folder));
}

/** Writes and syncs a file of this size, and deletes it. Throws if the disk or a quota does not allow it. */
export function probeDisk(folder: string, bytes: number): void {
  const path = join(folder, `.pawstock-${randomUUID()}`);
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    rmSync(path);
    const zeros = Buffer.alloc(bytes);
    for (let position = 0; position < bytes; ) {
      position += writeSync(descriptor, zeros, position, bytes - position, position);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The free bytes that SQLite needs to open a store: for the index of the write-ahead log, and for a page of the log. */
const openingBytes = 64 * 1024;

/** SQLite reports a full disk when it writes. When it opens its files it reports other errors, so the disk is tried. */
export function isFull(folder: string, error: unknown): boolean {
  if (failedWith(error, 'full') || isNoSpace(error)) return true;
  if (failedWith(error, 'failedSync') || !failedWith(error, 'ioError', 'cannotOpen')) return false;
  try {
    probeDisk(folder, openingBytes);
    return false;
  } catch (probeError) {
    return isNoSpace(probeError);
  }
}

/** A device that promises more than it has may find no room in a sync. That is a failed sync like any other. */
function isNoSpace(error: unknown): boolean {
  const { errno = 0, syscall } = error as NodeJS.ErrnoException;
  // Node has no name for EDQUOT.
  return [constants.errno.ENOSPC, constants.errno.EDQUOT].includes(-errno) && syscall !== 'fsync';
}
