import type { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import type { LedgerEntry } from '../../client/inventory-types.ts';
import type { PetId } from '../domain/pet-id.ts';
import { CommandError } from './command-error.ts';
import { changeText, howText, timeText } from './entry-text.ts';

const shownMax = 10;

type Attempt = { readonly petId: PetId; readonly expected: number };

/** Who came in between, what they did and when, and how to go on. An error that is no conflict comes back as it is. */
export async function explainConflict(
  client: PawstockClient,
  error: unknown,
  { petId, expected }: Attempt,
): Promise<unknown> {
  if (!(error instanceof PawstockError)) return error;
  if (error.code !== 'version_mismatch' && error.code !== 'pet_not_found') return error;
  const since = (await newest(client, petId)).filter(({ seq }) => seq > expected);
  const isGone = error.code === 'pet_not_found';
  if (isGone && since.length === 0) return error;
  return new CommandError([
    isGone
      ? `Nothing was changed: pet ${petId} has been removed.`
      : `Nothing was changed: pet ${petId} is not at version ${expected}, but at ${error.version}.`,
    ...(since.length > shownMax ? [`The last ${shownMax} changes; "pawstock history ${petId}" has those before:`] : []),
    ...since.slice(0, shownMax).reverse().map(entryText),
    ...(isGone ? [] : [`If it is still what you want, repeat it with --if-version ${error.version}.`]),
  ]);
}

async function newest(client: PawstockClient, petId: PetId): Promise<LedgerEntry[]> {
  try {
    return (await client.getInventoryHistory(petId, { limit: shownMax + 1 })).entries;
  } catch {
    // What is known without the history is told in any case.
    return [];
  }
}

function entryText(entry: LedgerEntry): string {
  return `Version ${entry.seq} by ${entry.key ?? 'an import'}, ${timeText(entry)} UTC: ${changeText(entry)} ${howText(entry)}`;
}
