import { Argument, type Command, Option } from 'commander';
import type { HistoryQuery, PawstockClient, VersionedItem } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry, Remarks } from '../../../client/inventory-types.ts';
import { toJson } from '../../domain/exact-json.ts';
import type { PetId } from '../../domain/item.ts';
import { type Reason, reasons } from '../../domain/ledger-entry.ts';
import { CommandError } from '../errors.ts';
import { petArgument, petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { deltaArgument, quantityArgument, sequenceArgument } from '../terminal/arguments.ts';
import { print } from '../terminal/output.ts';
import { changeText, howText, timeText } from '../terminal/text.ts';

export const setCommand = changeCommand(
  'set',
  new Argument('<quantity>', 'its new quantity').argParser(quantityArgument),
  (client, petId, quantity, remarks, terms) => client.updateInventory(petId, { quantity, ...remarks }, terms),
).description('Set the quantity of one pet.');

export const adjustCommand = changeCommand(
  'adjust',
  new Argument('<difference>', 'how many more or fewer, such as +3 or -2').argParser(deltaArgument),
  (client, petId, delta, remarks, terms) => client.adjustInventory(petId, { delta, ...remarks }, terms),
).description('Change the quantity of one pet by a difference.');

type WriteRequest = (
  client: PawstockClient,
  petId: PetId,
  amount: number,
  remarks: Remarks,
  terms: { version: number | undefined },
) => Promise<VersionedItem>;

type ChangeOptions = { reason?: Reason; note?: string; ifVersion?: number; json?: true };

function changeCommand(name: string, amount: Argument, change: WriteRequest): Command {
  return remoteCommand(name)
    .argument(...petArgument)
    .addArgument(amount)
    .addOption(new Option('--reason <reason>', 'why it changes').choices(reasons))
    .option('--note <text>', 'a remark for the history')
    .option('--if-version <n>', 'only if the pet is still at this version', sequenceArgument)
    .option('--json', 'print the change as JSON')
    .action(
      withClient(async (client, pet: string, amount: number, { reason, note, ifVersion, json }: ChangeOptions) => {
        const petId = await petIdFor(client, pet);
        const { item, version } = await change(client, petId, amount, { reason, note }, { version: ifVersion }).catch(
          async (error) => {
            throw ifVersion === undefined ? error : await explainConflict(client, error, petId, ifVersion);
          },
        );
        // The quantity before the change is in its ledger entry.
        const entries = await readHistory(client, petId, { before: version + 1, limit: 1 });
        const entry = entries.find(({ seq }) => seq === version);
        const { quantity, status } = item;
        const { before = null, delta = null } = entry ?? {};
        if (json) return print(`${toJson({ petId, quantity, status, version, before, delta })}\n`);
        return print(`Pet ${petId}: ${entry === undefined ? quantity : changeText(entry)}, version ${version}\n`);
      }),
    );
}

/** Empty if it cannot be read: the change has been made or refused all the same. */
async function readHistory(client: PawstockClient, petId: PetId, query: HistoryQuery): Promise<LedgerEntry[]> {
  const { entries } = await client.getInventoryHistory(petId, query).catch(() => ({ entries: [] }));
  return entries;
}

const shownChangesMax = 10;

/** Turns a version conflict into who changed the pet, when and how, and what to do next. Other errors are returned as they are. */
async function explainConflict(
  client: PawstockClient,
  error: unknown,
  petId: PetId,
  expected: number,
): Promise<unknown> {
  if (!(error instanceof PawstockError)) return error;
  if (error.code !== 'version_mismatch' && error.code !== 'pet_not_found') return error;
  const latest = await readHistory(client, petId, { limit: shownChangesMax + 1 });
  const since = latest.filter(({ seq }) => seq > expected);
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

function conflictText(entry: LedgerEntry): string {
  return `Version ${entry.seq} by ${entry.key ?? 'an import'}, ${timeText(entry.at)} UTC: ${changeText(entry)} ${howText(entry)}`;
}
