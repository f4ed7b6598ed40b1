import { type Action, type ActionOutcome, decideAction } from '../domain/action.ts';
import * as statements from '../store/statements.ts';
import type { ActionStore } from '../store/store.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { head } from './reads.ts';

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
  const { seq: lastSeq, keysRevision } = db.selectOne(head);
  const keys = db.select(statements.keysChangedAfter(0));
  const webhooks = db.select(statements.allWebhooks);
  const [idempotencyRecord] = db.select(statements.recordForAction(action));
  const decision = decideAction(action, { keys, webhooks, lastSeq, idempotencyRecord });
  for (const statement of statements.storeAction(action, decision, keysRevision)) db.run(statement);
  return decision.outcome;
}
