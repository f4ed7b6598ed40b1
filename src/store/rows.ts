import type { ApiKey, Scope } from '../domain/api-key.ts';
import type { Item, PetStatus } from '../domain/item.ts';
import type { ChangeKind, LedgerEntry, Reason } from '../domain/ledger-entry.ts';
import type { Webhook, WebhookEvent } from '../domain/webhook.ts';
import type { StoredIdempotencyRecord, StoredName, WebhookLease } from './store.ts';

/** Turns rows into values of the domain. Both engines use the same column names and return integers as bigint. */

type Row = Record<string, unknown>;

export function itemFromRow(row: Row): Item {
  return {
    petId: row['pet_id'] as bigint,
    quantity: Number(row['quantity']),
    status: row['status'] as PetStatus,
    version: Number(row['version']),
  };
}

export function entryFromRow(row: Row): LedgerEntry {
  return {
    seq: Number(row['seq']),
    petId: row['pet_id'] as bigint,
    kind: row['kind'] as ChangeKind,
    before: numberOrNull(row['before']),
    after: numberOrNull(row['after']),
    status: row['status'] as PetStatus,
    reason: row['reason'] as Reason | null,
    note: row['note'] as string | null,
    key: row['key_name'] as string | null,
    requestId: row['request_id'] as string | null,
    atMs: Number(row['at_ms']),
  };
}

export function nameFromRow(row: Row): StoredName {
  return {
    petId: row['pet_id'] as bigint,
    name: row['name'] as string | null,
    revision: Number(row['revision']),
  };
}

export function keyFromRow(row: Row): ApiKey {
  return {
    id: row['id'] as string,
    origin: row['origin'] as string,
    name: row['name'] as string,
    digest: row['digest'] as string,
    scope: row['scope'] as Scope,
    // SQLite has no booleans.
    requireVersion: Number(row['require_version']) === 1,
    rateLimit: numberOrNull(row['rate_limit']),
    createdAtMs: Number(row['created_at_ms']),
    expiresAtMs: numberOrNull(row['expires_at_ms']),
    revokedAtMs: numberOrNull(row['revoked_at_ms']),
    lastUsedAtMs: numberOrNull(row['last_used_at_ms']),
  };
}

export function idempotencyRecordFromRow(row: Row): StoredIdempotencyRecord {
  return {
    caller: row['caller'] as string,
    key: row['idempotency_key'] as string,
    fingerprint: row['fingerprint'] as string,
    firstSeq: Number(row['first_seq']),
    lastSeq: Number(row['last_seq']),
    atMs: Number(row['at_ms']),
  };
}

export function webhookFromRow(row: Row): Webhook {
  return {
    id: row['id'] as string,
    name: row['name'] as string,
    url: row['url'] as string,
    secret: row['secret'] as string,
    events: (row['events'] as string).split(',') as WebhookEvent[],
    low: Number(row['low']),
    createdAtMs: Number(row['created_at_ms']),
    revision: Number(row['revision']),
    cursor: Number(row['cursor']),
    failingSinceMs: numberOrNull(row['failing_since_ms']),
    failures: Number(row['failures']),
    nextAttemptAtMs: numberOrNull(row['next_attempt_at_ms']),
    disabledAtMs: numberOrNull(row['disabled_at_ms']),
    lastAnswer: row['last_answer'] as string | null,
    lastAnswerAtMs: numberOrNull(row['last_answer_at_ms']),
  };
}

export function leaseFromRow(row: Row | undefined): WebhookLease {
  return { holder: row?.['holder'] as string, renewal: Number(row?.['renewal']) };
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}
