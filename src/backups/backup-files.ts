import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A backup file that is complete and was checked. */
export type BackupFile = { readonly name: string; readonly atMs: number; readonly bytes: number };

const namePattern = /^pawstock-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/**
 * The name of an incomplete backup file: a service is still writing it, or was killed while it
 * wrote.
 */
export const unfinishedName = 'pawstock.unfinished';

export function backupName(atMs: number): string {
  return `pawstock-${new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '')}.db`;
}

/**
 * Lists finished backups, the newest first. Backups with a time in the future, from a wrong clock,
 * come last.
 */
export function listBackups(folder: string): BackupFile[] {
  const nowMs = Date.now();
  const backups = readdirSync(folder).flatMap((name) => {
    const [, year, month, day, hour, minute, second] = namePattern.exec(name) ?? [];
    const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    // Symbolic links, files without a valid time in their name, and files that were just deleted
    // are not backups.
    const file = Number.isNaN(atMs)
      ? undefined
      : lstatSync(join(folder, name), { throwIfNoEntry: false });
    return file?.isFile() ? [{ name, atMs, bytes: file.size }] : [];
  });
  return backups.sort(
    (one, other) => Number(one.atMs > nowMs) - Number(other.atMs > nowMs) || other.atMs - one.atMs,
  );
}

/** Removes all finished backups except the `keep` newest ones. Returns the backups that remain. */
export function removeOldBackups(folder: string, keep: number): BackupFile[] {
  const backups = listBackups(folder);
  for (const { name } of backups.splice(keep)) rmSync(join(folder, name));
  return backups;
}

/**
 * Returns the code of the error with which a new file in the folder fails, or undefined if the
 * folder can be written. Rights alone do not tell: a disk may be read-only, and root passes any
 * check of rights.
 */
export function writeErrorIn(folder: string): string | undefined {
  const file = join(folder, `pawstock.probe-${randomUUID()}`);
  try {
    writeFileSync(file, '', { flag: 'wx' });
    rmSync(file);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Returns the newest backup if the path is a folder of backups, and otherwise the path itself. */
export function backupAt(path: string): string {
  // `path/.` exists only if the path is a folder that the current user may enter.
  if (!existsSync(`${path}/.`)) return path;
  const [newest] = listBackups(path);
  if (newest === undefined) throw new Error(`There is no backup in ${path}. Check the path.`);
  return join(path, newest.name);
}
