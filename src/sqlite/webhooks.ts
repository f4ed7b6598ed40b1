import * as statements from '../store/statements.ts';
import type { SaveOptions, WebhookStore, WebhookUpdate } from '../store/store.ts';
import { attemptTable } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

export function webhooks(connections: Connections): WebhookStore {
  return {
    webhooks: async () =>
      connections.read((db) => {
        const lease = db.selectOne(statements.webhookLease);
        return { lease, webhooks: db.select(statements.allWebhooks) };
      }),
    attempts: async (name) => connections.read((db) => db.select(statements.attemptsOf(name))),
    takeWebhookLease: (...args) => connections.send('takeWebhookLease', ...args),
    saveWebhooks: (...args) => connections.send('saveWebhooks', ...args),
  };
}

export function saveWebhooks(
  db: Connection,
  holder: string,
  progress: readonly WebhookUpdate[],
  { nextHolder = holder, attempts = [] }: SaveOptions = {},
): boolean {
  if (db.run(statements.renewWebhookLease(holder, nextHolder)) === 0) return false;
  for (const update of progress) db.run(statements.updateProgress(update));
  db.insert(attemptTable, attempts);
  if (attempts.length > 0) db.run(statements.trimAttempts());
  return true;
}
