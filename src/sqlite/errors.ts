import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import { SchemaError } from '../store/migrations.ts';
import { probeDisk } from './disk.ts';

/** SQLite's primary result codes. 0 stands for an error that is not SQLite's. */
const none = 0;
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

/** Extended codes say more in the higher bits. */
const failedWrite = ioError | (3 << 8);
const failedSync = ioError | (4 << 8);

/**
 * The log could not be written or synced. This process cannot repair that: the data may be on the disk or not, so neither
 * yes nor no would be true. The writer stops, and the next start makes durable what it finds.
 */
export class FatalStoreError extends Error {
  override readonly name = 'FatalStoreError';
}

/** The error for a caller whose write has failed. */
export function writeFailure(file: string, error: unknown): unknown {
  const isIoError = primaryCode(error) === ioError;
  // SQLite does not say why a write failed. If the disk is full, nothing was synced, so nothing is stored.
  if ((!isIoError || extendedCode(error) === failedWrite) && isFull(dirname(file), error)) {
    const message = 'The disk is full, or a quota is used up: nothing was changed. Try again when there is room.';
    return new DomainError('storage_full', message, { cause: error });
  }
  if (!isIoError) return readFailure(error);
  const message = 'The disk failed during the write, and it may or may not have taken effect. Check the disk.';
  return new FatalStoreError(message, { cause: error });
}

/** The error for a caller whose read has failed. */
export function readFailure(error: unknown): unknown {
  if (isBusy(error)) return storeIsBusy(error);
  const isUnusable = [readOnly, ioError, corrupt, full, cannotOpen, notADatabase].includes(primaryCode(error));
  if (!isUnusable && !isSystemError(error)) return error;
  return unavailable('The store cannot be used at the moment. Try again later.', error);
}

/** The error for the user of a command or a service that cannot use the file. */
export function fileFailure(file: string, error: unknown): unknown {
  const folder = dirname(file);
  const code = primaryCode(error);
  const failure = (message: string) => new Error(message, { cause: error });
  const noRoom = fullDisk(folder, error);
  if (noRoom !== undefined) return noRoom;
  if (isBusy(error)) return storeIsBusy(error);
  if (code === notADatabase) return failure(`${file} is not a Pawstock store. Check the path.`);
  if (code === readOnly) {
    return failure(
      `You may not write to ${file}. Run this as the user that owns it and its folder; its disk must not be read-only.`,
    );
  }
  if (code === cannotOpen) {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory();
    return failure(
      `${file} ${isFolder ? 'is a folder. Name a file' : 'cannot be opened. Run this as the user that owns its folder; its disk must not be read-only'}.`,
    );
  }
  if (isSystemError(error) && /^(?:EACCES|EPERM)$/.test(error.code)) {
    return failure(`You may not open ${file}. Run this as the user that owns it and its folder.`);
  }
  if (code === ioError || isSystemError(error)) {
    const { message, code: name, syscall } = error as NodeJS.ErrnoException;
    const isOfDisk = code === ioError || name === 'EIO' || syscall === 'fsync';
    const advice = isOfDisk ? 'Check the disk, then try again' : 'Check the path';
    return failure(`The store in ${folder} cannot be opened and synced: ${message}. ${advice}.`);
  }
  // SQLite's messages do not name the file.
  const isAboutFile = error instanceof Error && (code !== none || error instanceof SchemaError);
  if (isAboutFile) error.message = `${file}: ${error.message}`;
  return error;
}

/** The error of a full disk for users of commands, who may see the path. Undefined if the disk is not full. */
export function fullDisk(folder: string, error: unknown): DomainError | undefined {
  if (!isFull(folder, error)) return undefined;
  return new DomainError(
    'storage_full',
    `The disk is full, or a quota is used up, and nothing was changed. Free some space in ${folder}, then try again.`,
  );
}

/** SQLite needs this much before the first write: for the index of the log, and for a page of the log. */
const openingBytes = 64 * 1024;

/** SQLite reports a full disk when it writes. When it opens its files it reports other errors, so the disk is tried. */
export function isFull(folder: string, error: unknown): boolean {
  const code = primaryCode(error);
  if (code === full || isNoSpace(error)) return true;
  if (extendedCode(error) === failedSync || (code !== ioError && code !== cannotOpen)) return false;
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

export function isBusy(error: unknown): boolean {
  return [busy, locked].includes(primaryCode(error));
}

export function isDamaged(error: unknown): boolean {
  return [corrupt, notADatabase].includes(primaryCode(error));
}

export function storeIsBusy(cause: unknown): DomainError {
  return unavailable('The store is busy with another process. Try again in a moment.', cause);
}

export function fileIsGone(): DomainError {
  const cause = 'the file of the store was removed or replaced while it was in use; put it back, or restart';
  return unavailable("The store's file is no longer there.", cause);
}

export function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError('store_unavailable', message, { cause });
}

/** Whether the error is that of a system call, such as opening a file. */
function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function extendedCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : none;
}

function primaryCode(error: unknown): number {
  return extendedCode(error) & 0xff;
}
