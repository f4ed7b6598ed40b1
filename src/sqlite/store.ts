import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sharedStore } from '../store/engine.ts';
import type { OnUpgrade } from '../store/migrations.ts';
import type { Access, Store } from '../store/store.ts';
import { transactions } from '../store/transactions.ts';
import { Connection, type StoreOptions } from './connection.ts';
import { createConnections, type OpenFile, type WriterEvents } from './connections.ts';
import { fileFailure, isFull } from './errors.ts';
import { readHistory } from './history.ts';
import { checkSchema, migrate } from './migrate.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';

type Options = WriterEvents &
  StoreOptions & {
    readonly access: Access;
    readonly onUpgrade: OnUpgrade;
    readonly isService?: boolean | undefined;
  };

/** The embedded engine: one file, used by any number of processes. */
export async function openSqliteStore(file: string, options: Options): Promise<Store> {
  const opened = await openFile(file, options).catch((error: unknown) => {
    throw fileFailure(file, error);
  });
  const { engine, startWriter, read, readAll, close } = createConnections(opened, options);
  // A service is ready when its first write has nothing to wait for.
  if (options.isService) await startWriter().started;
  return {
    ...sharedStore(engine),
    // A command has no requests that would wait for it, and starts no thread.
    ...(!options.isService && {
      perform: (action) => engine.transactForLong((session) => transactions.perform(session, action)),
    }),
    history: (petId, page) => read((db) => readHistory(db, petId, page)),
    readAll,
    reload: readAll,
    async bytes() {
      try {
        for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
      } catch (error) {
        throw fileFailure(file, error);
      }
      return statSync(file).size;
    },
    close,
  };
}

async function openFile(file: string, { access, onUpgrade, now, limits }: Options): Promise<OpenFile> {
  await refuseEmptyFile(file);
  const options = { now, limits };
  if (access === 'write') return connect(file, options, (db, log) => migrate(db, log, onUpgrade));
  return connect(file, options, checkSchema).catch((error: unknown) => {
    if (!isFull(dirname(file), error)) throw error;
    // If no other process uses the store, it can be read without room for the memory that processes share.
    return connect(file, { ...options, exclusive: true }, checkSchema);
  });
}

/** A copy that failed, or a damaged disk, leaves an empty file. Another process that creates the store fills it shortly. */
async function refuseEmptyFile(file: string): Promise<void> {
  for (let attempt = 1; statSync(file, { throwIfNoEntry: false })?.size === 0; attempt++) {
    if (attempt === 40) {
      throw new Error(`${file} is empty: it is no store. Restore a backup, or delete the file to begin a new store.`);
    }
    await delay(50);
  }
}

type Prepare = (db: Connection, log: WriteAheadLog) => void | Promise<void>;

async function connect(
  file: string,
  options: StoreOptions & { readonly exclusive?: boolean },
  prepare: Prepare,
): Promise<OpenFile> {
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
