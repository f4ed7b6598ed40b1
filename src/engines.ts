import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { backupAt, storePart } from './backups/backup-files.ts';
import { type Verification, verify } from './inventory/copy-and-verify.ts';
import { limits } from './limits.ts';
import type { DatabaseAddress } from './settings.ts';
import type { KeptStore } from './sqlite/backup.ts';
import { removeDatabase } from './sqlite/store-files.ts';
import type { Access, OpenOptions, Store } from './store/store.ts';

/**
 * Only this file imports both SQLite and PostgreSQL. It loads either when needed, so that commands
 * start fast.
 */

export async function openStore(
  address: DatabaseAddress,
  given: Partial<OpenOptions> = {},
): Promise<Store> {
  const options = { limits, ...given };
  if (address.engine === 'postgres') {
    const { openPostgresStore } = await import('./postgres/store.ts');
    return openPostgresStore(address, options);
  }
  const { openSqliteStore } = await import('./sqlite/store.ts');
  return openSqliteStore(address.file, options);
}

export async function backupStore(address: DatabaseAddress, target: string): Promise<void> {
  const file = requireFile(address, 'backed up', 'pg_dump');
  const { backup } = await import('./sqlite/backup.ts');
  backup(file, target, limits);
}

export type BackupTask = {
  readonly address: DatabaseAddress;
  /** The name of the backup file while it is incomplete or unchecked. */
  readonly unfinished: string;
  readonly finished: string;
  readonly mayMakeFolder: boolean;
};

/**
 * Backs up the SQLite store, and checks the copy by replaying its ledger. Only a correct copy is
 * named `finished`.
 */
export async function backupAndVerify({
  address,
  unfinished,
  finished,
  mayMakeFolder,
}: BackupTask): Promise<void> {
  const { finishBackup } = await import('./sqlite/backup.ts');
  const { makeFolder } = await import('./sqlite/disk.ts');
  if (mayMakeFolder) makeFolder(dirname(finished));
  // This fails if another service is writing its backup to that file, which stays as it is.
  await backupStore(address, unfinished);
  try {
    const { differences } = await verifyFile(unfinished, 'read');
    if (differences.length === 0) return finishBackup(unfinished, finished);
    throw new Error(
      `The stock levels do not match the ledger: ${differences[0]} Run "pawstock verify".`,
    );
  } catch (error) {
    removeDatabase(unfinished);
    throw error;
  }
}

export type RestoreOptions = {
  /** The backup file, or a folder of backups, of which the newest one of the store is taken. */
  readonly from: string;
  /** Whether the backup may be one of another store than the one that it replaces. */
  readonly fromAnotherStore: boolean;
};

export type Restored = Verification & { readonly backupFile: string; readonly kept: KeptStore };

/**
 * Replaces the SQLite store by a backup if the backup is correct, and checks what is then in the
 * place of the store.
 */
export async function restoreStore(
  address: DatabaseAddress,
  { from, fromAnotherStore }: RestoreOptions,
): Promise<Restored> {
  const path = requireFile(address, 'restored', 'pg_restore');
  const { beginRestore, replaceStore, restoredFile, stageBackup } = await import(
    './sqlite/backup.ts'
  );
  const file = restoredFile(path);
  using _turn = beginRestore(file, limits);
  const identity = await knownIdentity(file);
  const backupFile = backupAt(from, identity && storePart(identity));
  const staged = stageBackup(backupFile, file, limits);
  try {
    const checked = await verifyFile(staged, 'write');
    if (checked.differences.length > 0)
      return { ...checked, backupFile, kept: { kind: 'nothing' } };

    const ofBackup = await identityOf(staged);
    if (identity !== undefined && ofBackup !== identity && !fromAnotherStore)
      throw anotherStore(backupFile, storePart(ofBackup), storePart(identity));

    const kept = replaceStore(file, staged, limits);
    const restored = await verifyFile(file, 'read');
    if (restored.differences.length === 0) return { ...restored, backupFile, kept };
    throw new Error(
      `${file} was restored, and is damaged: ${restored.differences[0]} Check the disk.`,
    );
  } finally {
    removeDatabase(staged);
  }
}

function anotherStore(backupFile: string, ofBackup: string, own: string): Error {
  return new Error(
    `${backupFile} is a backup of another store (${ofBackup}; this one is ${own}). Choose a backup of this store, or restore it with --from-another-store.`,
  );
}

/**
 * The identity of the store that a restore replaces. Undefined if it is missing or damaged, and
 * while a service uses it, which replaceStore refuses.
 */
async function knownIdentity(file: string): Promise<string | undefined> {
  const { identityWithoutLog } = await import('./sqlite/backup.ts');
  const found = identityWithoutLog(file, limits);
  if (found !== undefined || !existsSync(file)) return found;
  // All of a young store may still be in its log.
  return identityOf(file).catch(() => undefined);
}

async function identityOf(file: string): Promise<string> {
  const store = await openStore({ engine: 'sqlite', file }, { access: 'read' });
  const { id } = await store.identity().finally(() => store.close());
  return id;
}

async function verifyFile(file: string, access: Access): Promise<Verification> {
  const store = await openStore({ engine: 'sqlite', file }, { access });
  return verify(store, () => undefined).finally(() => store.close());
}

/** The file of a SQLite store. Throws for PostgreSQL, which has no such file. */
function requireFile(address: DatabaseAddress, done: string, tool: string): string {
  if (address.engine === 'sqlite') return address.file;
  throw new Error(`Only the embedded store can be ${done} this way. For PostgreSQL use ${tool}.`);
}
