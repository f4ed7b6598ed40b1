import type { PawstockClient, VersionedItem } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import type { BatchRow } from 'pawstock-client/inventory-types.ts';
import { hasCode, isFinalRefusal } from '../api/describe-error.ts';
import { readItems, repeatIfRefused } from '../api/writes.ts';
import { noteOf, type Outcome, type Refusal, type WaitingList } from '../device/waiting-list.ts';

type Sending = {
  readonly client: PawstockClient;
  /** Whether the API key must send the version of each pet. */
  readonly requiresVersion: boolean;
  /** Stores the rows on the device before they are sent. Returns false if the list is gone. */
  readonly onRows: (rows: readonly BatchRow[]) => Promise<boolean>;
};

/** Sends a waiting list once, and says how that has ended. */
export async function sendList(list: WaitingList, sending: Sending): Promise<Outcome> {
  try {
    return await attempt(list, sending);
  } catch (error) {
    return outcomeOf(error);
  }
}

async function attempt(list: WaitingList, sending: Sending): Promise<Outcome> {
  const { client, onRows } = sending;
  const { idempotencyKey, reservation, progress } = list;
  if (reservation !== undefined) {
    if (!(await onRows([]))) return { kind: 'unknown' };
    const { id, version } = reservation;
    await client.sellReservation(id, { note: noteOf(list) }, { idempotencyKey, version });
    return { kind: 'stored' };
  }
  const write = async (refusal: unknown): Promise<Outcome> => {
    const isRepeated = progress.kind === 'sent' && refusal === undefined;
    const found = isRepeated ? noPets : await readPets(list, sending);
    const changed = isRepeated ? undefined : changedPet(list, found);
    if (changed !== undefined) return { kind: 'refused', refusal: changed };

    const rows = isRepeated ? progress.rows : rowsOf(list, found);
    if (!(await onRows(rows))) return { kind: 'unknown' };
    await client.updateInventoryBatch(rows, { idempotencyKey });
    return { kind: 'stored' };
  };
  const isCurable = (refusal: unknown) =>
    list.kind !== 'count' && hasCode(refusal, 'version_mismatch');
  return repeatIfRefused(write, isCurable);
}

function outcomeOf(error: unknown): Outcome {
  if (hasCode(error, 'invalid_api_key')) return { kind: 'key-ended' };
  if (!(error instanceof PawstockError) || !isFinalRefusal(error)) return { kind: 'unknown' };
  const { code, row, petId, available } = error;
  return { kind: 'refused', refusal: { code, row, petId, available } };
}

type FoundPets = ReadonlyMap<bigint, VersionedItem>;
const noPets: FoundPets = new Map();

/** Reads the pets whose versions the rows must have: those of a count, or of a strict API key. */
async function readPets(
  { kind, lines }: WaitingList,
  { client, requiresVersion }: Sending,
): Promise<FoundPets> {
  if (kind !== 'count' && !requiresVersion) return noPets;
  const known = lines.filter(({ newPet }) => newPet === undefined);
  const found = new Map<bigint, VersionedItem>();
  await readItems(
    client,
    known.map(({ petId }) => petId),
    (petId, read) => read && found.set(petId, read),
  );
  return found;
}

/**
 * Without a network no versions are known, so a count is compared by quantity: a pet must still have
 * the quantity that was expected when it was counted.
 */
function changedPet({ kind, lines }: WaitingList, found: FoundPets): Refusal | undefined {
  if (kind !== 'count') return undefined;
  const index = lines.findIndex(({ petId, seen }) => found.get(petId)?.item.quantity !== seen);
  const line = lines[index];
  if (line === undefined) return undefined;
  const code = found.has(line.petId) ? 'version_mismatch' : 'pet_not_found';
  return { code, row: index + 1, petId: line.petId, available: undefined };
}

function rowsOf(list: WaitingList, found: FoundPets): BatchRow[] {
  const { kind, lines, reason } = list;
  const remarks = { reason, note: noteOf(list) };
  return lines.map(({ petId, units, newPet }) => {
    // With version 0, the service refuses to overwrite a pet that was added meanwhile.
    if (newPet !== undefined) return { petId, quantity: units, ...newPet, version: 0, ...remarks };
    const version = found.get(petId)?.version;
    if (kind === 'count') return { petId, quantity: units, version, ...remarks };
    const delta = kind === 'sell' ? -units : units;
    return { petId, delta, version, ...remarks };
  });
}
