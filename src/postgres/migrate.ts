import { crc32 } from 'node:zlib';
import { escapeIdentifier } from 'pg';
import {
  earlyStore,
  migrationsAfter,
  migrationsIn,
  type OnUpgrade,
  rejectOldSchema,
} from '../store/migrations.ts';
import { type Statement, sql, sqlText } from '../store/tables.ts';
import type { SharedConnection } from './connection.ts';
import type { Session } from './session.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * This number and a hash of the schema's name identify the advisory lock for upgrades of the
 * schema.
 */
const migrationLock = 0x50617731;

const rowsOf = (session: Session, query: Statement) =>
  session.select({ ...query, fromRow: (row) => row });

/**
 * Upgrades the store to this code's schema. Any number of instances may call this at once: they
 * take turns.
 */
export async function migrate(
  connection: SharedConnection,
  schema: string | null,
  onUpgrade?: OnUpgrade,
  known = migrationsIn(folder),
): Promise<void> {
  // If no upgrade is needed, no lock is taken, and the database role needs no right to change
  // tables.
  if (migrationsAfter(await connection.run(schemaIn), known).length === 0) return;
  const startedMs = performance.now();
  const { from, to } = await connection.longTransaction(async (session) => {
    await lockSchema(session, schema);
    if (schema !== null) await createSchema(session, schema);
    const from = await schemaIn(session);
    const missing = migrationsAfter(from, known);
    for (const { version, sql: text } of missing) {
      await session.run(sqlText(text));
      await session.run(sql`update pawstock_schema set version = ${version}`);
    }
    return { from, to: missing.at(-1)?.version ?? from };
  });
  if (from > 0 && from < to)
    onUpgrade?.({ from, to, durationMs: Math.round(performance.now() - startedMs) });
}

/** Locks the schema against other upgrades. Each schema in a database has a lock of its own. */
async function lockSchema(session: Session, schema: string | null): Promise<void> {
  const [found] = await rowsOf(session, sql`select coalesce(${schema}, current_schema()) as name`);
  await session.run(
    sql`select pg_advisory_xact_lock(${migrationLock}, ${crc32(`${found?.['name']}`) | 0})`,
  );
}

/** Throws if a store that is only read does not have this code's schema. */
export async function checkSchema(connection: SharedConnection): Promise<void> {
  rejectOldSchema(await connection.run(schemaIn), migrationsIn(folder));
}

/**
 * The version of the store's schema; 0 without a store. Throws for stores from before Pawstock
 * 1.0.0.
 *
 * The tables are looked for in `pg_class`. A function such as to_regclass may answer from the
 * server's cache that there is no table, although another instance has just created it and has
 * released the lock for which this one has waited.
 */
async function schemaIn(session: Session): Promise<number> {
  const found = await session.select({
    ...sql`
      select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any(current_schemas(false))
        and relname in ('pawstock_schema', 'store_schema', 'schema_version')`,
    fromRow: ({ relname }) => String(relname),
  });
  if (found.includes('pawstock_schema')) {
    const [current] = await rowsOf(session, sql`select version from pawstock_schema`);
    return Number(current?.['version'] ?? 0);
  }
  if (found.length > 0) throw earlyStore();
  return 0;
}

/** Throws unless the database can store every text. In another encoding, writes of some would fail. */
export async function requireUtf8(connection: SharedConnection): Promise<void> {
  const [found] = await connection.select({
    ...sql`select current_setting('server_encoding') as encoding`,
    fromRow: ({ encoding }) => String(encoding),
  });
  if (found === 'UTF8') return;
  throw new Error(
    `The database in DATABASE_URL has the encoding ${found}, in which names and notes of many languages cannot be stored. Create a database with "encoding 'UTF8'", and name it there.`,
  );
}

/**
 * Creates a missing schema. For a role that may not create schemas, even "create schema if not
 * exists" fails.
 */
async function createSchema(session: Session, schema: string): Promise<void> {
  const found = await rowsOf(session, sql`select 1 from pg_namespace where nspname = ${schema}`);
  if (found.length === 0) await session.run(sqlText(`create schema ${escapeIdentifier(schema)}`));
}
