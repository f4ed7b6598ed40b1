import { limits } from '@pawstock/shared/limits.ts';
import { type AttemptResult, deliveryFailures } from '../domain/webhook-attempt.ts';

/**
 * Why a webhook endpoint gave no response, in English. The dashboard has its own words for the same
 * codes.
 */
const texts: Readonly<Record<string, string>> = {
  [deliveryFailures.timeout]: `no response within ${limits.webhookTimeoutMs / 1000} s`,
  // Leaves out the endpoint's IP address: callers must not learn how host names resolve in the
  // operator's network.
  [deliveryFailures.addressForbidden]:
    'it is not at a public address, and WEBHOOK_NETWORKS does not allow its network',
  [deliveryFailures.secretIsEncrypted]: 'The secret is encrypted. Set WEBHOOK_KEY.',
  [deliveryFailures.wrongSecretKey]: 'The secret was encrypted with another WEBHOOK_KEY.',
  [deliveryFailures.requestFailed]: 'the request failed',
};

/** The words for the code of a failure. The codes of the system are shown as they are. */
export function failureText(failure: string): string {
  return texts[failure] ?? failure;
}

/** How a receiver has answered, in a few words, such as "200". */
export function answerText({ status, failure }: AttemptResult): string {
  return status === null ? failureText(failure) : String(status);
}
