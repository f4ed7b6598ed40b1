import { type Command, Option } from 'commander';
import type { PawstockClient, VersionedItem } from '../../client/client.ts';
import type { LedgerEntry, Remarks } from '../../client/inventory-types.ts';
import { type Reason, reasons } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import { changeText } from './entry-text.ts';
import { sequenceFrom } from './numbers.ts';
import { print } from './output.ts';
import { explainConflict } from './version-conflict.ts';
import { withClient } from './with-client.ts';

/** What set and adjust have in common. */

export type ChangeOptions = { reason?: Reason; note?: string; ifVersion?: number; json?: true };

export function withChangeOptions(command: Command): Command {
  return command
    .addOption(new Option('--reason <reason>', 'why').choices(reasons))
    .option('--note <text>', 'anything worth remembering')
    .option('--if-version <n>', 'only if the pet is still at this version', sequenceFrom)
    .option('--json', 'print the change as JSON');
}

type Change = (
  client: PawstockClient,
  remarks: Remarks,
  terms: { version: number | undefined },
) => Promise<VersionedItem>;

export function changeStock(petId: PetId, options: ChangeOptions, change: Change): Promise<void> {
  const { reason, note, ifVersion: expected, json } = options;
  return withClient(async (client) => {
    const { item, version } = await change(client, { reason, note }, { version: expected }).catch(async (error) => {
      throw expected === undefined ? error : await explainConflict(client, error, { petId, expected });
    });
    const entry = await entryOf(client, petId, version);
    if (json) {
      const { quantity, status } = item;
      const rest = { quantity, status, version, before: entry?.before ?? null, delta: entry?.delta ?? null };
      return print(`{"petId":${petId},${JSON.stringify(rest).slice(1)}\n`);
    }
    return print(`Pet ${petId}: ${entry === undefined ? item.quantity : changeText(entry)}, version ${version}\n`);
  });
}

/** The ledger knows what was there before, whoever else is writing. That it cannot be asked undoes no change. */
async function entryOf(client: PawstockClient, petId: PetId, version: number): Promise<LedgerEntry | undefined> {
  try {
    const { entries } = await client.getInventoryHistory(petId, { before: version + 1, limit: 1 });
    return entries.find(({ seq }) => seq === version);
  } catch {
    return undefined;
  }
}
