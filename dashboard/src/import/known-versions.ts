import type { PawstockClient } from '../../../client/client.ts';
import type { InventoryItem, LedgerEntry } from '../../../client/inventory-types.ts';
import { limits } from '../../../src/limits.ts';
import { readItems } from '../api/writes.ts';

type Known = {
  readonly seq: number;
  /** undefined if the pet is not there. */
  readonly level: Pick<InventoryItem, 'quantity' | 'status'> | undefined;
  /** The key that made the last change, if that is known. */
  readonly key: string | null;
};

/** Below this number of pets, fetching them one by one is quicker than a page of the ledger. */
const petsPerPage = 50;

/**
 * The versions of pets, read from the ledger newest first: the list of pets has none, and a request for each pet would
 * take minutes. Pets whose last change is too far back are fetched one by one.
 */
export class KnownVersions {
  readonly #client: PawstockClient;
  readonly #wanted: ReadonlySet<bigint>;
  readonly #known = new Map<bigint, Known>();
  #head = 0;

  constructor(client: PawstockClient, petIds: readonly bigint[]) {
    this.#client = client;
    this.#wanted = new Set(petIds);
  }

  get(petId: bigint): Known | undefined {
    return this.#known.get(petId);
  }

  async fetch(petIds: readonly bigint[]): Promise<void> {
    await this.#readLedger({ pagesMax: Math.floor(petIds.length / petsPerPage), until: () => this.#hasAll(petIds) });
    const missing = petIds.filter((petId) => !this.#known.has(petId));
    await readItems(this.#client, missing, (petId, read) =>
      this.#known.set(petId, { seq: read?.version ?? this.#head, level: read?.item, key: null }),
    );
  }

  /** Reads the changes since the last call. */
  async refresh(): Promise<void> {
    const head = this.#head;
    await this.#readLedger({ pagesMax: Number.POSITIVE_INFINITY, until: (before) => before <= head + 1 });
  }

  #hasAll(petIds: readonly bigint[]): boolean {
    return this.#known.size >= petIds.length && petIds.every((petId) => this.#known.has(petId));
  }

  async #readLedger(limit: { readonly pagesMax: number; readonly until: (before: number) => boolean }): Promise<void> {
    let pages = 0;
    // The first page is always read: it tells where the ledger ends.
    for await (const { entries, next } of this.#client.historyPages({ limit: limits.pageMax })) {
      for (const entry of entries) this.#add(entry);
      this.#head = Math.max(this.#head, entries[0]?.seq ?? 0);
      if (++pages >= limit.pagesMax || (next !== undefined && limit.until(next))) return;
    }
  }

  #add({ petId, seq, after, status, key }: LedgerEntry): void {
    if (!this.#wanted.has(petId) || (this.#known.get(petId)?.seq ?? 0) >= seq) return;
    this.#known.set(petId, { seq, level: after === null ? undefined : { quantity: after, status }, key });
  }
}
