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
 */
async function schemaIn(session: Session): Promise<number> {
  const tables = sql`
    select to_regclass('pawstock_schema') is not null as present,
      coalesce(to_regclass('store_schema'), to_regclass('schema_version')) is not null as early`;
  const [found] = await rowsOf(session, tables);
  if (found?.['present'] !== true) {
    if (found?.['early'] === true) throw earlyStore();
    return 0;
  }
  const [current] = await rowsOf(session, sql`select version from pawstock_schema`);
  return Number(current?.['version'] ?? 0);
}

/**
 * Creates a missing schema. For a role that may not create schemas, even "create schema if not
 * exists" fails.
 */
async function createSchema(session: Session, schema: string): Promise<void> {
  const found = await rowsOf(session, sql`select 1 from pg_namespace where nspname = ${schema}`);
  if (found.length === 0) await session.run(sqlText(`create schema ${escapeIdentifier(schema)}`));
}
