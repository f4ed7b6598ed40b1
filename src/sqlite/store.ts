import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OnUpgrade } from '../store/migrations.ts';
import { webhookLease } from '../store/statements.ts';
import type { Access, Store } from '../store/store.ts';
import * as tables from '../store/tables.ts';
import { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { contents } from './contents.ts';
import { fileFailure, isFull } from './errors.ts';
import { keys } from './keys.ts';
import { checkSchema, migrate } from './migrate.ts';
import { reads } from './reads.ts';
import { webhooks } from './webhooks.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';
import type { WriterEvents } from './writer-client.ts';
import { writes } from './writes.ts';

type Options = WriterEvents & { readonly access: Access; readonly onUpgrade: OnUpgrade };

/** The embedded engine: one file, used by any number of processes. */
export async function openSqliteStore(file: string, options: Options): Promise<Store> {
  const connections = new Connections(file, await openFile(file, options), options);
  return {
    ...reads(connections),
    ...writes(connections),
    ...keys(connections),
    ...webhooks(connections),
    ...contents(connections),
    close: () => connections.close(),
  };
}

type Opened = { readonly db: Connection; readonly log: WriteAheadLog };

async function openFile(file: string, { access, onUpgrade }: Options): Promise<Opened> {
  try {
    return await connect(file, access === 'read' ? checkSchema : (db, log) => migrate(db, log, onUpgrade));
  } catch (error) {
    if (access === 'write' || !isFull(dirname(file), error)) throw fileFailure(file, error);
  }
  // A store that nobody else uses can be read without room for the memory that is shared with others.
  return connect(file, checkSchema, { exclusive: true }).catch((error: unknown) => {
    throw fileFailure(file, error);
  });
}

async function connect(
  file: string,
  prepare: (db: Connection, log: WriteAheadLog) => void | Promise<void>,
  options?: { exclusive: true },
): Promise<Opened> {
  let db: Connection | undefined;
  let log: WriteAheadLog | undefined;
  try {
    syncDatabase(file);
    db = new Connection(file, options);
    log = new WriteAheadLog(db, file);
    await prepare(db, log);
    // Known to be a store by now. SQLite gives the files beside it the same mode.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    checkTables(db);
    return { db, log };
  } catch (error) {
    db?.close();
    log?.close();
    throw error;
  }
}

/** Refuses a store that lacks a table or a column now, not when they are first used. */
function checkTables(db: Connection): void {
  for (const table of Object.values(tables)) {
    if (!(table instanceof tables.Table)) continue;
    const columns = table.columns.map(({ name }) => name).join(', ');
    db.get({ text: `select ${columns} from ${table.name} limit 0` });
  }
  db.get(webhookLease);
}
