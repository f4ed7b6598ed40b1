import { statSync } from 'node:fs';
import { normalizeName } from '@pawstock/shared/name.ts';
import { Command } from 'commander';
import { systemErrorCode } from '../caught-error.ts';
import { type ActionRequest, commandAction } from '../domain/action.ts';
import { checkDatabase, type DatabaseAddress, fromEnvironment } from '../settings.ts';
import type { OnUpgrade } from '../store/migrations.ts';
import type { Access, Store } from '../store/store.ts';

export const databaseOption = ['--database <url>', 'the store (or DATABASE_URL)'] as const;

export type StoreOptions = { readonly database?: string; readonly json?: true };

/** Creates a command that opens a store, with the options `--database` and `--json`. */
export function storeCommand(name: string): Command {
  return new Command(name).option(...databaseOption).option('--json', 'print JSON');
}

/** Creates a command whose argument is the name of an API key or a webhook endpoint. */
export function namedCommand(name: string): Command {
  return storeCommand(name).argument('<name>', '', normalizeName);
}

/** The address of the store: --database if it is given, else DATABASE_URL. */
export function storeAddress(database: string | undefined): DatabaseAddress {
  return checkDatabase(database ?? fromEnvironment('DATABASE_URL'));
}

/**
 * Returns the path of a SQLite store whose file is missing, else undefined. An unreadable file is
 * not missing.
 */
export function missingFile(database: string | undefined): string | undefined {
  const address = storeAddress(database);
  if (address.engine !== 'sqlite') return undefined;
  try {
    statSync(address.file);
    return undefined;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');
    return isMissing ? address.file : undefined;
  }
}

/**
 * Opens the store while `work` runs. Only commands that write upgrade an older store. Only commands
 * that add something create a missing store: any other command would take a mistyped path for an
 * empty store.
 */
export async function withStore<T>(
  database: string | undefined,
  work: (store: Store) => Promise<T>,
  access: Access | 'create' = 'read',
): Promise<T> {
  const address = storeAddress(database);
  const missing = access === 'create' ? undefined : missingFile(database);
  if (missing !== undefined) throw new Error(`There is no store at ${missing}. Check the path.`);
  // The database code is loaded only here, so commands that open no store start in half the time.
  const { openStore } = await import('../engines.ts');
  const store = await openStore(address, {
    access: access === 'read' ? 'read' : 'write',
    onUpgrade,
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const onUpgrade: OnUpgrade = ({ from, to, durationMs }) =>
  process.stderr.write(
    `Upgraded the store from schema ${from} to schema ${to} in ${durationMs / 1000} s.\n`,
  );

/**
 * Changes API keys or webhooks in a store. If the store refuses the change, the user sees the
 * reason.
 */
export async function performInStore(
  { database, json }: StoreOptions,
  request: ActionRequest,
  access: 'write' | 'create' = 'write',
): Promise<void> {
  const missing = missingFile(database);
  const outcome = await withStore(
    database,
    (store) => store.perform(commandAction(request)),
    access,
  );
  if (outcome.result === 'refused') throw new Error(outcome.refusal.message);
  if (missing !== undefined && !json)
    process.stderr.write(`There was no store at ${missing}: a new one was created.\n`);
}
