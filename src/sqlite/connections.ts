import { dirname } from 'node:path';
import type { Access } from '../store/store.ts';
import type { Statement } from '../store/tables.ts';
import { Connection } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileIsGone, fullDisk, readFailure, writeFailure } from './errors.ts';
import { ReaderClient } from './reader-client.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import { WriterClient, type WriterEvents } from './writer-client.ts';

const fileCheckIntervalMs = 500;

export type OpenFile = { readonly file: string; readonly db: Connection; readonly log: WriteAheadLog };

type Options = WriterEvents & { readonly access: Access; readonly isService?: boolean | undefined };

export type Connections = ReturnType<typeof createConnections>;

/**
 * How one process uses the file. Reads run on the calling thread, where they take microseconds. A service's writes run on
 * a thread of their own, because they wait for the disk.
 */
export function createConnections({ file, db, log }: OpenFile, options: Options) {
  const identity = identityOf(file);
  let fileCheckedAtMs = 0;
  let writer: WriterClient | undefined;
  let reader: ReaderClient | undefined;

  return {
    /** Whether requests would wait for what the calling thread waits for. */
    isService: options.isService === true,

    read<T>(work: (reader: Connection) => T): T {
      try {
        return work(db);
      } catch (error) {
        throw readFailure(error);
      }
    },

    /** A service goes on reading meanwhile, so it needs a further connection: a long transaction would make it stale. */
    async readForLong<T>(work: (reader: Connection) => Promise<T>): Promise<T> {
      try {
        if (options.access === 'read') return await work(db);
        using reader = new Connection(file, { readOnly: true });
        return await work(reader);
      } catch (error) {
        throw readFailure(error);
      }
    },

    /** Queries that take long. The first one starts their thread. */
    selectIntegersAside(statement: Statement): Promise<BigInt64Array> {
      if (reader === undefined || reader.hasEnded) reader = new ReaderClient(file);
      return reader.selectIntegers(statement);
    },

    /** Writes of commands. */
    async write<T>(work: (db: Connection) => T | Promise<T>): Promise<T> {
      try {
        log.prepareForWriting();
        return await work(db);
      } catch (error) {
        throw fullDisk(dirname(file), error) ?? writeFailure(file, error);
      }
    },

    /** Writes of a service. The first one starts the thread. */
    send: ((task, ...args) => {
      writer ??= new WriterClient(file, log.state, options);
      return writer.send(task, ...args);
    }) as WriterClient['send'],

    /** SQLite still reads a file that was removed or replaced, but that is no longer the store. */
    requireSameFile(): void {
      const nowMs = Date.now();
      if (nowMs - fileCheckedAtMs < fileCheckIntervalMs) return;
      if (identityOf(file) !== identity) throw fileIsGone();
      fileCheckedAtMs = nowMs;
    },

    async close(): Promise<void> {
      await Promise.all([writer?.close(), reader?.close()]);
      db.close();
      log.close();
    },
  };
}
