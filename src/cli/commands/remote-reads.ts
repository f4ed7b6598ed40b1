import { toJson } from '@pawstock/shared/exact-json.ts';
import { csvLine, ledgerColumns } from '@pawstock/shared/import/csv-export.ts';
import { type PetId, type PetStatus, petStatuses } from '@pawstock/shared/item.ts';
import { type Command, Option } from 'commander';
import type { HistoryPage, PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { apiLimits } from '../../api-limits.ts';
import { describedItemJson } from '../../json/item-json.ts';
import { findPet, petArgument, remoteCommand, withClient } from '../remote-command.ts';
import { countArgument, quantityArgument } from '../terminal/arguments.ts';
import { jsonLines, print, printLines, printRows, table } from '../terminal/output.ts';
import {
  type Cell,
  changeText,
  entryLine,
  howText,
  petText,
  tabSeparated,
  timeText,
} from '../terminal/text.ts';

type ListOptions = { status?: PetStatus; min?: number; max?: number; low?: true; json?: true };

export const listCommand = remoteCommand('list')
  .description('List the stock.')
  .addOption(new Option('--status <status>', 'only pets with this status').choices(petStatuses))
  .option('--min <n>', 'only pets with at least this quantity', quantityArgument)
  .option('--max <n>', 'only pets with at most this quantity', quantityArgument)
  .option('--low', 'only pets at or below their low level, or that of the shop')
  .option('--json', 'print a JSON array')
  .action(
    withClient(
      async (client, { status, min: minQuantity, max: maxQuantity, low, json }: ListOptions) => {
        const { items } = await client.listInventory({ status, minQuantity, maxQuantity, low });
        const described = await client.listDetails();
        const details = new Map(described.details.map((some) => [some.petId, some]));
        if (json)
          return printLines(
            jsonLines(items.map((item) => describedItemJson(item, details.get(item.petId)))),
          );
        const isNamed = items.some(({ petId }) => (details.get(petId)?.name ?? null) !== null);
        const rows = items.map(({ petId, quantity, status }) => {
          return [petId, quantity, status, ...(isNamed ? [details.get(petId)?.name] : [])];
        });
        await printRows(
          ['PET', 'QUANTITY', 'STATUS', ...(isNamed ? ['NAME'] : [])],
          rows,
          'No pets match.',
        );
      },
    ),
  );

export const getCommand = remoteCommand('get')
  .description('Show one pet and its version.')
  .argument(...petArgument)
  .option('--json', 'print JSON')
  .action(
    withClient(async (client, pet: string, { json }: { json?: true }) => {
      const { petId, name } = await findPet(client, pet);
      const { item, version } = await client.getInventoryItem(petId);
      const { quantity, status } = item;
      if (json)
        return print(`${toJson({ petId, quantity, status, version, name: name ?? undefined })}\n`);
      if (process.stdout.isTTY)
        return print(`${petText(petId, name)}: ${quantity}, ${status}, version ${version}\n`);
      return print(
        tabSeparated([petId, quantity, status, version, ...(name === null ? [] : [name])]),
      );
    }),
  );

type HistoryOptions = { limit: number; all?: true; json?: true; csv?: true };

export const historyCommand = remoteCommand('history')
  .description('Show the changes of one pet, newest first.')
  .argument('[pet]', petArgument[1])
  .option('--limit <n>', 'how many changes to show', countArgument, 20)
  .option('--all', 'all changes of all pets, oldest first')
  .addOption(new Option('--json', 'print a JSON array').conflicts('csv'))
  .option('--csv', 'print a table for spreadsheets')
  .action(
    withClient(
      async (
        client,
        pet: string | undefined,
        { limit, all, json, csv }: HistoryOptions,
        command: Command,
      ) => {
        if ((pet === undefined) === (all === undefined))
          command.error('error: Name one pet, or use --all.');
        const found = pet === undefined ? undefined : await findPet(client, pet);
        const query = { after: 0, limit: apiLimits.pageMax };
        const pages =
          found === undefined
            ? client.historyPages(query)
            : newestPages(client, found.petId, limit);
        if (json) return printLines(jsonLines(rowsIn(pages, toJson)));
        if (found !== undefined && !csv && process.stdout.isTTY) {
          if (found.name !== null) await print(`${petText(found.petId, found.name)}\n`);
          const entries = (await Array.fromAsync(pages)).flatMap(({ entries }) => entries);
          await printLines(
            table(['VERSION', 'TIME (UTC)', 'CHANGE', 'STATUS', 'BY', 'HOW'], entries.map(cells)),
          );
          if (entries.length === limit)
            process.stderr.write(
              `These are the newest ${limit} changes. Use --limit to see more.\n`,
            );
          return;
        }
        if (csv) await print(csvLine(ledgerColumns));
        await printLines(rowsIn(pages, csv ? csvEntry : entryLine));
      },
    ),
  );

/** Yields the newest changes of one pet, page by page, up to `limit` changes. */
async function* newestPages(
  client: PawstockClient,
  petId: PetId,
  limit: number,
): AsyncGenerator<HistoryPage> {
  let left = limit;
  for (let before: number | undefined; left > 0; ) {
    const query = { limit: Math.min(left, apiLimits.pageMax), before };
    const page = await client.getInventoryHistory(petId, query);
    yield page;
    if (page.next === undefined) return;
    left -= page.entries.length;
    before = page.next;
  }
}

async function* rowsIn(pages: AsyncIterable<HistoryPage>, textOf: (entry: LedgerEntry) => string) {
  for await (const { entries } of pages) yield* entries.map(textOf);
}

const csvEntry = (entry: LedgerEntry) => csvLine(ledgerColumns.map((name) => entry[name]));

function cells(entry: LedgerEntry): Cell[] {
  const { seq, at, status, key } = entry;
  return [seq, timeText(at), changeText(entry), status, key ?? '-', howText(entry)];
}
