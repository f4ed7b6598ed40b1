import { parentPort, workerData } from 'node:worker_threads';
import { DomainError, type DomainErrorCode } from '../domain/errors.ts';
import type { Write } from '../domain/write.ts';
import { sql } from '../store/sql.ts';
import { deleteIdempotencyRecords, renewWebhookLease, takeWebhookLease, updateProgress } from '../store/statements.ts';
import type { KeyUse, WebhookLease, WebhookUpdate } from '../store/store.ts';
import { Database } from './connection.ts';
import { identityOf } from './disk.ts';
import { FatalStoreError, fileIsGone, writeFailure } from './errors.ts';
import { applyWrites } from './ledger-writer.ts';
import { type LogState, WriteAheadLog } from './write-ahead-log.ts';

/**
 * The connection that a service writes with, in a thread of its own: while a commit waits for the disk, the main
 * thread goes on answering reads. See docs/decisions/0019.
 */

const { file, logState } = workerData as { file: string; logState: LogState };
const db = new Database(file);
const identity = identityOf(file);
// A read makes SQLite open the log: a sync that fails from here on is reported to this connection.
db.get({ text: 'pragma user_version' });
const log = WriteAheadLog.resume(db, file, logState);

/** What the main thread can ask for. Each task is a transaction. */
const tasks = {
  commit: (writes: readonly Write[], atMs: number) => [...applyWrites(db, writes, atMs).outcomes],
  recordKeyUses: (uses: readonly KeyUse[]): void => {
    for (const { id, usedAtMs } of uses) {
      db.run(sql`update api_key set last_used_at_ms = max(ifnull(last_used_at_ms, 0), ${usedAtMs}) where id = ${id}`);
    }
  },
  deleteIdempotencyRecords: (olderThanMs: number): void => {
    db.run(deleteIdempotencyRecords(olderThanMs));
  },
  takeWebhookLease: (seen: WebhookLease, holder: string) => db.run(takeWebhookLease(seen, holder)) === 1,
  saveWebhooks: (holder: string, progress: readonly WebhookUpdate[], nextHolder: string) => {
    if (db.run(renewWebhookLease(holder, nextHolder)) === 0) return false;
    for (const update of progress) db.run(updateProgress(update));
    return true;
  },
};
export type WriterTasks = typeof tasks;

/** What the main thread sends. Messages are cloned on their way, bigints included. */
export type WriterRequest = { readonly task: keyof WriterTasks; readonly args: unknown[] } | 'close';

/** What the thread replies, in the order of the requests. */
export type WriterReply =
  | { readonly result: unknown; readonly syncMs: number }
  | {
      readonly failure: {
        readonly code: DomainErrorCode | 'fatal' | 'unexpected';
        readonly message: string;
        readonly detail: string;
      };
    };

function reply({ task, args }: Exclude<WriterRequest, 'close'>): WriterReply {
  const perform = tasks[task] as (...args: unknown[]) => unknown;
  try {
    if (identityOf(file) !== identity) throw fileIsGone();
    log.prepareForWriting();
    let syncMs = 0;
    const result = db.transaction(
      () => perform(...args),
      (durationMs) => {
        syncMs = durationMs;
      },
    );
    return { result, syncMs };
  } catch (error) {
    const failure = writeFailure(file, error);
    if (failure instanceof DomainError) {
      const { code, message, cause } = failure;
      return { failure: { code, message, detail: String(cause) } };
    }
    const code = failure instanceof FatalStoreError ? 'fatal' : 'unexpected';
    return { failure: { code, message: 'The store failed.', detail: String(error) } };
  }
}

parentPort?.on('message', (request: WriterRequest) => {
  if (request !== 'close') return parentPort?.postMessage(reply(request));
  db.close();
  parentPort?.close();
});
