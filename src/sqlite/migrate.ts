import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { migrationsAfter, migrationsIn, SchemaError } from '../store/schema.ts';
import { inTransaction } from './connection.ts';
import { isBusy } from './failure.ts';

/** Marks a file as ours ("Paws"), so that another program's database is never taken for a store. */
const applicationId = 0x50617773;

/**
 * A changed row costs a page in the log, its checksum included. A quarter of SQLite's usual size makes an update of a
 * large store a tenth cheaper, and nothing slower that matters. It is settled when the file is made.
 */
const pageBytes = 1_024;

const folder = new URL('./migrations/', import.meta.url);

/** Brings the store to this code's schema. Any number of processes may do so at once: one does the work, the others wait. */
export async function migrate(db: DatabaseSync): Promise<void> {
  refuseForeign(db);
  await useWriteAheadLog(db);
  const known = migrationsIn(folder);
  // Most starts have nothing to write, and may have no room for it.
  if (migrationsAfter(pragma(db, 'user_version'), known).length === 0) return;
  inTransaction(db, () => {
    db.exec(`pragma application_id = ${applicationId}`);
    for (const { version, sql } of migrationsAfter(pragma(db, 'user_version'), known)) {
      db.exec(`${sql}\npragma user_version = ${version};`);
    }
  });
}

/** Only the first ever start changes the mode; it needs the file for itself, and SQLite does not wait for that. */
async function useWriteAheadLog(db: DatabaseSync): Promise<void> {
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

/** Whether the file is one that `migrate` has made. */
export function isStore(db: DatabaseSync): boolean {
  return pragma(db, 'application_id') === applicationId;
}

/** Before anything is changed in it. */
function refuseForeign(db: DatabaseSync): void {
  const tables = db.prepare('select count(*) as count from sqlite_schema').get() as { count: bigint };
  if (tables.count === 0n || isStore(db)) return;
  throw new SchemaError('The file is a database of another program. Choose another file for the store.');
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]);
}
