import type { Head, WebhookLease, WebhookUpdate } from './store.ts';
import {
  detailsTable,
  entryTable,
  keyTable,
  type Query,
  type Row,
  sql,
  type TimesAround,
  webhookTable,
} from './tables.ts';

/** The statements that are the same for both engines. */

export const headFromRow = (row: Row): Head => ({
  seq: Number(row['seq']),
  keysRevision: Number(row['keys_revision']),
  detailsRevision: Number(row['details_revision']),
});

export const lastSeq: Query<number> = {
  ...sql`select coalesce(max(seq), 0) as seq from ledger`,
  fromRow: ({ seq }) => Number(seq),
};

/** The order of times may be broken in the thousands of `clock_step`, and nowhere else. */
export const timesAround = (seq: number, thousand = Math.floor(seq / 1_000)): Query<TimesAround> => ({
  ...sql`
    select at_ms,
      (select latest_ms from clock_step where thousand <= ${thousand} order by thousand desc limit 1) as latest_ms,
      (select earliest_ms from clock_step where thousand >= ${thousand} order by thousand limit 1) as earliest_ms
    from ledger where seq = ${seq}`,
  fromRow: ({ at_ms, latest_ms, earliest_ms }) => ({
    latestMs: Math.max(Number(at_ms), Number(latest_ms ?? at_ms)),
    earliestMs: Math.min(Number(at_ms), Number(earliest_ms ?? at_ms)),
  }),
});

export const entriesAfter = (seq: number, limit: number) =>
  entryTable.query`select * from ledger where seq > ${seq} order by seq limit ${limit}`;

export const entriesBefore = (seq: number, limit: number) =>
  entryTable.query`select * from ledger where seq < ${seq} order by seq desc limit ${limit}`;

export const entriesBetween = (first: number, last: number) =>
  entryTable.query`select * from ledger where seq between ${first} and ${last} order by seq`;

export const detailsChangedAfter = (revision: number, limit: number) =>
  detailsTable.query`select * from pet_details where revision > ${revision} limit ${limit}`;

export const keysChangedAfter = (revision: number) =>
  keyTable.query`select * from api_key where revision > ${revision} order by created_at_ms, revision`;

export const keysNamed = (name: string) =>
  keyTable.query`select * from api_key where name = ${name} order by created_at_ms, revision`;

export const deleteIdempotencyRecords = (olderThanMs: number) =>
  sql`delete from idempotency_record where at_ms <= ${olderThanMs}`;

export const allWebhooks = webhookTable.query`select * from webhook order by created_at_ms, name`;

export const deleteWebhook = (id: string) => sql`delete from webhook where id = ${id}`;

/** A failover can lose what was delivered: then the ledger ends before the cursor, and other changes will follow. */
export const updateProgress = (update: WebhookUpdate) => sql`
  update webhook set cursor = ${update.cursor}, failing_since_ms = ${update.failingSinceMs},
    failures = ${update.failures}, next_attempt_at_ms = ${update.nextAttemptAtMs},
    disabled_at_ms = ${update.disabledAtMs}, last_answer = ${update.lastAnswer},
    last_answer_at_ms = ${update.lastAnswerAtMs}
  where id = ${update.id} and revision = ${update.revision}
    and ${update.cursor} <= (select coalesce(max(seq), 0) from ledger)`;

export const webhookLease: Query<WebhookLease> = {
  ...sql`select holder, renewal from webhook_lease`,
  fromRow: ({ holder, renewal }) => ({ holder: String(holder), renewal: Number(renewal) }),
};

export const takeWebhookLease = (seen: WebhookLease, holder: string) => sql`
  update webhook_lease set holder = ${holder}, renewal = renewal + 1
  where holder = ${seen.holder} and renewal = ${seen.renewal}`;

export const renewWebhookLease = (holder: string, nextHolder: string) =>
  sql`update webhook_lease set holder = ${nextHolder}, renewal = renewal + 1 where holder = ${holder}`;
