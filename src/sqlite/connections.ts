import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import { oneAtATime } from '../semaphore.ts';
import { contentsOf } from '../store/contents.ts';
import type { Engine } from '../store/engine.ts';
import type { Access, ContentsStore } from '../store/store.ts';
import type { Query, Row } from '../store/tables.ts';
import { Connection, type StoreOptions } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileIsGone, fullDisk, readFailure, writeFailure } from './errors.ts';
import { ThreadClient } from './thread-client.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

const fileCheckIntervalMs = 500;

export type OpenFile = { readonly file: string; readonly db: Connection; readonly log: WriteAheadLog };

export type WriterEvents = {
  /** Called when the store can no longer be trusted. The process should end. */
  readonly onFatal: (error: Error) => void;
  /** Called with the time that each commit took, its sync included. */
  readonly onSync: (durationMs: number) => void;
};

/**
 * How one process uses the file. Reads run on the calling thread, where they take microseconds. Writes run on a thread of
 * their own, because they wait for the disk, and so do queries that take long.
 */
export function createConnections(
  { file, db, log }: OpenFile,
  options: WriterEvents & StoreOptions & { readonly access: Access },
) {
  const { onFatal, onSync, access, now, limits } = options;
  const identity = identityOf(file);
  const longTransactions = oneAtATime();
  let fileCheckedAtMs = Number.NEGATIVE_INFINITY;
  let writer: ThreadClient | undefined;

  function read<T>(work: (reader: Connection) => T): T {
    try {
      return work(db);
    } catch (error) {
      throw readFailure(error);
    }
  }

  /** A thread for queries that take long. The first one starts it. */
  function readingThread() {
    let thread: ThreadClient | undefined;
    const onEnd = () => {
      thread = undefined;
    };
    return {
      async select<T>({ fromRow, ...statement }: Query<T>): Promise<T[]> {
        thread ??= new ThreadClient({ file, limits }, now, { endedBy: unreadable, onEnd });
        return (await thread.send<Row[]>('select', statement)).map(fromRow);
      },
      close: () => thread?.close(),
    };
  }

  const lists = readingThread();
  const reports = readingThread();

  const engine: Engine = {
    select: (query) => read(() => db.select(query)),
    selectSlowly: (query) => read(() => db.select(query)),
    selectAside: lists.select,
    selectForReport: reports.select,
    stopPoint: 'clock_ms() is not null',
    head: () =>
      read(() => {
        requireSameFile();
        return db.head();
      }),
    transact: ((name, ...args) => startWriter().send(name, ...args)) as Engine['transact'],
    /** On the calling thread: for commands. */
    transactForLong: (work) =>
      longTransactions.run(async () => {
        try {
          log.prepareForWriting();
          return await db.transaction(() => work(db));
        } catch (error) {
          throw fullDisk(dirname(file), error) ?? writeFailure(file, error);
        }
      }),
  };

  function startWriter(): ThreadClient {
    const endedBy = (cause: Error) => new DomainError('outcome_unknown', outcomeUnknown, { cause });
    writer ??= new ThreadClient({ file, limits, logState: log.state }, now, { endedBy, onEnd: onFatal, onSync });
    return writer;
  }

  /** SQLite still reads a file that was removed or replaced, but that is no longer the store. */
  function requireSameFile(): void {
    const nowMs = performance.now();
    if (nowMs - fileCheckedAtMs < fileCheckIntervalMs) return;
    if (identityOf(file) !== identity) throw fileIsGone();
    fileCheckedAtMs = nowMs;
  }

  /** A service goes on reading meanwhile, so it needs a further connection: a long transaction would make it stale. */
  const readAll: ContentsStore['readAll'] = async (work) => {
    const own = access === 'read' ? undefined : read(() => new Connection(file, { readOnly: true, now }));
    const connection = own ?? db;
    try {
      connection.exec('begin');
      const contents = contentsOf(connection.head(), async (query) => {
        await nextTurn();
        return connection.select(query);
      });
      return await work(contents);
    } catch (error) {
      throw readFailure(error);
    } finally {
      connection.rollback();
      own?.close();
    }
  };

  return {
    engine,
    startWriter,
    read,
    readAll,
    async close(): Promise<void> {
      await Promise.all([writer?.close(), lists.close(), reports.close()]);
      db.close();
      log.close();
    },
  };
}

const outcomeUnknown =
  'The store failed during the write; whether it took effect is unknown. Repeat it with the same Idempotency-Key, or read the pet.';

function unreadable(cause: Error): DomainError {
  return new DomainError('store_unavailable', 'The store cannot be read at the moment. Try again later.', { cause });
}
