import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { migrationsAfter, migrationsIn } from '../store/schema.ts';
import type { Connections, ReservedSql } from './connection.ts';

const folder = new URL('./migrations/', import.meta.url);

const attemptsMax = 100;

/** What the losers of a race to make the same table run into: they look again. */
const collisions = ['23505', '42P07', '42P06', '42710', '40001', '40P01', 'XX000'];

/** Brings the store to this code's schema. Any number of instances may do so at once. */
export async function migrate(connections: Connections): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connections.runReserved((sql) => tryMigrate(sql, connections.schema));
      return;
    } catch (error) {
      const collided = error instanceof postgres.PostgresError && collisions.includes(error.code);
      if (!collided || attempt === attemptsMax) throw error;
      await delay(20 + Math.random() * 50);
    }
  }
}

async function tryMigrate(sql: ReservedSql, schema: string | null): Promise<void> {
  await sql`begin`;
  if (schema !== null) await makeSchema(sql, schema);
  await sql`create table if not exists schema_version (singleton boolean primary key default true check (singleton), version bigint not null)`;
  await sql`insert into schema_version (version) values (0) on conflict do nothing`;
  const [row] = await sql`select version from schema_version for update`;
  for (const migration of migrationsAfter(Number(row?.['version']), migrationsIn(folder))) {
    await sql.unsafe(migration.sql);
    await sql`update schema_version set version = ${migration.version}`;
  }
  await sql`commit`;
}

/** A role that owns its schema and nothing else may not even try to make one. */
async function makeSchema(sql: ReservedSql, schema: string): Promise<void> {
  const [found] = await sql`select 1 from pg_namespace where nspname = ${schema}`;
  if (found === undefined) await sql`create schema ${sql(schema)}`;
}
