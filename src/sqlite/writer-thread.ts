import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { connect, identityOf, inTransaction } from './connection.ts';
import { FatalStoreError, fileIsGone, writeFailure } from './errors.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { WebhookTable } from './webhook-table.ts';
import { type LogState, WriteAheadLog } from './write-ahead-log.ts';
import type { WriterReply, WriterRequest } from './writer-client.ts';

/**
 * The connection that a service writes with, in a thread of its own: while a commit waits for the disk, the main
 * thread goes on answering reads.
 */

const { file, logState } = workerData as { file: string; logState: LogState };
const db = connect(file);
const identity = identityOf(file);
const ledger = new LedgerWriter(db);
const useKey = db.prepare('update api_key set last_used_at_ms = max(ifnull(last_used_at_ms, 0), ?) where id = ?');
const webhooks = new WebhookTable(db);
const deleteRecords = db.prepare('delete from remembered where at_ms <= ?');
// The statements above have made SQLite open the log: a sync that fails from here on is reported to this connection.
const log = WriteAheadLog.resume(db, file, logState);

type Task = Exclude<WriterRequest, { task: 'close' }>;

function perform(request: Task): unknown {
  switch (request.task) {
    case 'commit':
      return ledger.apply(request.writes, request.atMs).outcomes;
    case 'recordKeyUses':
      for (const { id, usedAtMs } of request.uses) useKey.run(usedAtMs, id);
      return undefined;
    case 'deleteIdempotencyRecords':
      deleteRecords.run(request.olderThanMs);
      return undefined;
    case 'takeWebhookLease':
      return webhooks.take(request.seen, request.holder);
    case 'saveWebhooks':
      return webhooks.save(request.holder, request.progress, request.nextHolder);
  }
}

function reply(request: Task): WriterReply {
  try {
    if (identityOf(file) !== identity) throw fileIsGone();
    log.prepareForWriting();
    let syncMs = 0;
    const result = inTransaction(
      db,
      () => perform(request),
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
  if (request.task !== 'close') return parentPort?.postMessage(reply(request));
  db.close();
  parentPort?.close();
});
