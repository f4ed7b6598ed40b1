import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { migrationsIn } from '../../src/store/schema.ts';

/** A store as SQL text that makes it anew: what the stores in test/fixtures are written with, and read again. */
export type Dump = {
  readonly write: (address: string) => Promise<string>;
  readonly read: (address: string, sql: string) => Promise<void>;
};

const tables = ['item', 'ledger', 'api_key', 'remembered', 'head', 'schema_version'];

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
    inSchema(address, async (sql) => {
      const migrations = migrationsIn(new URL('../../src/postgres/migrations/', import.meta.url));
      const rows: string[] = [];
      for (const table of tables) {
        const columns = await sql`
          select column_name as name from information_schema.columns
          where table_schema = current_schema and table_name = ${table} order by ordinal_position`;
        const asText = columns.map(({ name }) => `${name}::text`).join(', ');
        rows.push(`delete from ${table};`, ...insertsOf(table, await sql.unsafe(`select ${asText} from ${table}`)));
      }
      const version =
        'create table schema_version (singleton boolean primary key default true check (singleton), version bigint not null);';
      // The ledger is empty before it is filled, and refuses to be emptied.
      const kept = rows.filter((row) => row !== 'delete from ledger;');
      return [version, ...migrations.map(({ sql }) => sql), ...kept].join('\n');
    }),
  read: (address, text) =>
    inSchema(address, async (sql, schema) => {
      await sql.unsafe(`create schema if not exists ${schema}`);
      await sql.unsafe(text);
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

async function inSchema<T>(address: string, work: (sql: postgres.Sql, schema: string) => Promise<T>): Promise<T> {
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? '';
  url.search = '';
  const sql = postgres(url.href, { max: 1, connection: { search_path: schema }, onnotice: () => undefined });
  return work(sql, schema).finally(() => sql.end());
}
