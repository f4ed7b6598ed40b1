import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { deleteIdempotencyRecords, takeWebhookLease } from '../store/statements.ts';
import { perform } from './actions.ts';
import { Connection } from './connection.ts';
import { identityOf } from './disk.ts';
import { FatalStoreError, fileIsGone, writeFailure } from './errors.ts';
import { recordKeyUses } from './keys.ts';
import { deleteExpiredReservations } from './reservations.ts';
import { saveWebhooks } from './webhooks.ts';
import { type LogState, WriteAheadLog } from './write-ahead-log.ts';
import type { WriterReply, WriterRequest, WriterTasks } from './writer-client.ts';
import { applyWrites } from './writes.ts';

/**
 * The connection that a service writes with, in a thread of its own: while a commit waits for the disk, the main
 * thread goes on answering reads. See docs/decisions/0019.
 */

const { file, logState } = workerData as { file: string; logState: LogState };
const db = new Connection(file);
const identity = identityOf(file);
// A read makes SQLite open the log: a sync that fails from here on is reported to this connection.
db.get({ text: 'pragma user_version' });
const log = WriteAheadLog.resume(db, file, logState);

const tasks: WriterTasks = {
  commit: (writes, atMs) => [...applyWrites(db, writes, atMs).outcomes],
  deleteIdempotencyRecords: (olderThanMs) => void db.run(deleteIdempotencyRecords(olderThanMs)),
  deleteExpiredReservations: () => deleteExpiredReservations(db),
  recordKeyUses: (uses) => recordKeyUses(db, uses),
  takeWebhookLease: (seen, holder) => db.run(takeWebhookLease(seen, holder)) === 1,
  perform: (action) => perform(db, action),
  saveWebhooks: (holder, progress, options) => saveWebhooks(db, holder, progress, options),
};

function reply({ task, args }: Exclude<WriterRequest, 'close'>): WriterReply {
  const run = tasks[task] as (...args: unknown[]) => unknown;
  try {
    if (identityOf(file) !== identity) throw fileIsGone();
    log.prepareForWriting();
    let syncMs = 0;
    const result = db.transaction(
      () => run(...args),
      (durationMs) => {
        syncMs = durationMs;
      },
    );
    return { result, syncMs };
  } catch (error) {
    const failure = writeFailure(file, error);
    if (failure instanceof DomainError) {
      return { code: failure.code, message: failure.message, cause: String(failure.cause) };
    }
    const code = failure instanceof FatalStoreError ? 'fatal' : 'unexpected';
    return { code, message: 'The store failed.', cause: String(error) };
  }
}

parentPort?.on('message', (request: WriterRequest) => {
  if (request !== 'close') return parentPort?.postMessage(reply(request));
  db.close();
  parentPort?.close();
});
