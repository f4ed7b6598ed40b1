import { type Action, type ActionOutcome, decideAction } from '../domain/action.ts';
import { idempotencyRecordName } from '../domain/decide-batch.ts';
import * as statements from '../store/statements.ts';
import type { ActionStore } from '../store/store.ts';
import { actionTable, idempotencyRecordTable, keyRevisionTable, webhookTable, withRevisions } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { head } from './reads.ts';
import { readIdempotencyRecords } from './writes.ts';

export function actions(connections: Connections): ActionStore {
  return {
    perform: (action) =>
      connections.isService
        ? connections.send('perform', action)
        : connections.write((db) => db.transaction(() => perform(db, action))),
    actions: async (limit) => connections.read((db) => db.select(statements.latestActions(limit))),
  };
}

/** Within the caller's transaction. */
export function perform(db: Connection, action: Action): ActionOutcome {
  const { atMs, idempotency } = action;
  const { seq: lastSeq, keysRevision } = db.selectOne(head);
  const { outcome, keys, webhook, removedWebhookId } = decideAction(action, {
    keys: db.select(statements.keysConcernedBy(action)),
    webhooks: db.select(statements.allWebhooks),
    lastSeq,
    idempotencyRecord:
      idempotency === null
        ? undefined
        : readIdempotencyRecords(db, [action], atMs).get(idempotencyRecordName(idempotency)),
  });
  if (outcome.result !== 'applied') return outcome;
  if (keys !== undefined) db.insert(keyRevisionTable, withRevisions(keys, keysRevision));
  if (webhook !== undefined) db.insert(webhookTable, [webhook]);
  if (removedWebhookId !== undefined) db.run(statements.deleteWebhook(removedWebhookId));
  db.insert(actionTable, [statements.recordOf(action)]);
  db.run(statements.trimActions());
  if (idempotency !== null)
    db.insert(idempotencyRecordTable, [statements.idempotencyRecordFor(idempotency, action, outcome)]);
  return outcome;
}
