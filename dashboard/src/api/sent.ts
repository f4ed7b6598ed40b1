import { limits } from '@pawstock/shared/limits.ts';

/** With which API key a write is sent, and when. */
export type Sent = {
  readonly atMs: number;
  /** Tells the key from a removed one with the same name. */
  readonly keyCreatedMs: number;
};

/** The service forgets an Idempotency-Key after some days. Writes are repeated an hour less. */
const repeatableMs = limits.idempotencyRecordMs - 3_600_000;

/**
 * Whether a write that got no response can be sent again without being applied twice. The service
 * knows its Idempotency-Key for some days, and only from the API key that has sent it.
 */
export function isRepeatable(sent: Sent | undefined, now: Sent | undefined): boolean {
  if (sent === undefined || now === undefined) return false;
  return sent.keyCreatedMs === now.keyCreatedMs && now.atMs - sent.atMs <= repeatableMs;
}
