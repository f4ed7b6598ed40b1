import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, systemErrorCode } from '../caught-error.ts';

/**
 * A backup file that is complete and was checked. `store` is the beginning of the identity of the
 * store that it is a backup of.
 */
export type BackupFile = {
  readonly name: string;
  readonly store: string;
  readonly atMs: number;
  readonly bytes: number;
};

const namePattern = /^pawstock-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** The part of a store's identity that the names of its backups have. */
export function storePart(identity: string): string {
  return identity.slice(0, 8);
}

/**
 * The name of an incomplete backup file: a service is still writing it, or was killed while it
 * wrote.
 */
export function unfinishedName(store: string): string {
  return `pawstock-${store}.unfinished`;
}

export function backupName(store: string, atMs: number): string {
  return `pawstock-${store}-${new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '')}.db`;
}

/**
 * Lists finished backups of all stores, the newest first. Backups with a time in the future, from a
 * wrong clock, come last.
 */
export function listAllBackups(folder: string): BackupFile[] {
  const nowMs = Date.now();
  const backups = readdirSync(folder).flatMap((name) => backupNamed(folder, name) ?? []);
  return backups.sort(
    (one, other) => Number(one.atMs > nowMs) - Number(other.atMs > nowMs) || other.atMs - one.atMs,
  );
}

/** Lists finished backups of one store, in the same order. */
export function listBackups(folder: string, store: string): BackupFile[] {
  return listAllBackups(folder).filter((backup) => backup.store === store);
}

function backupNamed(folder: string, name: string): BackupFile | undefined {
  const [, store, year, month, day, hour, minute, second] = namePattern.exec(name) ?? [];
  if (store === undefined) return undefined;
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(atMs)) return undefined;
  // Symbolic links, and files that were just deleted, are not backups.
  const file = lstatSync(join(folder, name), { throwIfNoEntry: false });
  return file?.isFile() ? { name, store, atMs, bytes: file.size } : undefined;
}

/**
 * Removes all finished backups of a store except the `keep` newest ones. Returns the backups of the
 * store that remain.
 */
export function removeOldBackups(folder: string, store: string, keep: number): BackupFile[] {
  const backups = listBackups(folder, store);
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
    return systemErrorCode(error) ?? errorMessage(error);
  }
}

/**
 * Returns the newest backup of a store if the path is a folder of backups, and otherwise the path
 * itself. Where the store is not known, because it is missing or damaged, all backups in the folder
 * must be of one store.
 */
export function backupAt(path: string, store: string | undefined): string {
  // `path/.` exists only if the path is a folder that the current user may enter.
  if (!existsSync(`${path}/.`)) return path;
  const all = listAllBackups(path);
  const own = store === undefined ? all : all.filter((backup) => backup.store === store);
  const [newest] = own;
  if (newest === undefined) {
    if (all.length === 0) throw new Error(`There is no backup in ${path}. Check the path.`);
    throw new Error(
      `There is no backup of this store in ${path}, only of others. Check the path, or name a file.`,
    );
  }
  if (own.some((backup) => backup.store !== newest.store))
    throw new Error(`${path} has backups of several stores. Name the file to restore.`);
  return join(path, newest.name);
}
