import type { Command } from 'commander';
import type { PetId } from '../domain/pet-id.ts';
import { deltaFrom, petIdFrom } from './numbers.ts';
import { type ChangeOptions, changeStock, withChangeOptions } from './stock-change.ts';
import { remoteCommand } from './with-client.ts';

export function adjustCommand(): Command {
  const command = remoteCommand('adjust')
    .description('Change the quantity of one pet by a difference.')
    .argument('<id>', 'the pet', petIdFrom)
    .argument('<difference>', 'how many more, or less: +3 or -2', deltaFrom);
  return withChangeOptions(command).action((petId: PetId, delta: number, options: ChangeOptions) =>
    changeStock(petId, options, (client, remarks, terms) =>
      client.adjustInventory(petId, { delta, ...remarks }, terms),
    ),
  );
}
