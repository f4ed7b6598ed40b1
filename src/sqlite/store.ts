import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '@pawstock/shared/item.ts';
import { Lane } from '../lanes.ts';
import { systemPlatform } from '../platform.ts';
import { oneAtATime } from '../semaphore.ts';
import { contentsOf } from '../store/contents.ts';
import { type Engine, sharedStore } from '../store/engine.ts';
import type { Select } from '../store/session.ts';
import type { Access, OpenOptions, Store } from '../store/store.ts';
import { type Query, sql, storedPetIdOrNull } from '../store/tables.ts';
import { runTransaction } from '../store/transactions.ts';
import { closingMs } from '../time-limit.ts';
import { SqliteConnection } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileFailure, fileIsGone, readFailure, writeFailure } from './errors.ts';
import { fullDisk } from './full-disk.ts';
import { historyOf } from './history.ts';
import { checkSchema, migrate } from './migrate.ts';
import { stoppable } from './stoppable.ts';
import { ThreadClient } from './thread-client.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';

const fileCheckIntervalMs = 500;

/** A removed pet keeps its row in this table, so the table has every pet of the ledger. */
export const highestPetId: Query<PetId | null> = {
  ...sql`select max(pet_id) as highest from item`,
  fromRow: ({ highest }) => storedPetIdOrNull(highest),
};

/**
 * The embedded engine: one SQLite file, used by any number of processes. Reads run on the calling
 * thread, where they take microseconds. Writes, which wait for the disk, and long queries run on
 * threads of their own.
 */
export async function openSqliteStore(file: string, options: OpenOptions): Promise<Store> {
  const { isService, limits, platform } = options;
  const { db, wal, opened } = await openFile(file, options).catch((error: unknown) => {
    throw fileFailure(file, error);
  });
  const identity = identityOf(file);
  const longTransactions = oneAtATime();
  const transactions = new Lane('transactions', limits, {
    platform: platform ?? systemPlatform,
    onWait: options.onLaneWait,
  });
  let fileCheckedAtMs = Number.NEGATIVE_INFINITY;
  const writer = new ThreadClient({ file, limits, walState: wal.state }, options);
  const lists = new ThreadClient({ file, limits }, options);
  const reports = new ThreadClient({ file, limits }, options);

  function read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw readFailure(error);
    }
  }

  /**
   * SQLite goes on reading a file that was removed or replaced, although that file is no longer the
   * store.
   */
  function requireSameFile(): void {
    const nowMs = performance.now();
    if (nowMs - fileCheckedAtMs < fileCheckIntervalMs) return;
    if (identityOf(file) !== identity) throw fileIsGone();
    fileCheckedAtMs = nowMs;
  }

  const engine: Engine = {
    limits,
    head: () =>
      read(() => {
        requireSameFile();
        return db.head();
      }),
    select: (query) => read(() => db.select(query)),
    selectAside: (query) => lists.select(query, limits.slowReadMsMax),
    selectForReport: (query) => reports.select(query, limits.reportMsMax),
    stoppable,
    highestPetId,
    transact: (request) => transactions.run(() => writer.send(request)),
    // A thread passes errors on as text. Nothing but a lock makes a transaction wait here, and to
    // look for an import takes microseconds.
    isLockWait: () => true,
    /**
     * Long transactions run on the calling thread: only commands use them, and commands serve no
     * requests.
     */
    transactForLong: (work) =>
      longTransactions.run(async () => {
        try {
          wal.prepareForWriting();
          return (await db.transaction(() => work(db))).result;
        } catch (error) {
          throw fullDisk(dirname(file), error) ?? writeFailure(file, error);
        }
      }),
  };

  /**
   * Reads all contents in a transaction on a second connection, so that other reads on the first
   * see current data.
   */
  const readAll: Store['readAll'] = async (work) => {
    using connection = read(() => new SqliteConnection(file, { readOnly: true, limits, platform }));
    try {
      connection.exec('begin');
      const select: Select = async (query) => {
        await nextTurn();
        return connection.select(query);
      };
      const contents = contentsOf(connection.head(), select, highestPetId);
      return await work(contents);
    } catch (error) {
      throw readFailure(error);
    }
  };

  // A service becomes ready only when its writer thread has started. If the thread cannot start,
  // `onFatal` is called.
  if (isService) {
    await writer
      .send({ kind: 'select', statement: sql`select 1`, msMax: closingMs })
      .catch(() => undefined);
  }
  return {
    ...sharedStore(engine),
    // A command serves no requests that a write could hold up, so it writes without starting a
    // thread.
    ...(!isService && {
      perform: (action) =>
        engine.transactForLong((session) => runTransaction(session, { kind: 'perform', action })),
    }),
    // For a later page, the query may have to pass all newer ledger entries of the pet, so it runs
    // on another thread.
    history: (petId, page) =>
      (page.before === null ? engine.select : engine.selectAside)(historyOf(petId, page)),
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
    missingRights: async () => [],
    async close() {
      await Promise.all([writer.close(), lists.close(), reports.close()]);
      opened.dispose();
    },
  };
}

/**
 * Throws if a database file stays empty that holds no new store. The file of a new store is empty
 * for a moment, and stays so if the process that creates it is killed: the next one that may write
 * goes on. An empty file beside a log was no new store, because SQLite would discard the log.
 */
async function refuseEmptyFile(file: string, access: Access): Promise<void> {
  const isEmpty = () => statSync(file, { throwIfNoEntry: false })?.size === 0;
  for (let attempt = 1; isEmpty() && (access === 'read' || hasLog(file)); attempt++) {
    if (attempt === 40) {
      throw new Error(
        `${file} is empty: it is no store. Restore a backup, or delete the file to begin a new store.`,
      );
    }
    await delay(50);
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

async function openFile(file: string, { access, onUpgrade, platform, limits }: OpenOptions) {
  await refuseEmptyFile(file, access ?? 'write');
  syncDatabase(file);
  using opened = new DisposableStack();
  const db = opened.use(new SqliteConnection(file, { platform, limits }));
  const wal = opened.use(new WriteAheadLog(db, file));
  if (access === 'read') checkSchema(db, wal);
  else await migrate(db, wal, onUpgrade);
  // Makes the store's file readable only by its owner. SQLite gives its -wal and -shm files the
  // same mode.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return { db, wal, opened: opened.move() };
}
