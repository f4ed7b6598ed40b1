import type { PawstockClient } from '../../../client/client.ts';
import type { PawstockError } from '../../../client/error.ts';
import type { InventoryItem } from '../../../client/inventory-types.ts';
import { ignoreNotFound, isRefusal, newIdempotencyKey } from '../app/api.ts';
import { formatNumber } from '../ui/format.ts';
import type { Chunk, PendingRow, Row } from './plan.ts';

/** A row that was not written, because the pet has changed since the preview. */
export type Skipped = { readonly petId: bigint; readonly why: string };

type Listeners = { readonly onWritten: (rows: readonly Row[]) => void; readonly onSkipped: (skipped: Skipped) => void };

const concurrency = 6;
const attemptsMax = 5;

/** Writes one chunk. If it throws, the chunk holds the rows that are left and can be written again. */
export async function writeChunk(
  client: PawstockClient,
  chunk: Chunk,
  note: string,
  listeners: Listeners,
): Promise<void> {
  if (chunk.kind === 'quantities') return writeBatch(client, chunk, note, listeners);
  await forEachConcurrently([...chunk.rows], async (pending) => {
    await writeEntry(client, pending, listeners);
    chunk.rows = chunk.rows.filter((other) => other !== pending);
  });
}

async function writeBatch(client: PawstockClient, chunk: Chunk, note: string, listeners: Listeners): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (chunk.idempotencyKey === undefined) await fetchVersions(client, chunk, listeners);
    if (chunk.rows.length === 0) return;
    chunk.idempotencyKey ??= newIdempotencyKey();
    const rows = chunk.rows.map(({ row: { petId, quantity }, version }) => ({ petId, quantity, version, note }));
    try {
      await client.updateInventoryBatch(rows, { idempotencyKey: chunk.idempotencyKey });
      listeners.onWritten(chunk.rows.map(({ row }) => row));
      chunk.rows = [];
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      chunk.idempotencyKey = undefined;
      // One of the pets has changed, so nothing was written. Fetching the versions again finds out which.
      if (!isStale(error) || attempt === attemptsMax) throw error;
    }
  }
}

async function fetchVersions(client: PawstockClient, chunk: Chunk, listeners: Listeners): Promise<void> {
  const skipped = new Set<PendingRow>();
  await forEachConcurrently(chunk.rows, async (pending) => {
    if (!(await checkUnchanged(client, pending, listeners))) skipped.add(pending);
  }).finally(() => {
    chunk.rows = chunk.rows.filter((pending) => !skipped.has(pending));
  });
}

async function writeEntry(client: PawstockClient, pending: PendingRow, listeners: Listeners): Promise<void> {
  const { petId, quantity, status } = pending.row;
  for (let attempt = 1; ; attempt++) {
    if (pending.idempotencyKey === undefined && !(await checkUnchanged(client, pending, listeners))) return;
    pending.idempotencyKey ??= newIdempotencyKey();
    const { version, idempotencyKey } = pending;
    try {
      await client.putInventoryItem(petId, { quantity, status }, { version, idempotencyKey });
      return listeners.onWritten([pending.row]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      pending.idempotencyKey = undefined;
      if (!isStale(error) || attempt === attemptsMax) throw error;
    }
  }
}

/** Fetches the version of a pet. Returns false if the pet is no longer as the preview showed it. */
async function checkUnchanged(client: PawstockClient, pending: PendingRow, { onSkipped }: Listeners): Promise<boolean> {
  const { petId, before } = pending.row;
  const current = await client.getInventoryItem(petId).catch(ignoreNotFound);
  const why = differenceOf(before, current?.item);
  if (why !== undefined) onSkipped({ petId, why });
  pending.version = current?.version;
  return why === undefined;
}

function differenceOf(before: Row['before'], current: InventoryItem | undefined): string | undefined {
  if (before === undefined) return current === undefined ? undefined : 'has been added by another user';
  if (current === undefined) return 'has been removed';
  if (current.quantity === before.quantity && current.status === before.status) return undefined;
  return `has been changed to ${formatNumber(current.quantity)}, ${current.status}`;
}

function isStale({ code }: PawstockError): boolean {
  return code === 'version_mismatch' || code === 'pet_not_found';
}

/** Starts no more calls after a failure, and throws it once the running ones have ended. */
async function forEachConcurrently<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    while (next < items.length && failure === undefined) {
      const item = items[next++] as T;
      await run(item).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (failure !== undefined) throw failure.error;
}
