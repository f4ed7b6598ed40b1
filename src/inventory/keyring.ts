import { type ApiKey, isActive } from '../domain/api-key.ts';
import { storeTime } from '../domain/store-clock.ts';
import type { Head, Store } from '../store/store.ts';

/**
 * A copy, in memory, of all API keys that are not revoked. `catchUp` reads the keys again if any
 * has changed.
 */
export class Keyring {
  #byDigest = new Map<string, ApiKey>();
  readonly #used = new Map<string, number>();
  #revision = 0;
  /** The store's time at the last call of `catchUp`. Keys that expire by then are not active. */
  #nowMs = 0;

  /**
   * Reads the API keys again if the store's `head` shows that a key or a webhook was changed since
   * the last call.
   */
  async catchUp(store: Store, head: Head): Promise<void> {
    this.#nowMs = storeTime(head);
    if (head.actionsRevision === this.#revision) return;
    const keys = (await store.keys()).filter(({ revokedAtMs }) => revokedAtMs === null);
    // `head` throws on a PostgreSQL standby server, whose API keys may be outdated. The next
    // `catchUp` tries again.
    await store.head();
    this.#byDigest = new Map(keys.map((key) => [key.digest, key]));
    this.#revision = head.actionsRevision;
  }

  findActive(digest: string): ApiKey | undefined {
    const key = this.#byDigest.get(digest);
    return key !== undefined && isActive(key, this.#nowMs) ? key : undefined;
  }

  noteUse({ digest }: ApiKey): void {
    this.#used.set(digest, this.#nowMs);
  }

  /** Whether there is an API key with this digest, active or expired. */
  knows(digest: string): boolean {
    return this.#byDigest.has(digest);
  }

  /**
   * Stores when keys were used, in one order in all instances, so that two do not wait for each
   * other's rows.
   */
  async storeUses(store: Store): Promise<void> {
    const uses = [...this.#used]
      .map(([digest, usedAtMs]) => ({ digest, usedAtMs }))
      .sort((a, b) => (a.digest < b.digest ? -1 : 1));
    if (uses.length > 0) await store.recordKeyUses(uses);
    for (const { digest, usedAtMs } of uses)
      if (this.#used.get(digest) === usedAtMs) this.#used.delete(digest);
  }
}
