import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../postgres/client.ts';
import { createDatabase, type TestDatabase } from '../postgres/database.ts';
import { executeSql } from './file.ts';

/** Both engines, for tests that are the same for each. */
export type StoreEngine = {
  readonly name: 'sqlite' | 'postgres';
  readonly create: () => Promise<TestDatabase>;
  /** Runs SQL as another program would. */
  readonly execute: (url: string, sql: string) => Promise<void>;
  /** SQL that gives the store another schema. */
  readonly setSchema: (version: number) => string;
};

export const storeEngines: readonly [sqlite: StoreEngine, postgres: StoreEngine] = [
  {
    name: 'sqlite',
    create: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
      return { url: `sqlite:${join(folder, 'store.db')}`, drop: async () => rmSync(folder, { recursive: true }) };
    },
    execute: async (url, sql) => executeSql(url.slice('sqlite:'.length), sql),
    setSchema: (version) => `pragma user_version = ${version}`,
  },
  {
    name: 'postgres',
    create: createDatabase,
    execute: async (url, sql) => void (await withClient(url, (client) => client.query(sql))),
    setSchema: (version) => `update store_schema set version = ${version}`,
  },
];
