import type { SeqRange } from '@pawstock/shared/ledger-entry.ts';
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
 * What the first request with an Idempotency-Key has done. A repeated request gets the same
 * response, made from the same effect.
 */
export type IdempotencyRecord<Effect> = {
  readonly fingerprint: string;
  /** Null if the first request was of another kind, such as a change of API keys. */
  readonly effect: Effect | null;
};

/**
 * An idempotency record to store, with the range of the ledger entries of its effect. The range of
 * an effect without entries ends before it begins.
 */
export type NewIdempotencyRecord<Effect> = Idempotency & SeqRange & { readonly effect: Effect };

export function idempotencyRecordName({ caller, key }: Idempotency): string {
  return `${caller} ${key}`;
}

/**
 * The outcome of a repeated Idempotency-Key: the first effect again, or a refusal if the two
 * requests differ.
 */
export function replay<Effect>(
  { fingerprint, effect }: IdempotencyRecord<Effect>,
  sent: Idempotency | null,
) {
  if (effect === null || fingerprint !== sent?.fingerprint)
    return { result: 'refused', refusal: keyReused } as const;
  return { result: 'replayed', effect } as const;
}

const keyReused: Refusal = {
  code: 'idempotency_key_reused',
  message:
    'This Idempotency-Key was used for a different request within the last seven days. Use a new key for a new request.',
};

/**
 * Idempotency records of the returned time or earlier are too old: a repeated request counts as a
 * new one.
 */
export const latestForgottenRecordMs = (nowMs: number, { idempotencyRecordMs }: Limits) =>
  nowMs - idempotencyRecordMs;
