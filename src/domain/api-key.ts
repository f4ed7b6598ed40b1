/** What a key may do; each scope contains the ones before it. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** A key as it is stored: its secret only as a digest. */
export type ApiKey = {
  readonly id: string;
  /** The id of the first key of a row of rotations: what belongs to a caller outlives its key. */
  readonly origin: string;
  readonly name: string;
  readonly digest: string;
  readonly scope: Scope;
  readonly requireVersion: boolean;
  /** Requests a second; null for the service's own setting. */
  readonly rateLimit: number | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
};

export function allows(key: ApiKey, needed: Scope): boolean {
  return scopes.indexOf(key.scope) >= scopes.indexOf(needed);
}

export function isLiving(key: ApiKey, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

export type KeyTerms = Pick<ApiKey, 'scope' | 'requireVersion' | 'rateLimit' | 'expiresAtMs'>;

/** What is to be stored to carry out a change of keys, or why it is refused. */
export type KeyDecision = { readonly store: readonly ApiKey[] } | { readonly refusal: string };

const namePattern = /^[\w.@:-]{1,64}$/;
const keyNameRule = '1 to 64 letters, digits or . _ - @ :';

type NewKey = { readonly id: string; readonly name: string; readonly digest: string; readonly nowMs: number };

/** `named` are all keys, living or not, that bear the name. */
export function decideCreate(named: readonly ApiKey[], key: NewKey, terms: KeyTerms): KeyDecision {
  if (!namePattern.test(key.name)) return { refusal: `"${key.name}" is no key name: use ${keyNameRule}.` };
  if (named.some((other) => isLiving(other, key.nowMs))) {
    return { refusal: `A living key is called "${key.name}" already. Revoke or rotate it, or choose another name.` };
  }
  return { store: [newKey(key, terms, key.id)] };
}

export function decideRevoke(named: readonly ApiKey[], name: string, nowMs: number): KeyDecision {
  const living = named.filter((key) => isLiving(key, nowMs));
  if (living.length === 0) return { refusal: noLivingKey(name) };
  return { store: living.map((key) => ({ ...key, revokedAtMs: nowMs })) };
}

/** The successor has the same terms; the old key ends at once, or lives on for the overlap. */
export function decideRotate(named: readonly ApiKey[], key: NewKey, overlapMs: number): KeyDecision {
  const living = named.filter((other) => isLiving(other, key.nowMs));
  const latest = living.at(-1);
  if (latest === undefined) return { refusal: noLivingKey(key.name) };
  const endMs = key.nowMs + overlapMs;
  const ended = living.map((old) =>
    overlapMs === 0
      ? { ...old, revokedAtMs: key.nowMs }
      : { ...old, expiresAtMs: Math.min(old.expiresAtMs ?? endMs, endMs) },
  );
  return { store: [...ended, newKey(key, termsAfterRotation(latest, key.nowMs), latest.origin)] };
}

/** A key made for 90 days is rotated into one for 90 days. */
function termsAfterRotation(old: ApiKey, nowMs: number): KeyTerms {
  return { ...old, expiresAtMs: old.expiresAtMs === null ? null : nowMs + (old.expiresAtMs - old.createdAtMs) };
}

function newKey({ id, name, digest, nowMs }: NewKey, terms: KeyTerms, origin: string): ApiKey {
  const { scope, requireVersion, rateLimit, expiresAtMs } = terms;
  return {
    id,
    origin,
    name,
    digest,
    scope,
    requireVersion,
    rateLimit,
    createdAtMs: nowMs,
    expiresAtMs,
    revokedAtMs: null,
    lastUsedAtMs: null,
  };
}

const noLivingKey = (name: string) => `There is no living key called "${name}". "pawstock keys list" shows the keys.`;
