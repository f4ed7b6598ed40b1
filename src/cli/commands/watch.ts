import type { PawstockClient } from '../../../client/client.ts';
import type { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { toJson } from '../../domain/exact-json.ts';
import type { PetId } from '../../domain/item.ts';
import { nameOf, remoteCommand, withClient } from '../remote-command.ts';
import { sequenceArgument } from '../terminal/arguments.ts';
import { print } from '../terminal/output.ts';
import { tableLine } from '../terminal/table.ts';
import { changeText, entryLine, howText, printable } from '../terminal/text.ts';

export const watchCommand = remoteCommand('watch')
  .description('Show the changes of all pets as they happen. Ctrl-C stops it.')
  .option('--after <seq>', 'start after this change; 0 is the beginning (default: from now on)', sequenceArgument)
  .option('--json', 'print JSON, one change per line')
  .action(
    withClient(async (client, { after, json }: { after?: number; json?: true }) => {
      const onTerminal = !json && process.stdout.isTTY;
      // Read for every change: a pet may get another name while this runs.
      const isNamed = onTerminal && (await hasNames(client));
      const name = async (petId: PetId) => (isNamed ? [printable((await nameOf(client, petId)) ?? '')] : []);
      const shown = Object.entries(widths).filter(([title]) => isNamed || title !== 'NAME');
      const titles = shown.map(([title]) => title);
      if (onTerminal) await print(tableLine(shown, titles));
      const signal = stopSignal();
      for await (const entry of client.watchInventory({ after, signal, onState: stateReporter() })) {
        if (json) await print(`${toJson(entry)}\n`);
        else if (!onTerminal) await print(entryLine(entry));
        else await print(tableLine(shown, cells(entry, await name(entry.petId).catch(() => ['']))));
      }
    }),
  );

/** A service that cannot be reached is reported by the stream. */
async function hasNames(client: PawstockClient): Promise<boolean> {
  const details = await client.listDetails().catch(() => []);
  return details.some(({ name }) => name !== null);
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

/** Rows arrive one by one, so the widths are fixed. */
const widths = { SEQ: 6, UTC: 8, PET: 6, NAME: 16, CHANGE: 16, STATUS: 9, BY: 8, HOW: 3 };

/** `name` has one cell, or none where there is no such column. */
function cells(entry: LedgerEntry, name: readonly string[]): string[] {
  const { seq, at, petId, status, key } = entry;
  const time = at.slice(11, 19);
  return [String(seq), time, String(petId), ...name, changeText(entry), status, key ?? '-', howText(entry)];
}
