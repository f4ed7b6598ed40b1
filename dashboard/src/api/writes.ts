import type { PawstockClient, VersionedItem } from '../../../client/client.ts';
import { hasCode } from './errors.ts';

/** crypto.randomUUID() would need a secure context, which a shop's own network often is not. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const attemptsMax = 5;

/**
 * Tries a write again after a refusal that the latest version may cure: by default for an outdated version, or for a missing
 * one that the key requires. `write` gets the refusal of the attempt before, and throws it again to give up.
 */
export async function withLatestVersion<T>(
  write: (refusal: unknown) => Promise<T>,
  isCurable = (refusal: unknown) => hasCode(refusal, 'version_mismatch', 'precondition_required'),
): Promise<T> {
  let refusal: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(refusal);
    } catch (error) {
      if (error === refusal || !isCurable(error) || attempt === attemptsMax) throw error;
      refusal = error;
    }
  }
}

const concurrency = 6;

/** Works on several elements at a time. Those that fail, and those left when the work is stopped, stay in the list. */
export async function workOff<T>(
  list: T[],
  work: (one: T) => Promise<unknown>,
  isStopped = () => false,
): Promise<void> {
  const workNext = async () => {
    while (!isStopped()) {
      const one = list.pop();
      if (one === undefined) return;
      await work(one).catch((error: unknown) => {
        list.push(one);
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, workNext));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Reads pets one by one, some at a time. `onRead` gets undefined for a pet that does not exist. */
export function readItems(
  client: PawstockClient,
  petIds: readonly bigint[],
  onRead: (petId: bigint, read: VersionedItem | undefined) => void,
): Promise<void> {
  return workOff([...petIds], async (petId) => {
    const read = await client.getInventoryItem(petId).catch((error: unknown) => {
      if (!hasCode(error, 'pet_not_found')) throw error;
    });
    onRead(petId, read ?? undefined);
  });
}
