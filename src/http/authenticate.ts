import type { ApiKey, Scope } from '../domain/api-key.ts';
import { allows } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import { digestOf, isWellFormed } from '../domain/key-secret.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { challenge } from './error-body.ts';

const bearer = /^bearer +(\S+) *$/i;

/** The digest of the key that was sent. */
export function sentDigest({ headers }: Request): string {
  const sent = headers.get('authorization');
  if (sent === null || sent.trim() === '') {
    throw new DomainError('missing_api_key', 'Send your API key in the header "Authorization: Bearer <key>".');
  }
  const secret = bearer.exec(sent)?.[1];
  if (secret === undefined) {
    throw new DomainError('invalid_api_key', 'The Authorization header must have the form "Bearer <key>".');
  }
  if (!isWellFormed(secret)) throw new DomainError('invalid_api_key', 'The API key is mistyped or cut off. Check it.');
  return digestOf(secret);
}

/** Who has the key with this digest, as of the last time that the keys were made fresh. */
export function keyFor(digest: string, inventory: Inventory): ApiKey {
  const key = inventory.keyOf(digest);
  if (key === undefined) {
    throw new DomainError('invalid_api_key', 'The API key is unknown, revoked or expired. Ask for a new one.');
  }
  return key;
}

export function requireScope(key: ApiKey, scope: Scope): void {
  if (allows(key, scope)) return;
  throw new DomainError(
    'insufficient_scope',
    `This needs a key with the scope "${scope}"; the key "${key.name}" has "${key.scope}".`,
    { headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` } },
  );
}
