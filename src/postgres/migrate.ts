import { escapeIdentifier } from 'pg';
import { earlyStore, migrationsAfter, migrationsIn, type OnUpgrade, rejectOldSchema } from '../store/migrations.ts';
import { sql } from '../store/tables.ts';
import type { SharedConnection } from './connection.ts';
import { sqlState } from './errors.ts';
import { retry } from './retry.ts';
import type { Session } from './session.ts';

const folder = new URL('./migrations/', import.meta.url);

/** A server that reports collisions for longer is unavailable. */
const collisionsMaxMs = 5_000;

/** What the losers of a race to create the same table get: they look again. */
const collisions = ['23505', '42P07', '42P06', '42710', '40001', '40P01', 'XX000'];

/** Brings the store to this code's schema. Any number of instances may do so at once. */
export async function migrate(
  connection: SharedConnection,
  schema: string | null,
  onUpgrade: OnUpgrade,
  known = migrationsIn(folder),
): Promise<void> {
  const startedMs = performance.now();
  const attempt = () => connection.longTransaction((session) => tryMigrate(session, schema, known));
  const { from, to } = await retry(attempt, {
    isRetryable: (error) =>
      collisions.includes(sqlState(error instanceof Error ? (error.cause ?? error) : error) ?? ''),
    forMs: collisionsMaxMs,
    pauseMs: () => 20 + Math.random() * 50,
  });
  if (from > 0 && from < to) onUpgrade({ from, to, durationMs: Math.round(performance.now() - startedMs) });
}

async function tryMigrate(
  session: Session,
  schema: string | null,
  known: ReturnType<typeof migrationsIn>,
): Promise<{ from: number; to: number }> {
  await session.flush();
  if (schema !== null) await createSchema(session, schema);
  await rejectEarlyStore(session);
  await session.query(
    sql`create table if not exists store_schema (singleton boolean primary key default true check (singleton), version bigint not null)`,
  );
  await session.query(sql`insert into store_schema (version) values (0) on conflict do nothing`);
  const { rows } = await session.query(sql`select version from store_schema for update`);
  const from = Number(rows[0]?.['version']);
  let to = from;
  for (const migration of migrationsAfter(from, known)) {
    await session.query({ text: migration.sql });
    await session.query(sql`update store_schema set version = ${migration.version}`);
    to = migration.version;
  }
  return { from, to };
}

/** For work that only reads: the schema must be this code's already. */
export async function checkSchema(connection: SharedConnection): Promise<void> {
  const version = await connection.run(async (session) => {
    await rejectEarlyStore(session);
    const { rows } = await session.query(sql`select to_regclass('store_schema') is not null as present`);
    if (rows[0]?.['present'] !== true) return 0;
    return Number((await session.query(sql`select version from store_schema`)).rows[0]?.['version'] ?? 0);
  });
  rejectOldSchema(version, migrationsIn(folder));
}

/** Stores of a Pawstock before 1.0.0 have a table of this name. */
async function rejectEarlyStore(session: Session): Promise<void> {
  const { rows } = await session.query(sql`select to_regclass('schema_version') is not null as present`);
  if (rows[0]?.['present'] === true) throw earlyStore();
}

/** A role that owns its schema and nothing else may not even try to create one. */
async function createSchema(session: Session, schema: string): Promise<void> {
  const { rows } = await session.query(sql`select 1 from pg_namespace where nspname = ${schema}`);
  if (rows.length === 0) await session.query({ text: `create schema ${escapeIdentifier(schema)}` });
}
