import type { PawstockClient, VersionedItem } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';

/** Tells the user why a request failed. `outcome` says what has not happened. */
export function describeError(error: unknown, outcome = 'Not saved'): string {
  if (!(error instanceof PawstockError)) return `${outcome}: ${error instanceof Error ? error.message : String(error)}`;
  if (error.code === 'unreachable' || error.code === 'timed_out') {
    return `${outcome}: Pawstock cannot be reached. What you typed is kept, and it is safe to try again.`;
  }
  if (error.status === 401) return `${outcome}: the key is no longer valid. What you typed is kept.`;
  if (error.status >= 500) return `${outcome} yet: ${error.message} What you typed is kept.`;
  return `${outcome}: ${error.message}`;
}

/** A 4xx: the request was refused and has changed nothing. After any other failure the outcome is unknown. */
export function isRefusal(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500;
}

export function isVersionMismatch(error: unknown): boolean {
  return error instanceof PawstockError && error.code === 'version_mismatch';
}

const concurrency = 6;

/** Reads pets one by one, some at a time. `onRead` gets undefined for a pet that does not exist. */
export async function readItems(
  client: PawstockClient,
  petIds: readonly bigint[],
  onRead: (petId: bigint, read: VersionedItem | undefined) => void,
): Promise<void> {
  const waiting = [...petIds];
  const readNext = async () => {
    for (let petId = waiting.pop(); petId !== undefined; petId = waiting.pop()) {
      const read = await client.getInventoryItem(petId).catch((error: unknown) => {
        if (!(error instanceof PawstockError && error.code === 'pet_not_found')) throw error;
      });
      onRead(petId, read ?? undefined);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, readNext));
}

/** crypto.randomUUID() would need a secure context, which a shop's own network often is not. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
