import type { Webhook, WebhookDecision } from '../domain/webhook.ts';
import { leaseFromRow, webhookFromRow } from '../store/rows.ts';
import type { ExistingWebhooks, WebhookLease, WebhookUpdate } from '../store/store.ts';
import { begin, rollback, type Session, type Statement, sql } from './session.ts';

/** The endpoints of webhooks, and the lease of the instance that delivers. Every change locks the lease first. */

const lockLease = sql`select from webhook_lease for update`;

export async function allWebhooks(session: Session): Promise<Webhook[]> {
  const { rows } = await session.query(sql`select * from webhook order by created_at_ms, name`);
  return rows.map(webhookFromRow);
}

export async function readWebhooks(session: Session): Promise<{ lease: WebhookLease; webhooks: Webhook[] }> {
  const { rows } = await session.query(sql`select holder, renewal from webhook_lease`);
  return { lease: leaseFromRow(rows[0]), webhooks: await allWebhooks(session) };
}

export async function changeWebhooks(
  session: Session,
  decide: (existing: ExistingWebhooks) => WebhookDecision,
): Promise<string | undefined> {
  const [, , head] = await session.pipeline([begin, lockLease, sql`select seq from head`]);
  const decision = decide({ webhooks: await allWebhooks(session), lastSeq: Number(head?.rows[0]?.['seq']) });
  if ('refusal' in decision) {
    await session.query(rollback);
    return decision.refusal;
  }
  const remove = (id: string) => sql`delete from webhook where id = ${id}`;
  const statements =
    'remove' in decision ? [remove(decision.remove.id)] : [remove(decision.store.id), insertWebhook(decision.store)];
  await session.commit(statements);
  return undefined;
}

export function insertWebhook(webhook: Webhook): Statement {
  return sql`
    insert into webhook (
      id, name, url, secret, events, low, created_at_ms, revision, cursor, failing_since_ms, failures,
      next_attempt_at_ms, disabled_at_ms, last_answer, last_answer_at_ms
    ) values (
      ${webhook.id}, ${webhook.name}, ${webhook.url}, ${webhook.secret}, ${webhook.events.join()}, ${webhook.low},
      ${webhook.createdAtMs}, ${webhook.revision}, ${webhook.cursor}, ${webhook.failingSinceMs}, ${webhook.failures},
      ${webhook.nextAttemptAtMs}, ${webhook.disabledAtMs}, ${webhook.lastAnswer}, ${webhook.lastAnswerAtMs}
    )`;
}

export async function takeWebhookLease(session: Session, seen: WebhookLease, holder: string): Promise<boolean> {
  const { rowCount } = await session.query(sql`
    update webhook_lease set holder = ${holder}, renewal = renewal + 1
    where holder = ${seen.holder} and renewal = ${seen.renewal}`);
  return rowCount === 1;
}

export async function saveWebhooks(
  session: Session,
  holder: string,
  progress: readonly WebhookUpdate[],
  nextHolder: string,
): Promise<boolean> {
  const [, renewed] = await session.pipeline([
    begin,
    sql`update webhook_lease set holder = ${nextHolder}, renewal = renewal + 1 where holder = ${holder}`,
  ]);
  const isHolder = renewed?.rowCount === 1;
  await session.commit(isHolder ? progress.map(updateProgress) : []);
  return isHolder;
}

/** A failover can lose what was delivered: then the ledger ends before the cursor, and other changes will follow. */
function updateProgress(update: WebhookUpdate): Statement {
  return sql`
    update webhook set cursor = ${update.cursor}, failing_since_ms = ${update.failingSinceMs},
      failures = ${update.failures}, next_attempt_at_ms = ${update.nextAttemptAtMs},
      disabled_at_ms = ${update.disabledAtMs}, last_answer = ${update.lastAnswer},
      last_answer_at_ms = ${update.lastAnswerAtMs}
    where id = ${update.id} and revision = ${update.revision} and ${update.cursor} <= (select seq from head)`;
}
