import { existsSync } from 'node:fs';
import { checkDatabase } from '../settings.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './command-error.ts';

export const databaseOption = ['--database <url>', 'where the store is (or DATABASE_URL)'] as const;

/** For commands that make no sense without one: a mistyped path must not pass for a store in which all is well. */
export function requireStore(database: string | undefined): void {
  const address = checkDatabase(database ?? process.env['DATABASE_URL']);
  if (address.engine === 'postgres' || existsSync(address.file)) return;
  throw new CommandError([`There is no store at ${address.file}. Check the path.`]);
}

/** Opens the store that the flag or the environment names, for as long as `work` takes. */
export async function withStore<T>(database: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  // Loaded here: commands that need no store start in half the time without it.
  const { openStore } = await import('../app.ts');
  const store = await openStore(checkDatabase(database ?? process.env['DATABASE_URL']));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
