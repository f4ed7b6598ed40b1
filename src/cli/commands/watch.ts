import type { Command } from 'commander';
import type { PawstockClient } from '../../../client/client.ts';
import type { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { PetId } from '../../domain/item.ts';
import { nameOf } from '../names.ts';
import { remoteCommand, withClient } from '../remote-command.ts';
import { sequenceArgument } from '../terminal/arguments.ts';
import { changeText, entryJson, entryLine, howText, keyText } from '../terminal/entry-text.ts';
import { print } from '../terminal/output.ts';
import { type Column, printable, streamedTableLine } from '../terminal/table.ts';

export function watchCommand(): Command {
  return remoteCommand('watch')
    .description('Show the changes of all pets as they happen. Ctrl-C stops it.')
    .option('--after <seq>', 'start after this change; 0 is the beginning (default: from now on)', sequenceArgument)
    .option('--json', 'print JSON, one change per line')
    .action(({ after, json }: { after?: number; json?: true }) =>
      withClient(async (client) => {
        const onTerminal = !json && process.stdout.isTTY;
        // Read for every change: a pet may get another name while this runs.
        const isNamed = onTerminal && (await hasNames(client));
        const name = async (petId: PetId) => (isNamed ? [printable((await nameOf(client, petId)) ?? '')] : []);
        const columns = isNamed ? columnsWithName : columnsWithoutName;
        if (onTerminal) await print(tableHead(columns));
        const signal = stopSignal();
        for await (const entry of client.watchInventory({ after, signal, onState: stateReporter() })) {
          if (json) await print(`${entryJson(entry)}\n`);
          else if (!onTerminal) await print(entryLine(entry));
          else await print(streamedTableLine(columns, cells(entry, await name(entry.petId).catch(() => ['']))));
        }
      }),
    );
}

/** A service that cannot be reached is reported by the stream. */
async function hasNames(client: PawstockClient): Promise<boolean> {
  const { names } = await client.listNames({ limit: 1 }).catch(() => ({ names: [] }));
  return names.length > 0;
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

const columnsWithoutName: readonly Column[] = [
  { title: 'SEQ', alignRight: true, minWidth: 6 },
  { title: 'UTC', minWidth: 8 },
  { title: 'PET', alignRight: true, minWidth: 6 },
  { title: 'CHANGE', alignRight: true, minWidth: 16 },
  { title: 'STATUS', minWidth: 9 },
  { title: 'BY', minWidth: 8 },
  { title: 'HOW' },
];
const columnsWithName = columnsWithoutName.toSpliced(3, 0, { title: 'NAME', minWidth: 16 });

function tableHead(columns: readonly Column[]): string {
  return streamedTableLine(
    columns,
    columns.map(({ title }) => title),
  );
}

/** `name` has one cell, or none where there is no such column. */
function cells(entry: LedgerEntry, name: readonly string[]): string[] {
  const { seq, at, petId, status } = entry;
  const time = at.slice(11, 19);
  return [String(seq), time, String(petId), ...name, changeText(entry), status, keyText(entry), howText(entry)];
}
