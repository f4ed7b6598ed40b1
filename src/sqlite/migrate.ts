import { setTimeout as delay } from 'node:timers/promises';
import {
  earlyStore,
  migrationsAfter,
  migrationsIn,
  type OnUpgrade,
  rejectOldSchema,
  SchemaError,
} from '../store/migrations.ts';
import { sql, sqlText } from '../store/tables.ts';
import type { SqliteConnection } from './connection.ts';
import { isBusy } from './errors.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/**
 * "PawS" marks a file as a Pawstock store, so that the database of another program is never taken
 * for a store.
 */
const applicationId = 0x50617753;
/** SQLite application ids of stores that were made before Pawstock 1.0.0: "Paws" and "Paw1". */
const earlyApplicationIds = [0x50617773, 0x50617731];

/**
 * The page size of the database, which is fixed when the file is created. Each changed row writes a
 * page to the write-ahead log. A quarter of SQLite's default size makes a write to a large store a
 * tenth cheaper.
 */
const pageBytes = 1_024;

const readMigrations = () => migrationsIn(new URL('./migrations/', import.meta.url));

/**
 * Opens the write-ahead log and upgrades the store to this code's schema. Processes that start
 * together take turns.
 */
export async function migrate(
  db: SqliteConnection,
  wal: WriteAheadLog,
  onUpgrade?: OnUpgrade,
  known = readMigrations(),
): Promise<void> {
  rejectOtherDatabases(db);
  await useWriteAheadLog(db);
  wal.makeDurable();
  // A store that needs no upgrade need not be writable, so it can be opened even if the disk is
  // full.
  if (migrationsAfter(pragma(db, 'user_version'), known).length === 0) return;
  wal.prepareForWriting();
  const startedMs = performance.now();
  const { result } = await db.transaction(() => {
    const from = pragma(db, 'user_version');
    db.exec(`pragma application_id = ${applicationId}`);
    for (const { version, sql } of migrationsAfter(from, known)) {
      db.exec(`${sql}\npragma user_version = ${version};`);
    }
    return { from, to: pragma(db, 'user_version') };
  });
  const { from, to } = result;
  if (from > 0 && from < to)
    onUpgrade?.({ from, to, durationMs: Math.round(performance.now() - startedMs) });
}

/**
 * Opens the write-ahead log of a store that is only read. Throws if the store does not have this
 * code's schema.
 */
export function checkSchema(db: SqliteConnection, wal: WriteAheadLog): void {
  rejectOtherDatabases(db);
  wal.makeDurable();
  rejectOldSchema(pragma(db, 'user_version'), readMigrations());
}

/**
 * Switches a new store to write-ahead logging. Retries, as SQLite does not wait for the exclusive
 * access it needs.
 */
async function useWriteAheadLog(db: SqliteConnection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      db.exec(`pragma page_size = ${pageBytes}`);
      db.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (attempt === 100 || !isBusy(error)) throw error;
      await delay(50);
    }
  }
}

/** Whether `migrate` has marked the file as a Pawstock store. */
export function isStore(db: SqliteConnection): boolean {
  return pragma(db, 'application_id') === applicationId;
}

/** Throws if the file is a database of another program, before anything is changed in it. */
export function rejectOtherDatabases(db: SqliteConnection): void {
  const tables = db.get(sql`select count(*) as count from sqlite_schema`);
  if (tables?.['count'] === 0n || isStore(db)) return;
  if (earlyApplicationIds.includes(pragma(db, 'application_id'))) throw earlyStore();
  throw new SchemaError(
    'The file is a database of another program. Choose another file for the store.',
  );
}

function pragma(db: SqliteConnection, name: 'user_version' | 'application_id'): number {
  return Number(Object.values(db.get(sqlText(`pragma ${name}`)) ?? {})[0]);
}
