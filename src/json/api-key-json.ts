import type { KeyView } from '../domain/api-key.ts';
import { isoTime } from '../domain/instant.ts';

/** What the responses to owners show of an API key. */
export function describeKey(key: KeyView) {
  const { keyId, name, scope, requireVersion, rateLimit } = key;
  return {
    id: keyId,
    name,
    scope,
    createdAt: isoTime(key.createdAtMs),
    expiresAt: isoTime(key.expiresAtMs),
    lastUsedAt: isoTime(key.lastUsedAtMs),
    revokedAt: isoTime(key.revokedAtMs),
    requireVersion,
    rateLimit,
  };
}
