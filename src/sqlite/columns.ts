import type { SQLInputValue } from 'node:sqlite';
import type { ApiKey } from '../domain/api-key.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Webhook, WebhookProgress } from '../domain/webhook.ts';
import type { StoredIdempotencyRecord } from '../store/store.ts';

/** The columns of each table, and functions that give a row's values in the same order. */

export const itemColumns = 'pet_id, quantity, status, version';

export const entryColumns = 'seq, pet_id, kind, before, after, status, reason, note, key_name, request_id, at_ms';

export const newEntryColumns = `previous, ${entryColumns}`;

export function newEntryValues(previous: number | null, entry: LedgerEntry): SQLInputValue[] {
  const { seq, petId, kind, before, after, status, reason, note, key, requestId, atMs } = entry;
  return [previous, seq, petId, kind, before, after, status, reason, note, key, requestId, atMs];
}

export const nameColumns = 'pet_id, name, revision';

export const keyColumns =
  'id, origin, name, digest, scope, require_version, rate_limit, created_at_ms, expires_at_ms, revoked_at_ms, last_used_at_ms';

export function keyValues(key: ApiKey): SQLInputValue[] {
  return [
    key.id,
    key.origin,
    key.name,
    key.digest,
    key.scope,
    key.requireVersion ? 1 : 0,
    key.rateLimit,
    key.createdAtMs,
    key.expiresAtMs,
    key.revokedAtMs,
    key.lastUsedAtMs,
  ];
}

export const idempotencyRecordColumns = 'caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms';

export function idempotencyRecordValues({
  caller,
  key,
  fingerprint,
  firstSeq,
  lastSeq,
  atMs,
}: StoredIdempotencyRecord): SQLInputValue[] {
  return [caller, key, fingerprint, firstSeq, lastSeq, atMs];
}

export const progressColumns =
  'cursor, failing_since_ms, failures, next_attempt_at_ms, disabled_at_ms, last_answer, last_answer_at_ms';

export function progressValues(progress: WebhookProgress): SQLInputValue[] {
  const { cursor, failingSinceMs, failures, nextAttemptAtMs, disabledAtMs, lastAnswer, lastAnswerAtMs } = progress;
  return [cursor, failingSinceMs, failures, nextAttemptAtMs, disabledAtMs, lastAnswer, lastAnswerAtMs];
}

export const webhookColumns = `id, name, url, secret, events, low, created_at_ms, revision, ${progressColumns}`;

export function webhookValues(webhook: Webhook): SQLInputValue[] {
  const { id, name, url, secret, events, low, createdAtMs, revision } = webhook;
  return [id, name, url, secret, events.join(), low, createdAtMs, revision, ...progressValues(webhook)];
}
