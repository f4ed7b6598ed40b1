import { openStore } from '../app.ts';
import { checkDatabase } from '../settings.ts';
import type { Store } from '../store/store.ts';

export const databaseOption = ['--database <url>', 'where the store is (or DATABASE_URL)'] as const;

/** Opens the store that the flag or the environment names, for as long as `work` takes. */
export async function withStore<T>(database: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(checkDatabase(database ?? process.env['DATABASE_URL']));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
