import { Argument, type Command, Option } from 'commander';
import type { PawstockClient, VersionedItem } from '../../../client/client.ts';
import type { Remarks } from '../../../client/inventory-types.ts';
import { toJson } from '../../domain/exact-json.ts';
import type { PetId } from '../../domain/item.ts';
import { type Reason, reasons } from '../../domain/ledger-entry.ts';
import { petArgument, petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { deltaArgument, quantityArgument, sequenceArgument } from '../terminal/arguments.ts';
import { print } from '../terminal/output.ts';
import { changeText } from '../terminal/text.ts';

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
        const { item, version } = await change(client, petId, amount, { reason, note }, { version: ifVersion });
        // The quantity before the change is in its ledger entry. If that cannot be read, the change has still been made.
        const history = client.getInventoryHistory(petId, { before: version + 1, limit: 1 });
        const { entries } = await history.catch(() => ({ entries: [] }));
        const entry = entries.find(({ seq }) => seq === version);
        const { quantity, status } = item;
        const { before = null, delta = null } = entry ?? {};
        if (json) return print(`${toJson({ petId, quantity, status, version, before, delta })}\n`);
        return print(`Pet ${petId}: ${entry === undefined ? quantity : changeText(entry)}, version ${version}\n`);
      }),
    );
}
