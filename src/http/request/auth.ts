import { type ApiKey, allows, type Scope } from '../../domain/api-key.ts';
import { digestOf, hasValidChecksum, looksLikeSecret } from '../../domain/key-secret.ts';
import { challenge, HttpError } from '../errors.ts';
import type { HttpRequest } from '../server/message.ts';
import type { AppContext } from './context.ts';

const bearer = /^bearer +(\S+) *$/i;

/** Digests by the text of the Authorization header: clients send the same header with every request. */
const digests = new Map<string, string>();
const digestsMax = 10_000;

function secretIn(header: string): string {
  // Repeated headers arrive as one list, and no key has a comma in it.
  if (header.includes(',')) {
    throw new HttpError('invalid_api_key', 'Authorization was sent more than once. Send one, as "Bearer <key>".');
  }
  const secret = bearer.exec(header)?.[1];
  if (secret === undefined) {
    throw new HttpError('invalid_api_key', 'The Authorization header must be "Bearer <key>".');
  }
  if (!looksLikeSecret(secret)) throw mistyped;
  return secret;
}

/** The digest of the key that the request carries. Needs no store, so a missing key is refused at once. */
export function keyDigest({ headers }: HttpRequest): string {
  const { authorization } = headers;
  if (authorization === undefined || authorization.trim() === '') {
    throw new HttpError('missing_api_key', 'Send your API key in the header "Authorization: Bearer <key>".');
  }
  let digest = digests.get(authorization);
  if (digest === undefined) {
    digest = digestOf(secretIn(authorization));
    if (digests.size >= digestsMax) digests.clear();
    digests.set(authorization, digest);
  }
  return digest;
}

/** The caller's key. The keys in memory must be fresh, so that one revoked a moment ago is known to be. */
export function authenticate({ inventory }: AppContext, request: HttpRequest): ApiKey {
  const key = inventory.findKey(keyDigest(request));
  if (key !== undefined) return key;
  throw hasValidChecksum(secretIn(request.headers['authorization'] ?? '')) ? unknown : mistyped;
}

const mistyped = new HttpError('invalid_api_key', 'The API key is mistyped or cut off. Check it.');
const unknown = new HttpError('invalid_api_key', 'The API key is unknown, revoked or expired. Ask for a new one.');

/** `what` begins the message: what it is that needs the scope. */
export function requireScope(key: ApiKey, scope: Scope, what = 'This'): void {
  if (allows(key, scope)) return;
  throw new HttpError(
    'insufficient_scope',
    `${what} needs a key with the scope "${scope}"; the key "${key.name}" has "${key.scope}".`,
    { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` },
  );
}
