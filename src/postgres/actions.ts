import { decideAction } from '../domain/action.ts';
import * as statements from '../store/statements.ts';
import type { ActionStore } from '../store/store.ts';
import { sql } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin } from './session.ts';

export function actions({ history, writes }: Connections): ActionStore {
  return {
    /** Locks the head, as writes do, then the lease, as every change of webhooks does. */
    perform: (action) =>
      writes.runAlone(async (session) => {
        const [, head] = await session.pipeline([
          begin,
          sql`select seq, keys_revision, details_revision from head for update`,
          sql`select from webhook_lease for update`,
        ]);
        const { seq: lastSeq, keysRevision } = statements.headFromRow(head?.rows[0] ?? {});
        const keys = await session.select(statements.keysChangedAfter(0));
        const webhooks = await session.select(statements.allWebhooks);
        const [idempotencyRecord] = await session.select(statements.recordForAction(action));
        const decision = decideAction(action, { keys, webhooks, lastSeq, idempotencyRecord });
        const changed = decision.keys?.length ?? 0;
        await session.commit([
          sql`update head set keys_revision = keys_revision + ${changed}`,
          ...statements.storeAction(action, decision, keysRevision),
        ]);
        return decision.outcome;
      }),
    actions: (limit) => history.select(statements.latestActions(limit)),
  };
}
