import { DatabaseSync } from 'node:sqlite';
import { migrationsIn } from '../../../src/store/migrations.ts';
import { withClient } from '../postgres/client.ts';

/** A store as SQL text that makes it anew: what the stores in test/fixtures are written with, and read again. */
export type Dump = {
  readonly write: (address: string) => Promise<string>;
  readonly read: (address: string, sql: string) => Promise<void>;
};

const tables = [
  'item',
  'ledger',
  'api_key',
  'idempotency_record',
  'clock_step',
  'pet_details',
  'reservation',
  'head',
  'schema_version',
  'webhook',
  'webhook_lease',
];

export const sqliteDump: Dump = {
  write: async (address) => {
    const db = new DatabaseSync(fileOf(address), { readBigInts: true });
    const made = db.prepare('select type, name, sql from sqlite_schema where sql is not null order by rowid').all();
    const statements = (kinds: string[]) =>
      made.filter(({ type }) => kinds.includes(String(type))).map(({ sql }) => `${sql};`);
    const rows = tables.flatMap((table) =>
      made.some(({ name }) => name === table) ? insertsOf(table, db.prepare(`select * from ${table}`).all()) : [],
    );
    const pragmas = ['application_id', 'user_version'].map((name) => {
      return `pragma ${name} = ${Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]};`;
    });
    db.close();
    return [...statements(['table']), ...rows, ...statements(['index', 'trigger']), ...pragmas].join('\n');
  },
  read: async (address, sql) => {
    const db = new DatabaseSync(fileOf(address));
    db.exec(sql);
    db.close();
  },
};

export const postgresDump: Dump = {
  write: (address) =>
    withClient(address, async (client) => {
      const migrations = migrationsIn(new URL('../../../src/postgres/migrations/', import.meta.url));
      const rows: string[] = [];
      for (const table of tables) {
        const columns = await client.query<{ name: string }>(
          `select column_name as name from information_schema.columns
           where table_schema = current_schema and table_name = $1 order by ordinal_position`,
          [table],
        );
        const asText = columns.rows.map(({ name }) => `${name}::text`).join(', ');
        const stored = await client.query(`select ${asText} from ${table}`);
        rows.push(`delete from ${table};`, ...insertsOf(table, stored.rows));
      }
      const version =
        'create table schema_version (singleton boolean primary key default true check (singleton), version bigint not null);';
      // The ledger is empty before it is filled, and refuses to be emptied.
      const kept = rows.filter((row) => row !== 'delete from ledger;');
      return [version, ...migrations.map(({ sql }) => sql), ...kept].join('\n');
    }),
  read: (address, text) =>
    withClient(address, async (client) => {
      await client.query(`create schema if not exists ${new URL(address).searchParams.get('schema')}`);
      await client.query(text);
    }),
};

function insertsOf(table: string, rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => `insert into ${table} values (${Object.values(row).map(literal).join(', ')});`);
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'bigint' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

function fileOf(address: string): string {
  return address.replace(/^sqlite:/, '');
}
