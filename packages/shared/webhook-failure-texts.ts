/**
 * Why a webhook endpoint gave no response, where Node has no error code for it. The dashboard
 * translates the texts.
 */

export function noResponseWithin(timeoutMs: number): string {
  return `no response within ${timeoutMs / 1000} s`;
}

/**
 * Leaves out the endpoint's IP address: callers must not learn how host names resolve in the
 * operator's network.
 */
export const forbiddenAddress =
  'it is not at a public address, and WEBHOOK_NETWORKS does not allow its network';
