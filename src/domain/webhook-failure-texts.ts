/** What the service stores where an endpoint gave no response and Node has no code for the reason. The dashboard knows these texts. */

export function noResponseWithin(timeoutMs: number): string {
  return `no response within ${timeoutMs / 1000} s`;
}

/** The message does not contain the address: callers must not learn how names resolve in the operator's network. */
export const forbiddenAddress = 'it is not at a public address, and WEBHOOK_NETWORKS does not allow its network';
