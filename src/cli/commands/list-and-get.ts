import { Option } from 'commander';
import { type PetId, type PetStatus, petStatuses } from '../../domain/item.ts';
import { describedItemJson } from '../../domain/pet-details.ts';
import { nameOf, petArgument, petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { quantityArgument } from '../terminal/arguments.ts';
import { print, printJsonRows, printLines, toJson } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { petText, printable, tabSeparated } from '../terminal/text.ts';

type ListOptions = { status?: PetStatus; min?: number; max?: number; json?: true };

export const listCommand = remoteCommand('list')
  .description('List the stock.')
  .addOption(new Option('--status <status>', 'only pets with this status').choices(petStatuses))
  .option('--min <n>', 'only pets with at least this quantity', quantityArgument)
  .option('--max <n>', 'only pets with at most this quantity', quantityArgument)
  .option('--json', 'print a JSON array')
  .action(
    withClient(async (client, { status, min: minQuantity, max: maxQuantity, json }: ListOptions) => {
      const { items } = await client.listInventory({ status, minQuantity, maxQuantity });
      const details = new Map((await client.listDetails()).map((some) => [some.petId, some]));
      if (json) return printJsonRows(items.map((item) => describedItemJson(item, details.get(item.petId))));
      // The last column, so that the others stay where they are.
      const nameOfPet = (petId: PetId) => details.get(petId)?.name ?? undefined;
      const isNamed = items.some(({ petId }) => nameOfPet(petId) !== undefined);
      const rows = items.map(({ petId, quantity, status }) => {
        const name = isNamed ? [printable(nameOfPet(petId) ?? '')] : [];
        return [String(petId), String(quantity), status, ...name];
      });
      if (!process.stdout.isTTY) return printLines(rows.map(tabSeparated));
      if (rows.length === 0) process.stderr.write('No pets match.\n');
      else await printLines(table(['PET', 'QUANTITY', 'STATUS', ...(isNamed ? ['NAME'] : [])], rows));
    }),
  );

export const getCommand = remoteCommand('get')
  .description('Show one pet and its version.')
  .argument(...petArgument)
  .option('--json', 'print JSON')
  .action(
    withClient(async (client, pet: string, { json }: { json?: true }) => {
      const petId = await petIdFor(client, pet);
      const { item, version } = await client.getInventoryItem(petId);
      const { quantity, status } = item;
      const name = await nameOf(client, petId);
      if (json) return print(`${toJson({ petId, quantity, status, version, name })}\n`);
      if (process.stdout.isTTY) return print(`${petText(petId, name)}: ${quantity}, ${status}, version ${version}\n`);
      return print(tabSeparated([petId, quantity, status, version, ...(name === undefined ? [] : [printable(name)])]));
    }),
  );
