import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../postgres/client.ts';
import { createDatabase, type TestDatabase } from '../postgres/database.ts';
import { executeSql } from './file.ts';

/** A database engine, for tests that are the same on SQLite and PostgreSQL. */
export type StoreEngine = {
  readonly name: 'sqlite' | 'postgres';
  readonly create: () => Promise<TestDatabase>;
  /** Runs SQL on a second connection, as another program would. */
  readonly execute: (url: string, sql: string) => Promise<void>;
  /** Returns SQL that changes the store's schema version. */
  readonly setSchema: (version: number) => string;
  /** Returns SQL after which no row about pet 2 can be written to a table. */
  readonly breakForPet2: (table: 'ledger' | 'item') => string;
};

export const storeEngines: readonly [sqlite: StoreEngine, postgres: StoreEngine] = [
  {
    name: 'sqlite',
    create: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
      return {
        url: `sqlite:${join(folder, 'store.db')}`,
        drop: async () => rmSync(folder, { recursive: true }),
      };
    },
    execute: async (url, sql) => executeSql(url.slice('sqlite:'.length), sql),
    setSchema: (version) => `pragma user_version = ${version}`,
    breakForPet2: (table) => `
      create trigger broken_insert before insert on ${table}
      when new.pet_id = 2 begin select raise(abort, 'broken by the test'); end;
      create trigger broken_update before update on ${table}
      when new.pet_id = 2 begin select raise(abort, 'broken by the test'); end`,
  },
  {
    name: 'postgres',
    create: createDatabase,
    execute: async (url, sql) => void (await withClient(url, (client) => client.query(sql))),
    setSchema: (version) => `update pawstock_schema set version = ${version}`,
    breakForPet2: (table) => `
      create function broken() returns trigger language plpgsql
      as $$ begin raise exception 'broken by the test'; end $$;
      create trigger broken before insert or update on ${table} for each row
      when (new.pet_id = 2) execute function broken()`,
  },
];

/**
 * The engine that HTTP and model tests use: SQLite, unless the environment variable TEST_ENGINE
 * names PostgreSQL.
 */
export const testEngine = storeEngines[process.env['TEST_ENGINE'] === 'postgres' ? 1 : 0];
