import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sharedStore } from '../store/engine.ts';
import type { OnUpgrade } from '../store/migrations.ts';
import type { Access, Store } from '../store/store.ts';
import { transactions } from '../store/transactions.ts';
import { Connection } from './connection.ts';
import { createConnections, type OpenFile, type WriterEvents } from './connections.ts';
import { fileFailure, isFull } from './errors.ts';
import { readHistory } from './history.ts';
import { checkSchema, migrate } from './migrate.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';

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
  const { engine, read, head, readAll, sumLedger, close } = createConnections(opened, options);
  return {
    ...sharedStore(engine),
    // A command has no requests that would wait for it, and starts no thread.
    ...(!options.isService && {
      perform: (action) => engine.transactForLong((session) => transactions.perform(session, action)),
    }),
    head,
    history: (petId, page) => read((db) => readHistory(db, petId, page)),
    ledgerSums: sumLedger,
    readAll,
    reload: readAll,
    status: async () => ({ bytes: statSync(file).size, clockMs: Date.now() }),
    close,
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
