import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage, isSystemError } from '../caught-error.ts';
import { DomainError } from '../domain/errors.ts';
import { DamagedStoreError } from '../store/damage.ts';
import { SchemaError } from '../store/migrations.ts';
import { fullDisk, isFull } from './full-disk.ts';
import { failedWith } from './result-code.ts';

/**
 * The error for a caller whose write has failed. If the write-ahead log could not be written or
 * synced, the outcome is unknown: the data may or may not be on the disk. The writing thread then
 * stops, and the next start syncs the log.
 */
export function writeFailure(file: string, error: unknown): unknown {
  const isIoError = failedWith(error, 'ioError');
  // SQLite does not say why a write failed. If the disk is full, the write was not synced, so
  // nothing is stored.
  if ((!isIoError || failedWith(error, 'failedWrite')) && isFull(dirname(file), error)) {
    const message =
      'The disk is full, or a quota is used up: nothing was changed. Try again when there is room.';
    return new DomainError('storage_full', message, { cause: error });
  }
  if (!isIoError) return readFailure(error);
  const message =
    'The disk failed during the write, and it may or may not have taken effect. Check the disk.';
  return new DomainError('outcome_unknown', message, { cause: error });
}

export function readFailure(error: unknown): unknown {
  if (isBusy(error)) return storeIsBusy(error);
  if (failedWith(error, 'corrupt', 'notADatabase')) {
    const cause = new DamagedStoreError(errorMessage(error), { cause: error });
    return unavailable('The store is damaged. Stop the service and restore a backup.', cause);
  }
  const isUnusable = failedWith(error, 'readOnly', 'ioError', 'full', 'cannotOpen');
  if (!isUnusable && !isSystemError(error)) return error;
  return unavailable('The store cannot be used at the moment. Try again later.', error);
}

/** The error for the person who runs a command or a service that cannot use the store's file. */
export function fileFailure(file: string, error: unknown): unknown {
  const folder = dirname(file);
  const failure = (message: string) => new Error(message, { cause: error });
  const noRoom = fullDisk(folder, error);
  if (noRoom !== undefined) return noRoom;
  if (isBusy(error)) return storeIsBusy(error);
  if (failedWith(error, 'notADatabase')) return failure(`${file} ${noStore}`);
  if (failedWith(error, 'corrupt')) return damagedStore(file, error);
  if (failedWith(error, 'readOnly')) {
    return failure(
      `You may not write to ${file}. Run this as the user that owns it and its folder; its disk must not be read-only.`,
    );
  }
  if (failedWith(error, 'cannotOpen')) {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory();
    return failure(
      `${file} ${isFolder ? 'is a folder. Name a file' : 'cannot be opened. Run this as the user that owns its folder; its disk must not be read-only'}.`,
    );
  }
  if (isSystemError(error) && /^(?:EACCES|EPERM)$/.test(error.code)) {
    return failure(`You may not open ${file}. Run this as the user that owns it and its folder.`);
  }
  const isOfDisk = failedWith(error, 'ioError') || isDiskFault(error);
  if (isOfDisk || isSystemError(error)) {
    const advice = isOfDisk ? 'Check the disk, then try again' : 'Check the path';
    const found = errorMessage(error);
    return failure(`The store in ${folder} cannot be opened and synced: ${found}. ${advice}.`);
  }
  // SQLite's messages do not name the file, so its path is added.
  const isAboutFile =
    error instanceof Error && ('errcode' in error || error instanceof SchemaError);
  if (isAboutFile) error.message = `${file}: ${error.message}`;
  return error;
}

/** What to do about a file that is no store, or no longer. */
export const noStore =
  'is not a Pawstock store. Check the path; if the store itself is damaged, restore a backup with "pawstock restore".';

export function damagedStore(file: string, cause: unknown): DamagedStoreError {
  const found = errorMessage(cause);
  const advice = 'Stop the service, and restore a backup with "pawstock restore".';
  return new DamagedStoreError(`${file} is damaged: ${found}. ${advice}`, { cause });
}

export function isBusy(error: unknown): boolean {
  return failedWith(error, 'busy', 'locked');
}

export function storeIsBusy(cause: unknown): DomainError {
  return unavailable('The store is busy with another process. Try again in a moment.', cause);
}

export function fileIsGone(): DomainError {
  const cause =
    'the file of the store was removed or replaced while it was in use; put it back, or restart';
  return unavailable("The store's file is no longer there.", cause);
}

export function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError('store_unavailable', message, { cause });
}

/** Whether a system call failed because of the disk rather than of the path. */
function isDiskFault(error: unknown): boolean {
  return isSystemError(error) && (error.code === 'EIO' || error.syscall === 'fsync');
}
