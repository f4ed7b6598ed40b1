import { constants } from 'node:os';
import { dirname } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import { SchemaError } from '../store/schema.ts';
import { probeDisk } from './disk.ts';

/** SQLite's primary result codes. */
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
  if (error instanceof DomainError || error instanceof FatalStoreError) return error;
  withFileName(file, error);
  if (isNoSpace(error)) return storageFull(error);
  switch (primaryCode(error)) {
    case full:
      return storageFull(error);
    case ioError:
      // SQLite does not say why a write failed. If there is no room, nothing has been synced and nothing is stored.
      return extendedCode(error) === failedWrite && isFolderFull(dirname(file))
        ? storageFull(error)
        : new FatalStoreError(
            'The disk failed during the write, and it may or may not have taken effect. Check the disk.',
            {
              cause: error,
            },
          );
    case readOnly:
    case cannotOpen:
      return new DomainError('store_unavailable', 'The store cannot be written to. Try again later.', { cause: error });
    default:
      return otherFailure(error);
  }
}

/** What an exception means for a caller that only reads: nothing was changed. */
export function readFailure(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  switch (primaryCode(error)) {
    case readOnly:
    case cannotOpen:
    case ioError:
    case full:
      return new DomainError('store_unavailable', 'The store cannot be read. Try again later.', { cause: error });
    default:
      return otherFailure(error);
  }
}

/** What an exception means for the command or the service that cannot open the store because of it. */
export function openFailure(file: string, error: unknown): unknown {
  const folder = dirname(file);
  const noRoom = fullDisk(folder, error);
  if (noRoom !== undefined) return noRoom;
  if (isBusy(error)) return otherFailure(error);
  if (primaryCode(error) !== ioError && systemCode(error) === undefined) return withFileName(file, error);
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The store in ${folder} cannot be opened and synced: ${reason}. Check the disk, then try again.`, {
    cause: error,
  });
}

function otherFailure(error: unknown): unknown {
  switch (primaryCode(error)) {
    case busy:
    case locked:
      return storeIsBusy(error);
    case corrupt:
    case notADatabase:
      return new DomainError('store_unavailable', 'The store cannot be read.', { cause: error });
    default:
      if (systemCode(error) === undefined) return error;
      return new DomainError('store_unavailable', 'The store cannot be reached. Try again later.', { cause: error });
  }
}

function storageFull(cause: unknown): DomainError {
  const message = 'The disk is full, or a quota is used up: nothing was changed. Try again when there is room.';
  return new DomainError('storage_full', message, { cause });
}

/** For users of commands, who may be told where there is no room. */
export function fullDisk(folder: string, error: unknown): DomainError | undefined {
  if (!isFull(folder, error)) return undefined;
  return new DomainError(
    'storage_full',
    `The disk is full, or a quota is used up, and nothing was changed. Free some space in ${folder}, then try again.`,
  );
}

/** Only a write that finds no room says so. Where SQLite has no room to open its files, it reports other errors. */
export function isFull(folder: string, error: unknown): boolean {
  const code = primaryCode(error);
  if (code === full || isNoSpace(error)) return true;
  if (extendedCode(error) === failedSync) return false;
  return (code === ioError || code === cannotOpen) && isFolderFull(folder);
}

/** What SQLite needs of a disk before the first write: the index of the log, and a page of the log itself. */
const openingBytes = 64 * 1024;

/** Whether the folder's disk, or this user's quota on it, has no room for a small file. */
function isFolderFull(folder: string): boolean {
  try {
    probeDisk(folder, openingBytes);
    return false;
  } catch (error) {
    return isNoSpace(error);
  }
}

/** A sync that finds no room, as on a device that promises more than it has, is a failed sync like any other. */
function isNoSpace(error: unknown): boolean {
  const { errno = 0, syscall } = error as NodeJS.ErrnoException;
  // Node has no name for EDQUOT.
  return [constants.errno.ENOSPC, constants.errno.EDQUOT].includes(-errno) && syscall !== 'fsync';
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === busy || code === locked;
}

/** Adds the file to an error of SQLite, whose messages do not say which file they are about. */
export function withFileName(file: string, error: unknown): unknown {
  const isAboutFile = primaryCode(error) !== undefined || error instanceof SchemaError;
  if (error instanceof Error && isAboutFile && !error.message.startsWith(file)) {
    error.message = `${file}: ${error.message}`;
  }
  return error;
}

export function isDamaged(error: unknown): boolean {
  const code = primaryCode(error);
  return code === corrupt || code === notADatabase;
}

export function storeIsBusy(cause: unknown): DomainError {
  return new DomainError('store_unavailable', 'The store is busy with another process. Try again in a moment.', {
    cause,
  });
}

export function fileIsGone(): DomainError {
  return new DomainError('store_unavailable', "The store's file is no longer there.", {
    cause: 'the file of the store was removed or replaced while it was in use; put it back, or restart',
  });
}

/** Of a system call that Node made, e.g. "EACCES". */
function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function extendedCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : undefined;
}

function primaryCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}
