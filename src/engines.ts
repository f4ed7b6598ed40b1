import { dirname } from 'node:path';
import { type Verification, verify } from './inventory/copy-and-verify.ts';
import type { DatabaseAddress } from './settings.ts';
import type { KeptStore } from './sqlite/backup.ts';
import { removeDatabase, storeFilesAt } from './sqlite/store-files.ts';
import type { Access, OpenOptions, Store } from './store/store.ts';

/**
 * Only this file imports both SQLite and PostgreSQL. It loads either when needed, so that commands
 * start fast.
 */

export async function openStore(
  address: DatabaseAddress,
  options: OpenOptions = {},
): Promise<Store> {
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
  backup(file, target);
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

/**
 * Replaces the SQLite store by a backup if the backup is correct, and checks what is then in the
 * place of the store.
 */
export async function restoreStore(
  address: DatabaseAddress,
  backupFile: string,
): Promise<Verification & { readonly kept: KeptStore }> {
  const { file } = storeFilesAt(requireFile(address, 'restored', 'pg_restore'));
  const { beginRestore, replaceStore, stageBackup } = await import('./sqlite/backup.ts');
  using _turn = beginRestore(file);
  const staged = stageBackup(backupFile, file);
  try {
    const checked = await verifyFile(staged, 'write');
    if (checked.differences.length > 0) return { ...checked, kept: { kind: 'nothing' } };

    const kept = replaceStore(file, staged);
    const restored = await verifyFile(file, 'read');
    if (restored.differences.length === 0) return { ...restored, kept };
    throw new Error(
      `${file} was restored, and is damaged: ${restored.differences[0]} Check the disk.`,
    );
  } finally {
    removeDatabase(staged);
  }
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
