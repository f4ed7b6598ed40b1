import {
  type ApiKey,
  allows,
  digestOf,
  hasValidChecksum,
  type Scope,
} from '../../domain/api-key.ts';
import { challenge, HttpError } from '../errors.ts';
import type { Context } from './context.ts';

/**
 * Digests of API keys by Authorization header, to compute each only once: that takes 2 % of the
 * time of a PATCH.
 */
const digests = new Map<string, string>();
const digestsMax = 1_000;

/**
 * Checks the API key and the rate limit of a request, and throws a 401 or 429. The keys in memory
 * are first brought up to date, so that a key that was just revoked is refused. With `mayBeStale`,
 * the keys in memory are used as they are while the store cannot be reached. With `isAgain`, the
 * request is not counted against the rate limit again.
 */
export async function admit(
  context: Context,
  { mayBeStale = false, isAgain = false } = {},
): Promise<void> {
  const { inventory, rateLimiter } = context.app;
  const header = context.header('authorization') ?? '';
  const digest = digests.get(header) ?? digestOf(secretIn(header));
  try {
    await inventory.ensureFresh();
  } catch (error) {
    if (!mayBeStale || !inventory.isLoaded) throw error;
  }
  const key = inventory.keyring.findActive(digest);
  if (key === undefined) throw inventory.keyring.knows(digest) ? expired : unknown;
  inventory.keyring.noteUse(key);
  if (digests.size >= digestsMax) digests.clear();
  digests.set(header, digest);
  context.key = key;
  if (isAgain) return;
  const headers = rateLimiter.spend(key);
  if (headers !== undefined) context.addHeaders(headers);
}

const bearer = /^bearer +(\S+) *$/i;

function secretIn(header: string): string {
  if (header.trim() === '') {
    throw new HttpError(
      'missing_api_key',
      'Send your API key in the header "Authorization: Bearer <key>".',
    );
  }
  // Node joins repeated Authorization headers with commas, and no API key contains a comma.
  if (header.includes(',')) {
    throw new HttpError(
      'invalid_api_key',
      'Authorization was sent more than once. Send one, as "Bearer <key>".',
    );
  }
  const secret = bearer.exec(header)?.[1];
  if (secret === undefined) {
    throw new HttpError('invalid_api_key', 'The Authorization header must be "Bearer <key>".');
  }
  if (hasValidChecksum(secret)) return secret;
  throw new HttpError('invalid_api_key', 'The API key is mistyped or cut off. Check it.');
}

const unknown = new HttpError(
  'invalid_api_key',
  'The API key is unknown or revoked. Ask for a new one.',
);
const expired = new HttpError('invalid_api_key', 'The API key has expired. Ask for a new one.');

/** Throws a 403 unless the API key has the scope. The message says that `what` needs the scope. */
export function requireScope(key: ApiKey, scope: Scope, what = 'This'): void {
  if (allows(key, scope)) return;
  const message = `${what} needs a key with the scope "${scope}"; the key "${key.name}" has "${key.scope}".`;
  const headers = {
    'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"`,
  };
  throw new HttpError('insufficient_scope', message, headers);
}
