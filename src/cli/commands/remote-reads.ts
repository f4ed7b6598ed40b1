import { type Command, Option } from 'commander';
import type { PawstockClient } from '../../../client/client.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { toJson } from '../../domain/exact-json.ts';
import { type PetId, type PetStatus, petStatuses } from '../../domain/item.ts';
import { describedItemJson } from '../../domain/pet-details.ts';
import { csvLine, ledgerColumns } from '../../import/csv-export.ts';
import { limits } from '../../limits.ts';
import { nameOf, petArgument, petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { countArgument, quantityArgument } from '../terminal/arguments.ts';
import { print, printJsonRows, printLines } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { changeText, entryLine, howText, petText, printable, tabSeparated, timeText } from '../terminal/text.ts';

type ListOptions = { status?: PetStatus; min?: number; max?: number; low?: true; json?: true };

export const listCommand = remoteCommand('list')
  .description('List the stock.')
  .addOption(new Option('--status <status>', 'only pets with this status').choices(petStatuses))
  .option('--min <n>', 'only pets with at least this quantity', quantityArgument)
  .option('--max <n>', 'only pets with at most this quantity', quantityArgument)
  .option('--low', 'only pets at or below their low level, or 5 where they have none')
  .option('--json', 'print a JSON array')
  .action(
    withClient(async (client, { status, min: minQuantity, max: maxQuantity, low, json }: ListOptions) => {
      const { items } = await client.listInventory({ status, minQuantity, maxQuantity, low });
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

const defaultLimit = 20;

type HistoryOptions = { limit: number; all?: true; json?: true; csv?: true };

export const historyCommand = remoteCommand('history')
  .description('Show the changes of one pet, newest first.')
  .argument('[pet]', petArgument[1])
  .option('--limit <n>', 'how many changes to show', countArgument, defaultLimit)
  .option('--all', 'all changes of all pets, oldest first')
  .addOption(new Option('--json', 'print a JSON array').conflicts('csv'))
  .option('--csv', 'print a table for spreadsheets')
  .action(
    withClient(async (client, pet: string | undefined, { limit, all, json, csv }: HistoryOptions, command: Command) => {
      if ((pet === undefined) === (all === undefined))
        command.error('pawstock: Name one pet, or use --all.', { exitCode: 2 });
      if (csv) await print(csvLine(ledgerColumns));
      if (pet === undefined) return printLedger(client, { json, csv });
      const petId = await petIdFor(client, pet);
      const { entries, more } = await readHistory(client, petId, limit);
      if (json) await printJsonRows(entries.map(toJson));
      else if (csv || !process.stdout.isTTY) await printLines(entries.map(csv ? csvEntry : entryLine));
      else {
        const name = await nameOf(client, petId);
        if (name !== undefined) await print(`${petText(petId, name)}\n`);
        await printLines(table(titles, entries.map(cells)));
        if (more) process.stderr.write('There are earlier changes. Use --limit to see more.\n');
      }
    }),
  );

const csvEntry = (entry: LedgerEntry) => csvLine(ledgerColumns.map((name) => entry[name]));

/** Prints the whole ledger page by page: it may not fit into memory. */
async function printLedger(
  client: PawstockClient,
  { json, csv }: { json?: true | undefined; csv?: true | undefined },
): Promise<void> {
  if (json) await print('[');
  let isFirst = true;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { entries, next } = await client.listInventoryHistory({ after, limit: limits.pageMax });
    if (json)
      await printLines(entries.map((entry, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${toJson(entry)}`));
    else await printLines(entries.map(csv ? csvEntry : entryLine));
    isFirst &&= entries.length === 0;
    after = next;
  }
  if (json) await print('\n]\n');
}

/** Reads as many pages as `limit` needs. */
async function readHistory(client: PawstockClient, petId: PetId, limit: number) {
  const entries: LedgerEntry[] = [];
  let before: number | undefined;
  do {
    const page = await client.getInventoryHistory(petId, {
      limit: Math.min(limit - entries.length, limits.pageMax),
      before,
    });
    entries.push(...page.entries);
    before = page.next;
  } while (before !== undefined && entries.length < limit);
  return { entries, more: before !== undefined };
}

const titles = ['VERSION', 'TIME (UTC)', 'CHANGE', 'STATUS', 'BY', 'HOW'];

function cells(entry: LedgerEntry): string[] {
  const { seq, at, status, key } = entry;
  return [String(seq), timeText(at), changeText(entry), status, key ?? '-', howText(entry)];
}
