import { type Command, Option } from 'commander';
import { itemJson, type PetStatus, petStatuses } from '../domain/item.ts';
import { quantityFrom } from './numbers.ts';
import { printJsonRows, printLines, tabbed } from './output.ts';
import { table } from './table.ts';
import { remoteCommand, withClient } from './with-client.ts';

type Options = { status?: PetStatus; min?: number; max?: number; json?: true };

export function listCommand(): Command {
  return remoteCommand('list')
    .description('List the stock.')
    .addOption(new Option('--status <status>', 'only pets with this status').choices(petStatuses))
    .option('--min <n>', 'only pets with at least so many', quantityFrom)
    .option('--max <n>', 'only pets with at most so many', quantityFrom)
    .option('--json', 'print a JSON array')
    .action(({ status, min: minQuantity, max: maxQuantity, json }: Options) =>
      withClient(async (client) => {
        const { items } = await client.listInventory({ status, minQuantity, maxQuantity });
        if (json) return printJsonRows(items.map(itemJson));
        const rows = items.map(({ petId, quantity, status }) => [String(petId), String(quantity), status]);
        if (!process.stdout.isTTY) return printLines(rows.map(tabbed));
        if (rows.length === 0) process.stderr.write('There is no such pet.\n');
        else await printLines(table(columns, rows, process.stdout.columns));
      }),
    );
}

const columns = [{ title: 'PET', right: true }, { title: 'QUANTITY', right: true }, { title: 'STATUS' }] as const;
