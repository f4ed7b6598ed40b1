import type { PetId } from '@pawstock/shared/item.ts';

/**
 * The events that a webhook endpoint can subscribe to, in the order in which the events of one
 * change are sent.
 */
export const webhookEvents = ['changed', 'low', 'out'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * How an attempt has ended: with the HTTP status of the response, or without a response and with
 * the code of the reason.
 */
export type AttemptResult =
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: string };

/**
 * Why there was no response, where the system has no error code for it. Other codes are those of
 * the system, such as ECONNREFUSED.
 */
export const deliveryFailures = {
  timeout: 'timeout',
  addressForbidden: 'address_forbidden',
  secretIsEncrypted: 'secret_is_encrypted',
  wrongSecretKey: 'wrong_secret_key',
  requestFailed: 'request_failed',
} as const;

export const attemptEvents = [...webhookEvents, 'test'] as const;

export type Attempt = AttemptResult & {
  readonly webhookId: string;
  readonly atMs: number;
  /** The sequence number of the ledger entry that was sent; 0 for a test message. */
  readonly seq: number;
  readonly event: WebhookEvent | 'test';
  readonly durationMs: number;
  /** The beginning of the response body; null if there was no response. */
  readonly response: string | null;
};

/**
 * An attempt to deliver a webhook message, with the pet that the message was about; null for a test
 * message.
 */
export type ListedAttempt = Attempt & { readonly petId: PetId | null };

export function attemptOutcome({
  status,
}: Pick<AttemptResult, 'status'>): 'delivered' | 'rejected' | 'unanswered' {
  if (status === null) return 'unanswered';
  return status >= 200 && status < 300 ? 'delivered' : 'rejected';
}
