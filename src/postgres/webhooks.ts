import * as statements from '../store/statements.ts';
import type { WebhookStore } from '../store/store.ts';
import { sql, webhookTable } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin, insertRows, rollback } from './session.ts';

export function webhooks({ history, writes }: Connections): WebhookStore {
  return {
    webhooks: () =>
      history.run(async (session) => {
        const lease = await session.selectOne(statements.webhookLease);
        return { lease, webhooks: await session.select(statements.allWebhooks) };
      }),
    /** Locks the lease first, as every change of webhooks does. */
    changeWebhooks: (decide) =>
      writes.runAlone(async (session) => {
        await session.pipeline([begin, sql`select from webhook_lease for update`]);
        const lastSeq = await session.selectOne(statements.lastSeq);
        const decision = decide({ webhooks: await session.select(statements.allWebhooks), lastSeq });
        if ('refusal' in decision) {
          await session.query(rollback);
          return decision.refusal;
        }
        const isRemoval = 'remove' in decision;
        await session.commit([
          isRemoval ? statements.deleteWebhook(decision.remove.id) : insertRows(webhookTable, [decision.store]),
        ]);
        return undefined;
      }),
    takeWebhookLease: (seen, holder) =>
      writes.runAlone(async (session) => {
        const { rowCount } = await session.query(statements.takeWebhookLease(seen, holder));
        return rowCount === 1;
      }),
    saveWebhooks: (holder, progress, nextHolder = holder) =>
      writes.runAlone(async (session) => {
        const [, renewed] = await session.pipeline([begin, statements.renewWebhookLease(holder, nextHolder)]);
        const isHolder = renewed?.rowCount === 1;
        await session.commit(isHolder ? progress.map(statements.updateProgress) : []);
        return isHolder;
      }),
  };
}
