import { type ApiKey, isActive } from '../domain/api-key.ts';
import { storeTime } from '../domain/store-clock.ts';
import type { Head, KeyUse, Store } from '../store/store.ts';

/** All API keys that are not revoked, in memory, as of the last `catchUp`. */
export class Keyring {
  readonly #byDigest = new Map<string, ApiKey>();
  #used = new Map<string, number>();
  #revision = 0;
  /** The store's time at the last `catchUp`. */
  #nowMs = 0;

  /** Reads the API keys that any instance has changed since the last call. */
  async catchUp(store: Pick<Store, 'head' | 'keysChangedAfter'>, head: Head): Promise<void> {
    this.#nowMs = storeTime(head);
    if (head.keysRevision === this.#revision) return;
    let keys = await store.keysChangedAfter(this.#revision);
    // The changed keys do not include deleted keys. If the store has deleted any, all keys are read again.
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

  findActive(digest: string): ApiKey | undefined {
    const key = this.#byDigest.get(digest);
    return key !== undefined && isActive(key, this.#nowMs) ? key : undefined;
  }

  noteUse({ id }: ApiKey): void {
    this.#used.set(id, this.#nowMs);
  }

  /** Whether there is an API key with this digest, active or expired. */
  knows(digest: string): boolean {
    return this.#byDigest.has(digest);
  }

  takeUses(): KeyUse[] {
    const uses = [...this.#used].map(([id, usedAtMs]) => ({ id, usedAtMs }));
    this.#used = new Map();
    return uses;
  }
}
