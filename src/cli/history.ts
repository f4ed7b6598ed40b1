import type { Command } from 'commander';
import type { PawstockClient } from '../../client/client.ts';
import type { LedgerEntry } from '../../client/inventory-types.ts';
import type { PetId } from '../domain/pet-id.ts';
import { limits } from '../limits.ts';
import { changeText, entryJson, entryLine, howText, timeText, whoText } from './entry-text.ts';
import { countFrom, petIdFrom } from './numbers.ts';
import { printJsonRows, printLines } from './output.ts';
import { table } from './table.ts';
import { remoteCommand, withClient } from './with-client.ts';

const usual = 20;

export function historyCommand(): Command {
  return remoteCommand('history')
    .description('Show what happened to one pet, newest first.')
    .argument('<id>', 'the pet', petIdFrom)
    .option('--limit <n>', 'how many changes at most', countFrom, usual)
    .option('--json', 'print a JSON array')
    .action((petId: PetId, { limit, json }: { limit: number; json?: true }) =>
      withClient(async (client) => {
        const { entries, more } = await newest(client, petId, limit);
        if (json) await printJsonRows(entries.map(entryJson));
        else if (!process.stdout.isTTY) await printLines(entries.map(entryLine));
        else {
          await printLines(table(columns, entries.map(cells), process.stdout.columns));
          if (more) process.stderr.write('There are earlier changes: --limit shows more.\n');
        }
      }),
    );
}

/** In as many pages as it takes. */
async function newest(client: PawstockClient, petId: PetId, limit: number) {
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

const columns = [
  { title: 'VERSION', right: true },
  { title: 'TIME (UTC)' },
  { title: 'CHANGE', right: true },
  { title: 'STATUS' },
  { title: 'BY' },
  { title: 'HOW' },
] as const;

function cells(entry: LedgerEntry): string[] {
  return [String(entry.seq), timeText(entry), changeText(entry), entry.status, whoText(entry), howText(entry)];
}
