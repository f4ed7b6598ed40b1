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
  if (error instanceof DomainError) return error;
  withFileName(file, error);
  if (isNoSpace(error)) return storageFull(error);
  switch (primaryCode(error)) {
    case full:
      return storageFull(error);
    case ioError:
      // SQLite does not say why a write failed. If there is no room, nothing has been synced and nothing is stored.
      if (extendedCode(error) === failedWrite && isFolderFull(dirname(file))) return storageFull(error);
      return new FatalStoreError(
        'The disk failed during the write, and it may or may not have taken effect. Check the disk.',
        { cause: error },
      );
    case readOnly:
    case cannotOpen:
      return unavailable('The store cannot be written to. Try again later.', error);
    default:
      return otherFailure(error);
  }
}

/** What an exception means for a caller that only reads: nothing was changed. */
export function readFailure(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const isUnreadable = [readOnly, cannotOpen, ioError, full].includes(primaryCode(error));
  return isUnreadable ? unavailable('The store cannot be read. Try again later.', error) : otherFailure(error);
}

/** What an exception means for the command or the service that cannot open the store because of it. */
export function openFailure(file: string, error: unknown): unknown {
  const folder = dirname(file);
  const noRoom = fullDisk(folder, error);
  if (noRoom !== undefined) return noRoom;
  if (isBusy(error)) return otherFailure(error);
  const unusable = unusableFile(file, error);
  if (unusable !== undefined) return unusable;
  if (primaryCode(error) !== ioError && !isSystemError(error)) return withFileName(file, error);
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  const isOfDisk = code === 'EIO' || syscall === 'fsync' || primaryCode(error) === ioError;
  const advice = isOfDisk ? 'Check the disk, then try again' : 'Check the path';
  return new Error(`The store in ${folder} cannot be opened and synced: ${message}. ${advice}.`, {
    cause: error,
  });
}

/** For users of commands: a file that is not theirs, or is no store. */
export function unusableFile(file: string, error: unknown): Error | undefined {
  const code = primaryCode(error);
  if (code === notADatabase) return new Error(`${file} is not a Pawstock store. Check the path.`, { cause: error });
  if (code === readOnly || (isSystemError(error) && /^(?:EACCES|EPERM)$/.test(error.code))) {
    const [verb, advice] = code === readOnly ? ['write to', '; its disk must not be read-only'] : ['open', ''];
    return new Error(`You may not ${verb} ${file}. Run this as the user that owns it and its folder${advice}.`, {
      cause: error,
    });
  }
  if (code !== cannotOpen) return undefined;
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory();
  const reason = isFolder ? 'is a folder. Name a file' : 'cannot be opened. Run this as the user that owns its folder';
  return new Error(`${file} ${reason}.`, { cause: error });
}

function otherFailure(error: unknown): unknown {
  if (isBusy(error)) return storeIsBusy(error);
  if (isDamaged(error)) return unavailable('The store cannot be read.', error);
  return isSystemError(error) ? unavailable('The store cannot be reached. Try again later.', error) : error;
}

function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError('store_unavailable', message, { cause });
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
  return [busy, locked].includes(primaryCode(error));
}

export function isDamaged(error: unknown): boolean {
  return [corrupt, notADatabase].includes(primaryCode(error));
}

/** Adds the file to an error of SQLite, whose messages do not say which file they are about. */
export function withFileName(file: string, error: unknown): unknown {
  const isAboutFile = primaryCode(error) !== none || error instanceof SchemaError;
  if (error instanceof Error && isAboutFile && !error.message.startsWith(file)) {
    error.message = `${file}: ${error.message}`;
  }
  return error;
}

export function storeIsBusy(cause: unknown): DomainError {
  return unavailable('The store is busy with another process. Try again in a moment.', cause);
}

export function fileIsGone(): DomainError {
  const cause = 'the file of the store was removed or replaced while it was in use; put it back, or restart';
  return unavailable("The store's file is no longer there.", cause);
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
