import { decideAction } from '../domain/action.ts';
import * as statements from '../store/statements.ts';
import type { ActionStore } from '../store/store.ts';
import {
  actionTable,
  idempotencyRecordTable,
  keyRevisionTable,
  keyTable,
  sql,
  webhookTable,
  withRevisions,
} from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin, insertRows, rollback } from './session.ts';
import { idempotencyRecordsIn, selectIdempotencyRecords } from './writes.ts';

export function actions({ history, writes }: Connections): ActionStore {
  return {
    /** Locks the head, as writes do, then the lease, as every change of webhooks does. */
    perform: (action) =>
      writes.runAlone(async (session) => {
        const { atMs, idempotency } = action;
        const [, head, , records, keys, webhooks] = await session.pipeline([
          begin,
          sql`select seq, keys_revision, details_revision from head for update`,
          sql`select from webhook_lease for update`,
          selectIdempotencyRecords([action], atMs),
          statements.keysConcernedBy(action),
          statements.allWebhooks,
        ]);
        const { seq: lastSeq, keysRevision } = statements.headFromRow(head?.rows[0] ?? {});
        const [idempotencyRecord] = (await idempotencyRecordsIn(session, records)).values();
        const decision = decideAction(action, {
          keys: keys?.rows.map(keyTable.fromRow) ?? [],
          webhooks: webhooks?.rows.map(webhookTable.fromRow) ?? [],
          lastSeq,
          idempotencyRecord,
        });
        const { outcome, webhook, removedWebhookId } = decision;
        if (outcome.result !== 'applied') {
          await session.query(rollback);
          return outcome;
        }
        const changed = withRevisions(decision.keys ?? [], keysRevision);
        await session.commit([
          sql`update head set keys_revision = keys_revision + ${changed.length}`,
          insertRows(keyRevisionTable, changed),
          insertRows(webhookTable, webhook === undefined ? [] : [webhook]),
          statements.deleteWebhook(removedWebhookId ?? ''),
          insertRows(actionTable, [statements.recordOf(action)]),
          statements.trimActions(),
          insertRows(
            idempotencyRecordTable,
            idempotency === null ? [] : [statements.idempotencyRecordFor(idempotency, action, outcome)],
          ),
        ]);
        return outcome;
      }),
    actions: (limit) => history.select(statements.latestActions(limit)),
  };
}
