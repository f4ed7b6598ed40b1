import type { Command } from 'commander';
import type { PawstockError } from '../../client/error.ts';
import type { LedgerEntry } from '../../client/inventory-types.ts';
import { changeText, entryJson, entryLine, howText, whoText } from './entry-text.ts';
import { sequenceFrom } from './numbers.ts';
import { print } from './output.ts';
import { streamedTable } from './table.ts';
import { printable } from './terminal-text.ts';
import { remoteCommand, withClient } from './with-client.ts';

export function watchCommand(): Command {
  return remoteCommand('watch')
    .description('Show changes of all pets as they happen, until Ctrl-C.')
    .option('--after <seq>', 'begin after this change; 0 is from the start; without it, from now on', sequenceFrom)
    .option('--json', 'print JSON, a line each')
    .action(({ after, json }: { after?: number; json?: true }) =>
      withClient(async (client) => {
        const { head, line } = form(json);
        await print(head);
        const signal = untilStopped();
        for await (const entry of client.watchInventory({ after, signal, onState: tellState() })) {
          await print(line(entry));
        }
      }),
    );
}

/** Both signals are what is meant to end it; a terminal may send one more than once. */
function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  return stop.signal;
}

function tellState() {
  let lost = false;
  return (state: 'live' | 'reconnecting', error?: PawstockError) => {
    if (state === 'reconnecting') {
      const why = error === undefined ? 'The service has ended the stream.' : printable(error.message);
      process.stderr.write(`pawstock: ${why} Reconnecting.\n`);
    } else if (lost) process.stderr.write('pawstock: Connected again; nothing was missed.\n');
    else if (process.stderr.isTTY) process.stderr.write('Watching. Ctrl-C ends it.\n');
    lost = state === 'reconnecting';
  };
}

type Form = { readonly head: string; readonly line: (entry: LedgerEntry) => string };

function form(json: true | undefined): Form {
  if (json) return { head: '', line: (entry) => `${entryJson(entry)}\n` };
  if (!process.stdout.isTTY) return { head: '', line: entryLine };
  // The terminal may be resized meanwhile.
  const now = () => streamedTable(columns, process.stdout.columns);
  return { head: now().head, line: (entry) => now().row(cells(entry)) };
}

const columns = [
  { title: 'SEQ', right: true, least: 6 },
  { title: 'UTC', least: 8 },
  { title: 'PET', right: true, least: 6 },
  { title: 'CHANGE', right: true, least: 16 },
  { title: 'STATUS', least: 9 },
  { title: 'BY', least: 8 },
  { title: 'HOW' },
] as const;

function cells(entry: LedgerEntry): string[] {
  const { seq, at, petId, status } = entry;
  return [String(seq), at.slice(11, 19), String(petId), changeText(entry), status, whoText(entry), howText(entry)];
}
