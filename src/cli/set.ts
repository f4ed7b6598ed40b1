import type { Command } from 'commander';
import type { PetId } from '../domain/pet-id.ts';
import { petIdFrom, quantityFrom } from './numbers.ts';
import { type ChangeOptions, changeStock, withChangeOptions } from './stock-change.ts';
import { remoteCommand } from './with-client.ts';

export function setCommand(): Command {
  const command = remoteCommand('set')
    .description('Set the quantity of one pet.')
    .argument('<id>', 'the pet', petIdFrom)
    .argument('<quantity>', 'how many there are now', quantityFrom);
  return withChangeOptions(command).action((petId: PetId, quantity: number, options: ChangeOptions) =>
    changeStock(petId, options, (client, remarks, terms) =>
      client.updateInventory(petId, { quantity, ...remarks }, terms),
    ),
  );
}
