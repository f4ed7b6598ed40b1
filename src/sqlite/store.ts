import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OnUpgrade } from '../store/migrations.ts';
import type { Access, Store } from '../store/store.ts';
import { actions } from './actions.ts';
import { Connection } from './connection.ts';
import { createConnections, type OpenFile } from './connections.ts';
import { contents } from './contents.ts';
import { fileFailure, isFull } from './errors.ts';
import { keys } from './keys.ts';
import { checkSchema, migrate } from './migrate.ts';
import { reads } from './reads.ts';
import { reservations } from './reservations.ts';
import { webhooks } from './webhooks.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';
import type { WriterEvents } from './writer-client.ts';
import { writes } from './writes.ts';

type Options = WriterEvents & {
  readonly access: Access;
  readonly onUpgrade: OnUpgrade;
  readonly isService?: boolean | undefined;
};

/** The embedded engine: one file, used by any number of processes. */
export async function openSqliteStore(file: string, options: Options): Promise<Store> {
  const opened = await openFile(file, options).catch((error: unknown) => {
    throw fileFailure(file, error);
  });
  const connections = createConnections(opened, options);
  return {
    ...reads(connections),
    ...writes(connections),
    ...reservations(connections),
    ...keys(connections),
    ...actions(connections),
    ...webhooks(connections),
    ...contents(connections),
    status: async () => ({ bytes: statSync(file).size, clockMs: Date.now() }),
    close: () => connections.close(),
  };
}

async function openFile(file: string, { access, onUpgrade }: Options): Promise<OpenFile> {
  if (access === 'write') return connect(file, (db, log) => migrate(db, log, onUpgrade));
  return connect(file, checkSchema).catch((error: unknown) => {
    if (!isFull(dirname(file), error)) throw error;
    // If no other process uses the store, it can be read without room for the memory that processes share.
    return connect(file, checkSchema, { exclusive: true });
  });
}

type Prepare = (db: Connection, log: WriteAheadLog) => void | Promise<void>;

async function connect(file: string, prepare: Prepare, options?: { exclusive: true }): Promise<OpenFile> {
  let db: Connection | undefined;
  let log: WriteAheadLog | undefined;
  try {
    syncDatabase(file);
    db = new Connection(file, options);
    log = new WriteAheadLog(db, file);
    await prepare(db, log);
    // Known to be a store by now. SQLite gives the files beside it the same mode.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return { file, db, log };
  } catch (error) {
    db?.close();
    log?.close();
    throw error;
  }
}
