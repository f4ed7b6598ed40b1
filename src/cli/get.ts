import type { Command } from 'commander';
import type { PetId } from '../domain/pet-id.ts';
import { petIdFrom } from './numbers.ts';
import { print, tabbed } from './output.ts';
import { remoteCommand, withClient } from './with-client.ts';

export function getCommand(): Command {
  return remoteCommand('get')
    .description('Show one pet with its version.')
    .argument('<id>', 'the pet', petIdFrom)
    .option('--json', 'print JSON')
    .action((petId: PetId, { json }: { json?: true }) =>
      withClient(async (client) => {
        const { item, version } = await client.getInventoryItem(petId);
        const { quantity, status } = item;
        if (json) await print(`{"petId":${petId},${JSON.stringify({ quantity, status, version }).slice(1)}\n`);
        else if (process.stdout.isTTY) await print(`Pet ${petId}: ${quantity}, ${status}, version ${version}\n`);
        else await print(tabbed([petId, quantity, status, version]));
      }),
    );
}
