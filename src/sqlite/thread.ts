import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { systemPlatform } from '../platform.ts';
import { oneAtATime } from '../semaphore.ts';
import { type Row, sql } from '../store/tables.ts';
import type { TransactionRequest } from '../store/transaction-requests.ts';
import { runTransaction } from '../store/transactions.ts';
import { SqliteConnection } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileIsGone, readFailure, writeFailure } from './errors.ts';
import type { ThreadData } from './thread-client.ts';
import type {
  RequestMessage,
  ResultMessage,
  ThreadRequest,
  ThreadResult,
} from './thread-messages.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/**
 * The worker thread of a ThreadClient. It has a connection of its own, so the main thread goes on
 * answering reads while a commit waits for the disk or a long query runs. See docs/decisions/0019.
 */

// Node passes any value to a thread. This one starts only from thread-client.ts, which types it.
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
db.get(sql`pragma user_version`);
const wal = walState && new WriteAheadLog(db, file, walState);

async function transact(request: TransactionRequest): Promise<ThreadResult> {
  if (identityOf(file) !== identity) throw fileIsGone();
  wal?.prepareForWriting();
  const { result, syncMs } = await db.transaction(() => runTransaction(db, request));
  return { result: 'committed', reply: result, syncMs };
}

function failureOf(error: unknown): ThreadResult {
  const failure = wal === undefined ? readFailure(error) : writeFailure(file, error);
  if (failure instanceof DomainError) {
    const { code, message, cause } = failure;
    return { result: 'failed', code, message, cause: String(cause) };
  }
  const message = 'The store failed.';
  return { result: 'failed', code: 'unexpected', message, cause: String(error) };
}

const inTurn = oneAtATime();

function answer(request: ThreadRequest): ThreadResult | Promise<ThreadResult> {
  switch (request.kind) {
    case 'select': {
      const query = { ...request.statement, fromRow: (row: Row) => row };
      const reply = db.selectWithin(query, request.msMax);
      return { result: 'done', reply };
    }
    case 'close':
      return inTurn.run(() => {
        db[Symbol.dispose]();
        return { result: 'done', reply: undefined };
      });
    default:
      return inTurn.run(() => transact(request));
  }
}

parentPort?.on('message', async ({ id, request, clockMs: nowMs }: RequestMessage) => {
  clockMs = nowMs;
  const result = await Promise.try(answer, request).catch(failureOf);
  const message: ResultMessage = { id, result };
  parentPort?.postMessage(message);
});
