import { toJson } from '@pawstock/shared/exact-json.ts';
import type { PawstockClient } from 'pawstock-client/client.ts';
import type { PawstockError } from 'pawstock-client/error.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { remoteCommand, withClient } from '../remote-command.ts';
import { wholeNumberArgument } from '../terminal/arguments.ts';
import { print } from '../terminal/output.ts';
import { changeText, entryLine, howText, petText, printable } from '../terminal/text.ts';

export const watchCommand = remoteCommand('watch')
  .description('Show the changes of all pets as they happen. Ctrl-C stops it.')
  .option(
    '--after <seq>',
    'start after this change; 0 is the beginning (default: from now on)',
    wholeNumberArgument,
  )
  .option('--json', 'print JSON, one change per line')
  .action(
    withClient(async (client, { after, json }: { after?: number; json?: true }) => {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
      for await (const entry of client.watchInventory({
        after,
        signal: stop.signal,
        onState: stateReporter(),
      })) {
        if (json) await print(`${toJson(entry)}\n`);
        else
          await print(process.stdout.isTTY ? await sentenceFor(client, entry) : entryLine(entry));
      }
    }),
  );

/**
 * A change as one line of text, such as `09:30:00 Pet 4 (Neon tetra): 97 → 100 (+3), adjust,
 * arrival by till`.
 */
async function sentenceFor(client: PawstockClient, entry: LedgerEntry): Promise<string> {
  const { at, petId, key } = entry;
  const { name } = await client.getPetDetails(petId).catch(() => ({ name: null }));
  const by = key === null ? '' : ` by ${key}`;
  return `${at.toISOString().slice(11, 19)} ${petText(petId, name)}: ${changeText(entry)}, ${howText(entry)}${by}\n`;
}

/**
 * Returns a function that tells the user when the connection to the service is lost, and when it is
 * back.
 */
function stateReporter() {
  let lost = false;
  return (state: 'live' | 'reconnecting', error?: PawstockError) => {
    if (state === 'reconnecting') {
      const why =
        error === undefined ? 'The service has ended the stream.' : printable(error.message);
      process.stderr.write(`pawstock: ${why} Reconnecting.\n`);
    } else if (lost) process.stderr.write('pawstock: Reconnected. No changes were missed.\n');
    else if (process.stderr.isTTY)
      process.stderr.write('Watching for changes. Press Ctrl-C to stop.\n');
    lost = state === 'reconnecting';
  };
}
