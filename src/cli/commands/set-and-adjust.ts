import { type Command, Option } from 'commander';
import type { PawstockClient, VersionedItem } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry, Remarks } from '../../../client/inventory-types.ts';
import type { PetId } from '../../domain/item.ts';
import { type Reason, reasons } from '../../domain/ledger-entry.ts';
import { CommandError } from '../errors.ts';
import { remoteCommand, withClient } from '../remote-command.ts';
import { deltaArgument, petIdArgument, quantityArgument, sequenceArgument } from '../terminal/arguments.ts';
import { changeText, howText, timeText } from '../terminal/entry-text.ts';
import { print } from '../terminal/output.ts';

type ChangeOptions = { reason?: Reason; note?: string; ifVersion?: number; json?: true };

export function setCommand(): Command {
  const command = remoteCommand('set')
    .description('Set the quantity of one pet.')
    .argument('<id>', 'the pet', petIdArgument)
    .argument('<quantity>', 'its new quantity', quantityArgument);
  return withChangeOptions(command).action((petId: PetId, quantity: number, options: ChangeOptions) =>
    changeStock(petId, options, (client, remarks, terms) =>
      client.updateInventory(petId, { quantity, ...remarks }, terms),
    ),
  );
}

export function adjustCommand(): Command {
  const command = remoteCommand('adjust')
    .description('Change the quantity of one pet by a difference.')
    .argument('<id>', 'the pet', petIdArgument)
    .argument('<difference>', 'how many more or fewer, such as +3 or -2', deltaArgument);
  return withChangeOptions(command).action((petId: PetId, delta: number, options: ChangeOptions) =>
    changeStock(petId, options, (client, remarks, terms) =>
      client.adjustInventory(petId, { delta, ...remarks }, terms),
    ),
  );
}

function withChangeOptions(command: Command): Command {
  return command
    .addOption(new Option('--reason <reason>', 'why it changes').choices(reasons))
    .option('--note <text>', 'a remark for the history')
    .option('--if-version <n>', 'only if the pet is still at this version', sequenceArgument)
    .option('--json', 'print the change as JSON');
}

type Change = (
  client: PawstockClient,
  remarks: Remarks,
  terms: { version: number | undefined },
) => Promise<VersionedItem>;

function changeStock(petId: PetId, options: ChangeOptions, change: Change): Promise<void> {
  const { reason, note, ifVersion: expected, json } = options;
  return withClient(async (client) => {
    const { item, version } = await change(client, { reason, note }, { version: expected }).catch(async (error) => {
      throw expected === undefined ? error : await explainConflict(client, error, { petId, expected });
    });
    const entry = await findEntry(client, petId, version);
    if (json) {
      const { quantity, status } = item;
      const rest = { quantity, status, version, before: entry?.before ?? null, delta: entry?.delta ?? null };
      return print(`{"petId":${petId},${JSON.stringify(rest).slice(1)}\n`);
    }
    return print(`Pet ${petId}: ${entry === undefined ? item.quantity : changeText(entry)}, version ${version}\n`);
  });
}

/** The quantity before the change is in its ledger entry. The change has succeeded even if that cannot be read. */
async function findEntry(client: PawstockClient, petId: PetId, version: number): Promise<LedgerEntry | undefined> {
  try {
    const { entries } = await client.getInventoryHistory(petId, { before: version + 1, limit: 1 });
    return entries.find(({ seq }) => seq === version);
  } catch {
    return undefined;
  }
}

const shownChangesMax = 10;

/** Turns a version conflict into who changed the pet, when and how, and what to do next. Other errors are returned as they are. */
async function explainConflict(
  client: PawstockClient,
  error: unknown,
  { petId, expected }: { petId: PetId; expected: number },
): Promise<unknown> {
  if (!(error instanceof PawstockError)) return error;
  if (error.code !== 'version_mismatch' && error.code !== 'pet_not_found') return error;
  const since = (await latestEntries(client, petId)).filter(({ seq }) => seq > expected);
  const isRemoved = error.code === 'pet_not_found';
  if (isRemoved && since.length === 0) return error;
  return new CommandError([
    isRemoved
      ? `Nothing was changed: pet ${petId} has been removed.`
      : `Nothing was changed: pet ${petId} is at version ${error.version}, not ${expected}.`,
    ...(since.length > shownChangesMax
      ? [`These are the last ${shownChangesMax} changes; "pawstock history ${petId}" shows earlier ones:`]
      : []),
    ...since.slice(0, shownChangesMax).reverse().map(conflictText),
    ...(isRemoved ? [] : [`To change it anyway, repeat the command with --if-version ${error.version}.`]),
  ]);
}

async function latestEntries(client: PawstockClient, petId: PetId): Promise<LedgerEntry[]> {
  try {
    return (await client.getInventoryHistory(petId, { limit: shownChangesMax + 1 })).entries;
  } catch {
    // The conflict is reported without details.
    return [];
  }
}

function conflictText(entry: LedgerEntry): string {
  return `Version ${entry.seq} by ${entry.key ?? 'an import'}, ${timeText(entry)} UTC: ${changeText(entry)} ${howText(entry)}`;
}
