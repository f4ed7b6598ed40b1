import { limits } from '@pawstock/shared/limits.ts';
import type { PawstockClient } from 'pawstock-client/client.ts';
import type { InventoryItem } from 'pawstock-client/inventory-types.ts';
import { readItems } from '../api/writes.ts';

type Known = {
  readonly seq: number;
  /** The quantity and status of the pet; undefined if the pet is not in stock. */
  readonly level: Pick<InventoryItem, 'quantity' | 'status'> | undefined;
  /** The name of the API key that made the last change, if it is known. */
  readonly key: string | null;
};

/**
 * Fetching fewer pets than this, one by one, is quicker than reading one page of ledger entries.
 */
const petsPerPage = 50;

export type KnownVersions = ReturnType<typeof knownVersions>;

/**
 * Finds the versions of pets in the ledger, newest entries first, because one request for each pet
 * would take minutes. Pets whose last change is too far back in the ledger are still fetched one by
 * one.
 */
export function knownVersions(client: PawstockClient, wanted: ReadonlySet<bigint>) {
  const known = new Map<bigint, Known>();
  let head = 0;

  async function fetch(petIds: readonly bigint[]): Promise<void> {
    const hasAll = () => known.size >= petIds.length && petIds.every((petId) => known.has(petId));
    await readLedger(Math.floor(petIds.length / petsPerPage), hasAll);
    const missing = petIds.filter((petId) => !known.has(petId));
    await readItems(client, missing, (petId, read) =>
      known.set(petId, { seq: read?.version ?? head, level: read?.item, key: null }),
    );
  }

  /** Reads the ledger entries that are newer than those already read. */
  function refresh(): Promise<void> {
    const last = head;
    return readLedger(Number.POSITIVE_INFINITY, (before) => before <= last + 1);
  }

  async function readLedger(
    pagesMax: number,
    isEnough: (before: number) => boolean,
  ): Promise<void> {
    let pages = 0;
    // The first page of results is always read, because it contains the ledger's newest sequence
    // number.
    for await (const { entries, next } of client.historyPages({ limit: limits.pageMax })) {
      for (const { petId, seq, after, status, key } of entries) {
        if (!wanted.has(petId) || (known.get(petId)?.seq ?? 0) >= seq) continue;
        known.set(petId, {
          seq,
          level: after === null ? undefined : { quantity: after, status },
          key,
        });
      }
      head = Math.max(head, entries[0]?.seq ?? 0);
      if (++pages >= pagesMax || (next !== undefined && isEnough(next))) return;
    }
  }

  return { get: (petId: bigint) => known.get(petId), fetch, refresh };
}
