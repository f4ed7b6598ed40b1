import type { Command } from 'commander';
import type { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { remoteCommand, withClient } from '../remote-command.ts';
import { sequenceArgument } from '../terminal/arguments.ts';
import { changeText, entryJson, entryLine, howText, keyText } from '../terminal/entry-text.ts';
import { print } from '../terminal/output.ts';
import { printable, streamedTableLine } from '../terminal/table.ts';

export function watchCommand(): Command {
  return remoteCommand('watch')
    .description('Show the changes of all pets as they happen. Ctrl-C stops it.')
    .option('--after <seq>', 'start after this change; 0 is the beginning (default: from now on)', sequenceArgument)
    .option('--json', 'print JSON, one change per line')
    .action(({ after, json }: { after?: number; json?: true }) =>
      withClient(async (client) => {
        const onTerminal = !json && process.stdout.isTTY;
        const line = json ? jsonLine : onTerminal ? tableLine : entryLine;
        if (onTerminal) await print(tableHead());
        const signal = stopSignal();
        for await (const entry of client.watchInventory({ after, signal, onState: stateReporter() })) {
          await print(line(entry));
        }
      }),
    );
}

/** Aborts on SIGINT and SIGTERM. Repeated signals are ignored. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  return stop.signal;
}

/** Says on standard error when the connection is lost and when it is back. */
function stateReporter() {
  let lost = false;
  return (state: 'live' | 'reconnecting', error?: PawstockError) => {
    if (state === 'reconnecting') {
      const why = error === undefined ? 'The service has ended the stream.' : printable(error.message);
      process.stderr.write(`pawstock: ${why} Reconnecting.\n`);
    } else if (lost) process.stderr.write('pawstock: Reconnected. No changes were missed.\n');
    else if (process.stderr.isTTY) process.stderr.write('Watching for changes. Press Ctrl-C to stop.\n');
    lost = state === 'reconnecting';
  };
}

function jsonLine(entry: LedgerEntry): string {
  return `${entryJson(entry)}\n`;
}

const columns = [
  { title: 'SEQ', alignRight: true, minWidth: 6 },
  { title: 'UTC', minWidth: 8 },
  { title: 'PET', alignRight: true, minWidth: 6 },
  { title: 'CHANGE', alignRight: true, minWidth: 16 },
  { title: 'STATUS', minWidth: 9 },
  { title: 'BY', minWidth: 8 },
  { title: 'HOW' },
] as const;

function tableHead(): string {
  return streamedTableLine(
    columns,
    columns.map(({ title }) => title),
  );
}

function tableLine(entry: LedgerEntry): string {
  const { seq, at, petId, status } = entry;
  const time = at.slice(11, 19);
  const cells = [String(seq), time, String(petId), changeText(entry), status, keyText(entry), howText(entry)];
  return streamedTableLine(columns, cells);
}
