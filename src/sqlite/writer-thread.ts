import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import type { Outcome } from '../domain/write.ts';
import { connect, identityOf, inTransaction } from './connection.ts';
import { FatalStoreError, fileIsGone, storeFailure } from './failure.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { decodeRequest, encodeReply, type WriterReply, type WriterRequest } from './writer-messages.ts';

/**
 * The one connection that a service writes with, in a thread of its own: a commit waits for the disk, and while it
 * does, the main thread goes on answering reads.
 */

const { file } = workerData as { file: string };
const db = connect(file);
const identity = identityOf(file);
const ledger = new LedgerWriter(db);
const useKey = db.prepare('update api_key set last_used_at_ms = max(ifnull(last_used_at_ms, 0), ?) where id = ?');
const forget = db.prepare('delete from remembered where at_ms <= ?');

function perform(request: WriterRequest): readonly Outcome[] {
  switch (request.task) {
    case 'commit':
      return ledger.apply(request.writes, request.atMs);
    case 'recordKeyUses':
      for (const { id, usedAtMs } of request.uses) useKey.run(usedAtMs, id);
      return [];
    case 'forgetIdempotencyKeys':
      forget.run(request.olderThanMs);
      return [];
  }
}

function reply(request: WriterRequest): WriterReply {
  try {
    if (identityOf(file) !== identity) throw fileIsGone();
    let syncMs = 0;
    const outcomes = inTransaction(
      db,
      () => perform(request),
      (durationMs) => {
        syncMs = durationMs;
      },
    );
    return { outcomes, syncMs };
  } catch (error) {
    const failure = storeFailure(error);
    const detail = String(error);
    if (failure instanceof DomainError) return { failure: { code: failure.code, message: failure.message, detail } };
    const code = failure instanceof FatalStoreError ? 'fatal' : 'internal_error';
    return { failure: { code, message: 'The store failed.', detail } };
  }
}

parentPort?.on('message', (text: string) => {
  if (text !== 'close') return parentPort?.postMessage(encodeReply(reply(decodeRequest(text))));
  db.close();
  parentPort?.close();
});
