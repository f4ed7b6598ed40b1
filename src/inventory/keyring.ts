import { type ApiKey, isActive } from '../domain/api-key.ts';
import type { Head, KeyUse, Store } from '../store/store.ts';

/** All keys that are not revoked, in memory. */
export class Keyring {
  readonly #byDigest = new Map<string, ApiKey>();
  #used = new Map<string, number>();
  #revision = 0;

  /** Reads the keys that any instance has changed since the last call. `head` was read before. */
  async catchUp(store: Pick<Store, 'head' | 'keysChangedAfter'>, head: Head): Promise<void> {
    if (head.keysRevision === this.#revision) return;
    let keys = await store.keysChangedAfter(this.#revision);
    // A deleted key does not show up as a change. The head is read again, because keys may have been deleted meanwhile.
    const { keysTrimmed } = await store.head();
    if (this.#revision < keysTrimmed) {
      keys = await store.keysChangedAfter(0);
      this.clear();
    }
    for (const key of keys) {
      if (key.revokedAtMs === null) this.#byDigest.set(key.digest, key);
      else this.#byDigest.delete(key.digest);
    }
    this.#revision = head.keysRevision;
  }

  clear(): void {
    this.#byDigest.clear();
    this.#revision = 0;
  }

  findActive(digest: string, nowMs: number): ApiKey | undefined {
    const key = this.#byDigest.get(digest);
    return key !== undefined && isActive(key, nowMs) ? key : undefined;
  }

  noteUse({ id }: ApiKey, nowMs: number): void {
    this.#used.set(id, nowMs);
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
