import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Refusal } from './errors.ts';

/** What an API key may do. Each scope includes the scopes before it. */
export const scopes = ['read', 'write', 'admin', 'owner'] as const;
export type Scope = (typeof scopes)[number];

/** An API key as it is stored, with only a digest of its secret. See docs/decisions/0008. */
export type ApiKey = {
  /**
   * Tells a key from every other key, earlier ones of the same name too. A rotation keeps it, and
   * it is never given twice.
   */
  readonly keyId: number;
  readonly name: string;
  /** The digest of the secret. A rotation replaces it. */
  readonly digest: string;
  /**
   * The key of a setup link has the scope "setup": it can only create the first owner key, and no
   * list shows it.
   */
  readonly scope: Scope | 'setup';
  readonly requireVersion: boolean;
  /**
   * The API key's rate limit in requests per second; null if the default of the service applies.
   */
  readonly rateLimit: number | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
};

export function allows(key: ApiKey, needed: Scope): boolean {
  return key.scope !== 'setup' && scopes.indexOf(key.scope) >= scopes.indexOf(needed);
}

export function isActive(key: ApiKey, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

/** When a key has ended, or will: at its expiry, unless it was revoked before. */
function endOf({ expiresAtMs, revokedAtMs }: ApiKey): number {
  const never = Number.POSITIVE_INFINITY;
  return Math.min(expiresAtMs ?? never, revokedAtMs ?? never);
}

/**
 * The key that a name stands for: the active one, or the latest of several in an overlap. If all
 * have ended, the one that ended last. Undefined if there is no key of this name.
 */
export function keyCalled(
  name: string,
  keys: readonly ApiKey[],
  nowMs: number,
): ApiKey | undefined {
  const named = keys.filter((key) => key.name === name);
  const active = named.findLast((key) => isActive(key, nowMs));
  if (active !== undefined) return active;

  const lastEndMs = Math.max(...named.map(endOf));
  return named.findLast((key) => endOf(key) === lastEndMs);
}

export type KeyOptions = Pick<ApiKey, 'scope' | 'requireVersion' | 'rateLimit'>;

type NewSecret = Pick<ApiKey, 'name' | 'digest'>;
export type KeyCreation = NewSecret & {
  readonly options: KeyOptions;
  readonly expiresInMs: number | null;
};
export type KeyRotation = NewSecret & { readonly overlapMs: number };

/** The API keys to store after a change to an API key, or the reason why the change is refused. */
type KeyDecision = readonly ApiKey[] | Refusal;

export function decideCreate(
  named: readonly ApiKey[],
  creation: KeyCreation,
  { keyId, nowMs }: { readonly keyId: number; readonly nowMs: number },
): KeyDecision {
  const { name, digest, options, expiresInMs } = creation;
  if (named.some((other) => isActive(other, nowMs))) {
    const message = `An active key is called "${name}" already. Revoke or rotate it, or choose another name.`;
    return { code: 'name_taken', message };
  }
  const expiresAtMs = expiresInMs === null ? null : nowMs + expiresInMs;
  const times = { createdAtMs: nowMs, expiresAtMs, revokedAtMs: null, lastUsedAtMs: null };
  return [{ keyId, name, digest, ...options, ...times }];
}

export function decideRevoke(named: readonly ApiKey[], name: string, nowMs: number): KeyDecision {
  const active = named.filter((key) => isActive(key, nowMs));
  return active.length === 0
    ? noActiveKey(name)
    : active.map((key) => ({ ...key, revokedAtMs: nowMs }));
}

/**
 * Replaces an API key by a new one with the same options. The old key ends after `overlapMs`, which
 * may be 0.
 */
export function decideRotate(
  named: readonly ApiKey[],
  rotation: KeyRotation,
  nowMs: number,
): KeyDecision {
  const { name, digest, overlapMs } = rotation;
  const active = named.filter((other) => isActive(other, nowMs));
  const latest = active.at(-1);
  if (latest === undefined) return noActiveKey(name);
  const endMs = nowMs + overlapMs;
  const ended = active.map((old) =>
    overlapMs === 0
      ? { ...old, revokedAtMs: nowMs }
      : { ...old, expiresAtMs: Math.min(old.expiresAtMs ?? endMs, endMs) },
  );
  // The new key has the same lifetime as the old key: a key for 90 days is replaced by another key
  // for 90 days.
  const expiresAtMs =
    latest.expiresAtMs === null ? null : nowMs + (latest.expiresAtMs - latest.createdAtMs);
  return [...ended, { ...latest, digest, createdAtMs: nowMs, expiresAtMs, lastUsedAtMs: null }];
}

const noActiveKey = (name: string): Refusal => ({
  code: 'key_not_found',
  message: `There is no active key called "${name}". List the keys to see which there are.`,
});

export const noKey = (name: string): Refusal => ({
  code: 'key_not_found',
  message: `There is no key called "${name}". List the keys to see which there are.`,
});

/** What owners see of an API key: everything but the digest of its secret. */
export type KeyView = Omit<ApiKey, 'digest'>;

export function keyViewOf({ digest, ...shown }: ApiKey): KeyView {
  return shown;
}

/**
 * An API key's secret is `paw_`, 43 random base-62 characters (256 bits), and a 6-character
 * checksum. The prefix lets tools find leaked secrets, and the checksum tells a mistyped secret
 * from a revoked one: docs/decisions/0008.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;
const secretForm = `paw_[0-9A-Za-z]{${randomLength + checksumLength}}`;
const exactForm = new RegExp(`^${secretForm}$`);
const anywhere = new RegExp(secretForm, 'g');

/** Returns a random integer from 0 to `end` - 1 that cannot be guessed. */
type RandomInt = (end: number) => number;

/**
 * Creates the secret of an API key, and the fields of the key that are stored instead of the
 * secret.
 */
export function newKey(name: string, platform: { readonly randomInt: RandomInt }) {
  const secret = newSecret(platform.randomInt);
  return { secret, key: { name, digest: digestOf(secret) } };
}

export function newSecret(random: RandomInt = randomInt): string {
  let body = 'paw_';
  for (let i = 0; i < randomLength; i++) body += alphabet[random(alphabet.length)];
  return body + checksum(body);
}

export function hasValidChecksum(secret: string): boolean {
  return exactForm.test(secret) && secret.endsWith(checksum(secret.slice(0, -checksumLength)));
}

/** Hides API keys in a text before the text is logged: clients put keys into URLs by mistake. */
export function redactSecrets(text: string): string {
  return text.includes('paw_') ? text.replaceAll(anywhere, 'paw_…') : text;
}

/**
 * The digest that is stored instead of a secret. With 256 random bits a secret needs neither salt
 * nor a slow hash.
 */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < checksumLength; i++) {
    out = alphabet[rest % alphabet.length] + out;
    rest = Math.floor(rest / alphabet.length);
  }
  return out;
}
