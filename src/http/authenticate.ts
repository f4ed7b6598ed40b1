import type { ApiKey, Scope } from '../domain/api-key.ts';
import { allows } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import { digestOf, hasForm, isWellFormed } from '../domain/key-secret.ts';
import { challenge } from './error-body.ts';
import type { Asked } from './exchange.ts';
import type { Service } from './service.ts';

type Headers = Asked['headers'];

const bearer = /^bearer +(\S+) *$/i;

/** By the headers that hold the key: those of a connection are the same object for as long as its caller repeats them. */
const digests = new WeakMap<Headers, string>();

function digestIn(headers: Headers): string {
  let digest = digests.get(headers);
  if (digest === undefined) {
    digest = digestOf(secretIn(headers));
    digests.set(headers, digest);
  }
  return digest;
}

/** Whoever carries no key is told so at once, whatever the store does. */
export function requireKey({ headers }: Asked): void {
  digestIn(headers);
}

function secretIn(headers: Headers): string {
  const sent = headers.get('authorization');
  if (sent === undefined || sent.trim() === '') {
    throw new DomainError('missing_api_key', 'Send your API key in the header "Authorization: Bearer <key>".');
  }
  const secret = bearer.exec(sent)?.[1];
  if (secret === undefined) {
    throw new DomainError('invalid_api_key', 'The Authorization header must have the form "Bearer <key>".');
  }
  if (!hasForm(secret)) throw mistyped;
  return secret;
}

/**
 * Who calls. The keys must have been made fresh since the request arrived: then one that was revoked or made a moment
 * ago, by any process, is known as such.
 */
export function authenticate({ inventory }: Service, asked: Asked): ApiKey {
  const key = inventory.keyOf(digestIn(asked.headers));
  if (key !== undefined) return key;
  throw isWellFormed(secretIn(asked.headers)) ? unknown : mistyped;
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
