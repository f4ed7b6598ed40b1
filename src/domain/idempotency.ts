import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Limits } from '../limits.ts';
import type { Refusal } from './errors.ts';

/**
 * The Idempotency-Key of a request. It makes repeating the request safe: see docs/decisions/0015.
 */
export type Idempotency = {
  /**
   * The `keyId` of the API key, which a rotation keeps. Other API keys never get the stored
   * response, not even a later one of the same name.
   */
  readonly caller: number;
  readonly key: string;
  /**
   * A digest of the request, so that a different request with the same Idempotency-Key is noticed.
   */
  readonly fingerprint: string;
};

/**
 * The response to a request with an Idempotency-Key, stored so that a repeated request gets the
 * same response.
 */
export type IdempotencyRecord = {
  readonly fingerprint: string;
  readonly entries: readonly LedgerEntry[];
  readonly created: boolean;
  readonly body: string | null;
  /**
   * The version of the reservation that the response is about; null if it is not about a
   * reservation.
   */
  readonly version: number | null;
};

/**
 * The response to a repeated Idempotency-Key: the first response again, or a refusal if the two
 * requests differ.
 */
export function replay<Response extends object>(
  record: Response & Pick<IdempotencyRecord, 'fingerprint'>,
  sent: Idempotency | null,
) {
  const { fingerprint, ...response } = record;
  if (fingerprint !== sent?.fingerprint) return { result: 'refused', refusal: keyReused } as const;
  return { result: 'replayed', ...response } as const;
}

const keyReused: Refusal = {
  code: 'idempotency_key_reused',
  message:
    'This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for a new request.',
};

/**
 * Idempotency records of the returned time or earlier are too old: a repeated request counts as a
 * new one.
 */
export const latestForgottenRecordMs = (nowMs: number, { idempotencyRecordMs }: Limits) =>
  nowMs - idempotencyRecordMs;
