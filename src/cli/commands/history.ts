import type { PawstockClient } from '../../../client/client.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { PetId } from '../../domain/item.ts';
import { limits } from '../../limits.ts';
import { nameOf, petArgument, petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { countArgument } from '../terminal/arguments.ts';
import { print, printJsonRows, printLines, toJson } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { changeText, entryLine, howText, petText, timeText } from '../terminal/text.ts';

const defaultLimit = 20;

export const historyCommand = remoteCommand('history')
  .description('Show the changes of one pet, newest first.')
  .argument(...petArgument)
  .option('--limit <n>', 'how many changes to show', countArgument, defaultLimit)
  .option('--json', 'print a JSON array')
  .action(
    withClient(async (client, pet: string, { limit, json }: { limit: number; json?: true }) => {
      const petId = await petIdFor(client, pet);
      const { entries, more } = await readHistory(client, petId, limit);
      if (json) await printJsonRows(entries.map(toJson));
      else if (!process.stdout.isTTY) await printLines(entries.map(entryLine));
      else {
        const name = await nameOf(client, petId);
        if (name !== undefined) await print(`${petText(petId, name)}\n`);
        await printLines(table(titles, entries.map(cells)));
        if (more) process.stderr.write('There are earlier changes. Use --limit to see more.\n');
      }
    }),
  );

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
