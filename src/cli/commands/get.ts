import type { Command } from 'commander';
import type { PetId } from '../../domain/item.ts';
import { nameOf } from '../names.ts';
import { remoteCommand, withClient } from '../remote-command.ts';
import { petIdArgument } from '../terminal/arguments.ts';
import { petText } from '../terminal/entry-text.ts';
import { print, tabSeparated } from '../terminal/output.ts';
import { printable } from '../terminal/table.ts';

export function getCommand(): Command {
  return remoteCommand('get')
    .description('Show one pet and its version.')
    .argument('<id>', 'the pet', petIdArgument)
    .option('--json', 'print JSON')
    .action((petId: PetId, { json }: { json?: true }) =>
      withClient(async (client) => {
        const { item, version } = await client.getInventoryItem(petId);
        const { quantity, status } = item;
        const name = await nameOf(client, petId);
        if (json) await print(`{"petId":${petId},${JSON.stringify({ quantity, status, version, name }).slice(1)}\n`);
        else if (!process.stdout.isTTY)
          await print(
            tabSeparated([petId, quantity, status, version, ...(name === undefined ? [] : [printable(name)])]),
          );
        else await print(`${petText(petId, name)}: ${quantity}, ${status}, version ${version}\n`);
      }),
    );
}
