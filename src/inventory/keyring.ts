import { type ApiKey, isActive } from '../domain/api-key.ts';
import type { KeyUse } from '../store/store.ts';

/** The keys in memory, by the digest of their secret. Kept as fresh as the stock levels, and in the same way. */
export class Keyring {
  readonly #byDigest = new Map<string, ApiKey>();
  #used = new Map<string, number>();
  revision = 0;

  update(keys: readonly ApiKey[], revision: number): void {
    for (const key of keys) {
      if (key.revokedAtMs === null) this.#byDigest.set(key.digest, key);
      else this.#byDigest.delete(key.digest);
    }
    this.revision = revision;
  }

  clear(): void {
    this.#byDigest.clear();
    this.revision = 0;
  }

  /** The active key with this digest, noted as used now. */
  use(digest: string, nowMs: number): ApiKey | undefined {
    const key = this.#byDigest.get(digest);
    if (key === undefined || !isActive(key, nowMs)) return undefined;
    this.#used.set(key.id, nowMs);
    return key;
  }

  has({ digest }: ApiKey, nowMs: number): boolean {
    const key = this.#byDigest.get(digest);
    return key !== undefined && isActive(key, nowMs);
  }

  /** Whether there is a key with this digest, active or expired. */
  knows(digest: string): boolean {
    return this.#byDigest.has(digest);
  }

  takeUses(): KeyUse[] {
    const uses = [...this.#used].map(([id, usedAtMs]) => ({ id, usedAtMs }));
    this.#used = new Map();
    return uses;
  }
}
