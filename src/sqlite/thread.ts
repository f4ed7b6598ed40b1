import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { systemPlatform } from '../platform.ts';
import { oneAtATime } from '../semaphore.ts';
import type { WriteSession } from '../store/session.ts';
import type { Statement } from '../store/tables.ts';
import { type TransactionName, transactions } from '../store/transactions.ts';
import { SqliteConnection } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileIsGone, readFailure, writeFailure } from './errors.ts';
import type { ThreadData, ThreadReply, ThreadRequest, ThreadResult } from './thread-client.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/**
 * The worker thread of a ThreadClient. It has a connection of its own, so the main thread goes on
 * answering reads while a commit waits for the disk or a long query runs. See docs/decisions/0019.
 */

const { file, limits, walState } = workerData as ThreadData;
let clockMs: number | undefined;
const db = new SqliteConnection(file, {
  readOnly: walState === undefined,
  limits,
  platform: { now: () => clockMs ?? systemPlatform.now() },
});
const identity = identityOf(file);
// Reading makes SQLite open the write-ahead log. Linux reports later failed syncs of the log to
// this connection.
db.get({ text: 'pragma user_version' });
const wal = walState && new WriteAheadLog(db, file, walState);

async function transact(name: TransactionName, args: readonly unknown[]): Promise<ThreadResult> {
  const run = transactions[name] as (
    session: WriteSession,
    ...args: readonly unknown[]
  ) => Promise<unknown>;
  if (identityOf(file) !== identity) throw fileIsGone();
  wal?.prepareForWriting();
  return db.transaction(() => run(db, ...args));
}

function failureOf(error: unknown): ThreadResult {
  const failure = wal === undefined ? readFailure(error) : writeFailure(file, error);
  if (failure instanceof DomainError) {
    return { code: failure.code, message: failure.message, cause: String(failure.cause) };
  }
  return { code: 'unexpected', message: 'The store failed.', cause: String(error) };
}

const inTurn = oneAtATime();

function resultOf(name: string, args: readonly unknown[]): ThreadResult | Promise<ThreadResult> {
  if (name === 'select')
    return { result: db.select({ ...(args[0] as Statement), fromRow: (row) => row }) };
  if (name === 'close') return inTurn.run(() => ({ result: db[Symbol.dispose]() }));
  return inTurn.run(() => transact(name as TransactionName, args));
}

parentPort?.on('message', async (request: ThreadRequest) => {
  const { id, name, args } = request;
  clockMs = request.clockMs;
  const reply = await Promise.try(resultOf, name, args).catch(failureOf);
  parentPort?.postMessage({ id, ...reply } satisfies ThreadReply);
});
