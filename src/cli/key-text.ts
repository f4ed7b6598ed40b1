import { type ApiKey, isLiving } from '../domain/api-key.ts';

function stateOf(key: ApiKey, nowMs: number): 'living' | 'revoked' | 'expired' {
  if (isLiving(key, nowMs)) return 'living';
  return key.revokedAtMs === null ? 'expired' : 'revoked';
}

/** A key for people and programs, without its digest. */
export function describeKey(key: ApiKey, nowMs: number) {
  return {
    name: key.name,
    state: stateOf(key, nowMs),
    scope: key.scope,
    requireVersion: key.requireVersion,
    rateLimit: key.rateLimit,
    created: instant(key.createdAtMs),
    expires: instant(key.expiresAtMs),
    lastUsed: instant(key.lastUsedAtMs),
    revoked: instant(key.revokedAtMs),
  };
}

export const keyColumns = ['NAME', 'STATE', 'SCOPE', 'CREATED', 'EXPIRES', 'LAST USED', 'TERMS'].map((title) => ({
  title,
}));

export function keyRow(key: ApiKey, nowMs: number): string[] {
  const terms = [key.requireVersion ? 'require-version' : '', key.rateLimit === null ? '' : `${key.rateLimit}/s`];
  const { name, state, scope, created, expires, lastUsed } = describeKey(key, nowMs);
  const times = [created, expires, lastUsed].map((time) => time?.slice(0, 16).replace('T', ' ') ?? '-');
  return [name, state, scope, ...times, terms.filter((term) => term !== '').join(' ') || '-'];
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
