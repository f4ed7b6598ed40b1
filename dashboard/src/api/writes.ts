import type { PawstockClient, VersionedItem } from 'pawstock-client/client.ts';
import { hasCode } from './describe-error.ts';

/**
 * Makes a random Idempotency-Key without crypto.randomUUID(), which browsers forbid on pages over
 * plain HTTP.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const attemptsMax = 5;

/**
 * Repeats a write that the service has refused for a reason that `isCurable` accepts: by default,
 * because the pet's version was outdated or missing. `write` gets the previous refusal. To give up,
 * `write` throws that refusal.
 */
export async function repeatIfRefused<T>(
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

/**
 * Calls `work` for the items of a list, a few at a time. Failed and unstarted items stay in the
 * list.
 */
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

/**
 * Fetches pets with one request each, a few at a time. For a pet that does not exist, `onRead` gets
 * undefined.
 */
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
