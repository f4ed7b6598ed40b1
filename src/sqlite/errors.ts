import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import { SchemaError } from '../store/migrations.ts';
import { probeDisk } from './disk.ts';

/** SQLite's primary result codes, and 0 for an error that is not SQLite's. */
const none = 0;
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

/** Extended codes carry more in the higher bits. */
const failedWrite = ioError | (3 << 8);
const failedSync = ioError | (4 << 8);

/**
 * The log could not be written or synced. This is beyond repair in this process: what it failed to write may appear
 * after all, so neither yes nor no would be true. The writer stops, and the next start makes durable what it finds.
 */
export class FatalStoreError extends Error {
  override readonly name = 'FatalStoreError';
}

/** What an exception means for a caller whose write it ended. */
export function writeFailure(file: string, error: unknown): unknown {
  const isIoError = primaryCode(error) === ioError;
  // SQLite does not say why a write failed. If there is no room, nothing has been synced and nothing is stored.
  if ((!isIoError || extendedCode(error) === failedWrite) && isFull(dirname(file), error)) {
    const message = 'The disk is full, or a quota is used up: nothing was changed. Try again when there is room.';
    return new DomainError('storage_full', message, { cause: error });
  }
  if (!isIoError) return readFailure(error);
  const message = 'The disk failed during the write, and it may or may not have taken effect. Check the disk.';
  return new FatalStoreError(message, { cause: error });
}

/** What an exception means for a caller that only reads: nothing was changed. */
export function readFailure(error: unknown): unknown {
  if (isBusy(error)) return storeIsBusy(error);
  const isUnusable = [readOnly, ioError, corrupt, full, cannotOpen, notADatabase].includes(primaryCode(error));
  if (!isUnusable && !isSystemError(error)) return error;
  return unavailable('The store cannot be used at the moment. Try again later.', error);
}

/** What an exception means for the user of a command, or of the service, that cannot use the file because of it. */
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
      `${file} ${isFolder ? 'is a folder. Name a file' : 'cannot be opened. Run this as the user that owns its folder'}.`,
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
  // Messages of SQLite do not say which file they are about.
  const isAboutFile = error instanceof Error && (code !== none || error instanceof SchemaError);
  if (isAboutFile) error.message = `${file}: ${error.message}`;
  return error;
}

/** For users of commands, who may be told where there is no room. */
export function fullDisk(folder: string, error: unknown): DomainError | undefined {
  if (!isFull(folder, error)) return undefined;
  return new DomainError(
    'storage_full',
    `The disk is full, or a quota is used up, and nothing was changed. Free some space in ${folder}, then try again.`,
  );
}

/** What SQLite needs of a disk before the first write: the index of the log, and a page of the log itself. */
const openingBytes = 64 * 1024;

/** Only a write that finds no room says so. Where SQLite has no room to open its files, it reports other errors. */
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

/** A sync that finds no room, as on a device that promises more than it has, is a failed sync like any other. */
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

/** Whether a system call failed that Node made. */
function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function extendedCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : none;
}

function primaryCode(error: unknown): number {
  return extendedCode(error) & 0xff;
}
