import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withClient } from '../postgres/client.ts';
import { createDatabase, type TestDatabase } from '../postgres/database.ts';

/** Both engines, for tests that are the same for each. */
export type StoreEngine = {
  readonly name: 'sqlite' | 'postgres';
  readonly create: () => Promise<TestDatabase>;
  /** Runs SQL as another program would. */
  readonly execute: (url: string, sql: string) => Promise<void>;
  /** SQL that gives the store another schema. */
  readonly setSchema: (version: number) => string;
};

export const storeEngines: readonly StoreEngine[] = [
  {
    name: 'sqlite',
    create: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
      return { url: `sqlite:${join(folder, 'store.db')}`, drop: async () => rmSync(folder, { recursive: true }) };
    },
    execute: async (url, sql) => {
      using db = new DatabaseSync(url.slice('sqlite:'.length));
      db.exec(sql);
    },
    setSchema: (version) => `pragma user_version = ${version}`,
  },
  {
    name: 'postgres',
    create: createDatabase,
    execute: (url, sql) =>
      withClient(url, async (client) => {
        await client.query(sql);
      }),
    setSchema: (version) => `update store_schema set version = ${version}`,
  },
];
