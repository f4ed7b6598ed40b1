import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import { failedWith } from './result-code.ts';

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

/** The error for a caller whose write found no room. */
export function storageFull(cause: unknown): DomainError {
  const message = 'The disk is full, or a quota is used up: nothing was changed. Try again when there is room.';
  return new DomainError('storage_full', message, { cause });
}

/** The error of a full disk for users of commands, who may see the path. Undefined if the disk is not full. */
export function fullDisk(folder: string, error: unknown): DomainError | undefined {
  if (!isFull(folder, error)) return undefined;
  return new DomainError(
    'storage_full',
    `The disk is full, or a quota is used up, and nothing was changed. Free some space in ${folder}, then try again.`,
  );
}
