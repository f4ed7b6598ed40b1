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
  const secret = secretIn(header);
  const digest = digestOf(secret);
  try {
    await inventory.ensureFresh();
  } catch (error) {
    if (!mayBeStale || !inventory.isLoaded) throw error;
  }
  const key = inventory.keyring.findActive(digest);
  if (key === undefined) {
    if (inventory.keyring.knows(digest)) throw expired;
    throw hasValidChecksum(secret) ? unknown : mistyped;
  }
  inventory.keyring.noteUse(key);
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
  return secret;
}

const mistyped = new HttpError('invalid_api_key', 'The API key is mistyped or cut off. Check it.');
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
  throw new HttpError('insufficient_scope', message, { headers });
}
