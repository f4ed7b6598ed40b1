import type { ApiKey, Scope } from '../domain/api-key.ts';
import { allows } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import { digestOf, hasForm, isWellFormed } from '../domain/key-secret.ts';
import type { Call } from './call.ts';
import { challenge } from './error-body.ts';

const bearer = /^bearer +(\S+) *$/i;

/**
 * Finds out who calls, with the keys as they are now: a key that was revoked or made a moment ago, by any process, is
 * known as such. On the way, the stock levels are made fresh as well.
 */
export async function authenticate({ service, asked }: Call, { evenWithoutStore = false } = {}): Promise<ApiKey> {
  const sent = asked.header('authorization');
  if (sent === undefined || sent.trim() === '') {
    throw new DomainError('missing_api_key', 'Send your API key in the header "Authorization: Bearer <key>".');
  }
  const secret = bearer.exec(sent)?.[1];
  if (secret === undefined) {
    throw new DomainError('invalid_api_key', 'The Authorization header must have the form "Bearer <key>".');
  }
  if (!hasForm(secret)) throw mistyped;
  await service.inventory.fresh().catch((error: unknown) => {
    if (!evenWithoutStore || !service.inventory.isLoaded) throw error;
  });
  const key = service.inventory.keyOf(digestOf(secret));
  if (key !== undefined) return key;
  throw isWellFormed(secret) ? unknown : mistyped;
}

const mistyped = new DomainError('invalid_api_key', 'The API key is mistyped or cut off. Check it.');
const unknown = new DomainError('invalid_api_key', 'The API key is unknown, revoked or expired. Ask for a new one.');

export function requireScope(key: ApiKey, scope: Scope): void {
  if (allows(key, scope)) return;
  throw new DomainError(
    'insufficient_scope',
    `This needs a key with the scope "${scope}"; the key "${key.name}" has "${key.scope}".`,
    { headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` } },
  );
}
