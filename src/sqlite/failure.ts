import { statfsSync } from 'node:fs';
import { DomainError } from '../domain/errors.ts';

/** SQLite's primary result codes; the extended ones carry more in the higher bits. */
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

/**
 * A failed sync or write of the log is beyond repair in this process: what it failed to write may appear after all, so
 * neither yes nor no would be true. The writer stops, and a restart recovers from what is on the disk.
 */
export class FatalStoreError extends Error {
  override readonly name = 'FatalStoreError';
}

/** What an exception of SQLite means for the caller. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof FatalStoreError) return error;
  switch (resultCode(error)) {
    case busy:
    case locked:
      return new DomainError('store_unavailable', 'The store is busy with another process. Try again in a moment.', {
        cause: error,
      });
    case corrupt:
    case notADatabase:
      return new DomainError('store_unavailable', 'The store cannot be read.', { cause: error });
    case readOnly:
    case cannotOpen:
      return new DomainError('store_unavailable', 'The store cannot be written to. Try again later.', { cause: error });
    case full:
      return new DomainError('storage_full', 'The disk is full: nothing was changed. Try again when there is room.', {
        cause: error,
      });
    case ioError:
      return new FatalStoreError('the disk failed during a write', { cause: error });
    default:
      return error;
  }
}

/** A read that the disk fails leaves nothing in doubt. */
export function readFailure(error: unknown): unknown {
  const failure = storeFailure(error);
  if (!(failure instanceof FatalStoreError)) return failure;
  return new DomainError('store_unavailable', 'The store cannot be read.', { cause: error });
}

/** For whoever runs a command, and may be told where there is no room; callers of the API are told by `storeFailure`. */
export function fullDisk(folder: string, error: unknown): DomainError | undefined {
  if (!isFull(folder, error)) return undefined;
  return new DomainError(
    'storage_full',
    `The disk is full, and nothing was changed. Free some space in ${folder}, then try again.`,
  );
}

/** Only a write that finds no room says so. Where SQLite has no room to open its files, it speaks of errors. */
function isFull(folder: string, error: unknown): boolean {
  const code = resultCode(error);
  if (code === full || (error as NodeJS.ErrnoException).code === 'ENOSPC') return true;
  if (code !== ioError && code !== cannotOpen) return false;
  const { bavail, bsize, ffree, files } = statfsSync(folder);
  return bavail * bsize < openingBytes || (files > 0 && ffree === 0);
}

/** What SQLite needs of a disk before the first write: the index of the log, and a page of the log itself. */
const openingBytes = 64 * 1024;

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === busy || code === locked;
}

export function fileIsGone(): DomainError {
  return new DomainError('store_unavailable', "The store's file is no longer there.", {
    cause: 'the file of the store was removed or replaced while it was in use; put it back, or restart',
  });
}

function resultCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}
