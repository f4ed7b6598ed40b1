import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../caught-error.ts';
import { DomainError } from '../domain/errors.ts';
import { failedWith } from './result-code.ts';

/**
 * Tests for free space: writes and syncs a temporary file of `bytes` bytes. Throws if the disk or a
 * quota is full.
 */
export function probeDisk(folder: string, bytes: number): void {
  const path = join(folder, `.pawstock-${randomUUID()}`);
  using opened = new DisposableStack();
  const descriptor = opened.adopt(openSync(path, 'wx', 0o600), closeSync);
  rmSync(path);
  const zeros = Buffer.alloc(bytes);
  for (let position = 0; position < bytes; ) {
    position += writeSync(descriptor, zeros, position, bytes - position, position);
  }
  fsyncSync(descriptor);
}

/** The free disk space that SQLite needs to open a store. */
const openingBytes = 64 * 1024;

/**
 * Whether a full disk caused the error. SQLite does not always say so; then a test file is written
 * to the disk.
 */
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

/** Whether a system call other than fsync failed because the disk or a quota is full. */
function isNoSpace(error: unknown): boolean {
  if (!isSystemError(error) || error.syscall === 'fsync') return false;
  // The error numbers are compared, because Node has no name for the error of a full quota, EDQUOT.
  return [constants.errno.ENOSPC, constants.errno.EDQUOT].includes(-error.errno);
}

/** The error for the user of a command if the disk is full. Undefined if the disk is not full. */
export function fullDisk(folder: string, error: unknown): DomainError | undefined {
  if (!isFull(folder, error)) return undefined;
  return new DomainError(
    'storage_full',
    `The disk is full, or a quota is used up, and nothing was changed. Free some space in ${folder}, then try again.`,
  );
}
