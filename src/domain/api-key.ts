import { hash, randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Refusal } from './errors.ts';

/** What a key may do; each scope contains the ones before it. Only an owner manages keys and webhooks. */
export const scopes = ['read', 'write', 'admin', 'owner'] as const;
export type Scope = (typeof scopes)[number];

/** A key as it is stored: its secret only as a digest. See docs/decisions/0008. */
export type ApiKey = {
  readonly id: string;
  /** The id of the first key of a chain of rotations: what belongs to a caller outlives its key. */
  readonly rotationId: string;
  readonly name: string;
  readonly digest: string;
  /** A key for "setup" can do one thing, once: create the first key of an owner. It is in no list. */
  readonly scope: Scope | 'setup';
  readonly requireVersion: boolean;
  /** Requests a second; null for the service's own setting. */
  readonly rateLimit: number | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
};

export function allows(key: ApiKey, needed: Scope): boolean {
  return scopes.indexOf(key.scope as Scope) >= scopes.indexOf(needed);
}

export function isActive(key: ApiKey, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

export type KeyOptions = Pick<ApiKey, 'scope' | 'requireVersion' | 'rateLimit'>;

type NewKey = Pick<ApiKey, 'id' | 'name' | 'digest'>;
export type KeyCreation = NewKey & { readonly options: KeyOptions; readonly expiresInMs: number | null };
export type KeyRotation = NewKey & { readonly overlapMs: number };

/** What is to be stored, or why it is refused. `named` are all keys, active or not, that bear the name. */
type KeyDecision = readonly ApiKey[] | Refusal;

export function decideCreate(named: readonly ApiKey[], creation: KeyCreation, nowMs: number): KeyDecision {
  const { id, name, digest, options, expiresInMs } = creation;
  if (named.some((other) => isActive(other, nowMs))) {
    const message = `An active key is called "${name}" already. Revoke or rotate it, or choose another name.`;
    return { code: 'name_taken', message };
  }
  const expiresAtMs = expiresInMs === null ? null : nowMs + expiresInMs;
  const times = { createdAtMs: nowMs, expiresAtMs, revokedAtMs: null, lastUsedAtMs: null };
  return [{ id, rotationId: id, name, digest, ...options, ...times }];
}

export function decideRevoke(named: readonly ApiKey[], name: string, nowMs: number): KeyDecision {
  const active = named.filter((key) => isActive(key, nowMs));
  return active.length === 0 ? noActiveKey(name) : active.map((key) => ({ ...key, revokedAtMs: nowMs }));
}

/** The successor has the same options; the old key ends at once, or lives on for the overlap. */
export function decideRotate(named: readonly ApiKey[], rotation: KeyRotation, nowMs: number): KeyDecision {
  const { id, name, digest, overlapMs } = rotation;
  const active = named.filter((other) => isActive(other, nowMs));
  const latest = active.at(-1);
  if (latest === undefined) return noActiveKey(name);
  const endMs = nowMs + overlapMs;
  const ended = active.map((old) =>
    overlapMs === 0
      ? { ...old, revokedAtMs: nowMs }
      : { ...old, expiresAtMs: Math.min(old.expiresAtMs ?? endMs, endMs) },
  );
  // A key made for 90 days is rotated into one for 90 days.
  const expiresAtMs = latest.expiresAtMs === null ? null : nowMs + (latest.expiresAtMs - latest.createdAtMs);
  return [...ended, { ...latest, id, digest, createdAtMs: nowMs, expiresAtMs, lastUsedAtMs: null }];
}

const noActiveKey = (name: string): Refusal => ({
  code: 'key_not_found',
  message: `There is no active key called "${name}". List the keys to see which there are.`,
});

/** A key as owners see it: without its digest. */
export function describeKey(key: ApiKey) {
  const { name, scope, requireVersion, rateLimit } = key;
  return {
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

export const keyJson = (key: ApiKey) => JSON.stringify(describeKey(key));

export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/**
 * A key's secret: `paw_`, 43 random base-62 characters (256 bits), and a 6-character checksum of what precedes it. The
 * prefix lets scanners find leaked keys, and the checksum tells a mistyped key from a revoked one: docs/decisions/0008.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 43;
const checksumLength = 6;
const form = new RegExp(`^paw_[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A secret, and what is stored of it. */
export function newKey(name: string) {
  const secret = newSecret();
  return { secret, key: { id: randomUUID(), name, digest: digestOf(secret) } };
}

export function newSecret(): string {
  let body = 'paw_';
  for (let i = 0; i < randomLength; i++) body += alphabet[randomInt(alphabet.length)];
  return body + checksum(body);
}

/** Whether a text has the form of a secret. */
export function looksLikeSecret(secret: string): boolean {
  return form.test(secret);
}

/** Whether a text has the form of a secret, and its checksum is right. */
export function hasValidChecksum(secret: string): boolean {
  return looksLikeSecret(secret) && secret.endsWith(checksum(secret.slice(0, -checksumLength)));
}

const secretPattern = new RegExp(`paw_[0-9A-Za-z]{${randomLength + checksumLength}}`, 'g');

/** Replaces API keys in a text before it is logged: callers put them into paths by mistake. */
export function redactSecrets(text: string): string {
  return text.includes('paw_') ? text.replaceAll(secretPattern, 'paw_…') : text;
}

/** All that is ever stored of a secret. It has 256 random bits, so no salt or slow hash is needed. */
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
