import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { LedgerSummer, type LedgerSums } from '../domain/report.ts';
import { oneAtATime } from '../semaphore.ts';
import type { WriteSession } from '../store/session.ts';
import { changesBetween } from '../store/statements.ts';
import type { LedgerRange } from '../store/store.ts';
import { type TransactionName, transactions } from '../store/transactions.ts';
import { Connection } from './connection.ts';
import { identityOf } from './disk.ts';
import { FatalStoreError, fileIsGone, readFailure, writeFailure } from './errors.ts';
import type { ThreadData, ThreadReply, ThreadRequest } from './thread-client.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/**
 * A connection in a thread of its own: while a commit waits for the disk, or a long query runs, the main thread goes on
 * answering reads. See docs/decisions/0019.
 */

const { file, logState } = workerData as ThreadData;
const db = new Connection(file, { readOnly: logState === undefined });
const identity = identityOf(file);
// A read makes SQLite open the log: a sync that fails from here on is reported to this connection.
db.get({ text: 'pragma user_version' });
const log = logState && WriteAheadLog.resume(db, file, logState);

async function transact(name: TransactionName, args: readonly unknown[]): Promise<ThreadReply> {
  const run = transactions[name] as (session: WriteSession, ...args: readonly unknown[]) => Promise<unknown>;
  if (identityOf(file) !== identity) throw fileIsGone();
  log?.prepareForWriting();
  let syncMs = 0;
  const result = await db.transaction(
    () => run(db, ...args),
    (durationMs) => {
      syncMs = durationMs;
    },
  );
  return { result, syncMs };
}

/** Few enough that the thread can be ended in between, and that all of them stay in a processor's cache. */
const entriesPerPage = 5_000;

/** Summed here because SQLite would sort all entries by their pet to group them, which takes twice as long. */
async function sumLedger({ firstSeq, endSeq, lastSeq, withQuarters }: LedgerRange): Promise<LedgerSums> {
  const summer = new LedgerSummer();
  for (let seq = firstSeq; seq <= lastSeq; ) {
    const isInside = seq < endSeq;
    const pageEnd = Math.min(seq + entriesPerPage, isInside ? endSeq : lastSeq + 1);
    for (const row of db.select(changesBetween(seq, pageEnd, withQuarters && isInside))) summer.add(row, isInside);
    seq = pageEnd;
    await nextTurn();
  }
  return summer.result();
}

function failureReply(error: unknown): ThreadReply {
  const failure = log === undefined ? readFailure(error) : writeFailure(file, error);
  if (failure instanceof DomainError) {
    return { code: failure.code, message: failure.message, cause: String(failure.cause) };
  }
  const code = failure instanceof FatalStoreError ? 'fatal' : 'unexpected';
  return { code, message: 'The store failed.', cause: String(error) };
}

async function handle(request: ThreadRequest): Promise<void> {
  if (request === 'close') {
    db.close();
    parentPort?.close();
  } else if (log === undefined) {
    const result = await sumLedger(request.args[0] as LedgerRange);
    parentPort?.postMessage({ result } satisfies ThreadReply, [result.pets.buffer, result.quarters.buffer]);
  } else parentPort?.postMessage(await transact(request.name as TransactionName, request.args));
}

const requests = oneAtATime();
parentPort?.on('message', (request: ThreadRequest) => {
  requests.run(() => handle(request)).catch((error) => parentPort?.postMessage(failureReply(error)));
});
