import * as statements from '../store/statements.ts';
import type { WebhookStore } from '../store/store.ts';
import { attemptTable } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin, insertRows } from './session.ts';

export function webhooks({ history, writes }: Connections): WebhookStore {
  return {
    webhooks: () =>
      history.run(async (session) => {
        const lease = await session.selectOne(statements.webhookLease);
        return { lease, webhooks: await session.select(statements.allWebhooks) };
      }),
    attempts: (name) => history.select(statements.attemptsOf(name)),
    takeWebhookLease: (seen, holder) =>
      writes.runAlone(async (session) => {
        const { rowCount } = await session.query(statements.takeWebhookLease(seen, holder));
        return rowCount === 1;
      }),
    saveWebhooks: (holder, progress, { nextHolder = holder, attempts = [] } = {}) =>
      writes.runAlone(async (session) => {
        const [, renewed] = await session.pipeline([begin, statements.renewWebhookLease(holder, nextHolder)]);
        const isHolder = renewed?.rowCount === 1;
        const stored = attempts.length === 0 ? [] : [insertRows(attemptTable, attempts), statements.trimAttempts()];
        await session.commit(isHolder ? [...progress.map(statements.updateProgress), ...stored] : []);
        return isHolder;
      }),
  };
}
