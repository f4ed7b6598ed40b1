import type { Command } from 'commander';
import type { PetId } from '../../domain/pet-id.ts';
import { remoteCommand, withClient } from '../remote-command.ts';
import { petIdArgument } from '../terminal/arguments.ts';
import { print, tabSeparated } from '../terminal/output.ts';

export function getCommand(): Command {
  return remoteCommand('get')
    .description('Show one pet and its version.')
    .argument('<id>', 'the pet', petIdArgument)
    .option('--json', 'print JSON')
    .action((petId: PetId, { json }: { json?: true }) =>
      withClient(async (client) => {
        const { item, version } = await client.getInventoryItem(petId);
        const { quantity, status } = item;
        if (json) await print(`{"petId":${petId},${JSON.stringify({ quantity, status, version }).slice(1)}\n`);
        else if (process.stdout.isTTY) await print(`Pet ${petId}: ${quantity}, ${status}, version ${version}\n`);
        else await print(tabSeparated([petId, quantity, status, version]));
      }),
    );
}
