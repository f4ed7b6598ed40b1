import * as statements from '../store/statements.ts';
import type { WebhookStore, WebhookUpdate } from '../store/store.ts';
import { webhookTable } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

export function webhooks(connections: Connections): WebhookStore {
  return {
    webhooks: async () =>
      connections.read((db) => {
        const lease = db.selectOne(statements.webhookLease);
        return { lease, webhooks: db.select(statements.allWebhooks) };
      }),
    changeWebhooks: (decide) =>
      connections.write((db) =>
        db.transaction(() => {
          const lastSeq = db.selectOne(statements.lastSeq);
          const decision = decide({ webhooks: db.select(statements.allWebhooks), lastSeq });
          if ('refusal' in decision) return decision.refusal;
          if ('remove' in decision) db.run(statements.deleteWebhook(decision.remove.id));
          else db.insert(webhookTable, [decision.store]);
          return undefined;
        }),
      ),
    takeWebhookLease: (...args) => connections.send('takeWebhookLease', ...args),
    saveWebhooks: (...args) => connections.send('saveWebhooks', ...args),
  };
}

export function saveWebhooks(
  db: Connection,
  holder: string,
  progress: readonly WebhookUpdate[],
  nextHolder = holder,
): boolean {
  if (db.run(statements.renewWebhookLease(holder, nextHolder)) === 0) return false;
  for (const update of progress) db.run(statements.updateProgress(update));
  return true;
}
