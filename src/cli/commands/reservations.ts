import { toJson } from '@pawstock/shared/exact-json.ts';
import { Command } from 'commander';
import { findPet, remoteCommand, withClient } from '../remote-command.ts';
import { jsonLines, printLines, printRows } from '../terminal/output.ts';
import { timeText } from '../terminal/text.ts';

const listCommand = new Command('list')
  .description('List the active reservations.')
  .option('--pet <pet>', 'only those that hold this pet')
  .option('--json', 'print a JSON array')
  .action(
    withClient(async (client, { pet, json }: { pet?: string; json?: true }) => {
      const petId = pet === undefined ? undefined : (await findPet(client, pet)).petId;
      const pages = await Array.fromAsync(client.reservationPages({ petId, limit: 1_000 }));
      const found = pages.flatMap(({ reservations }) => reservations);
      if (json) return printLines(jsonLines(found.map(toJson)));
      const time = process.stdout.isTTY ? timeText : (at: Date) => at.toISOString();
      const rows = found.map(({ id, createdAt, expiresAt, key, items, note }) => {
        const pets = items.map(({ petId, quantity }) => `${quantity} × ${petId}`).join(', ');
        return [id, time(createdAt), time(expiresAt), key, pets, note];
      });
      const titles = ['ID', 'SINCE (UTC)', 'UNTIL (UTC)', 'BY', 'PETS', 'NOTE'];
      await printRows(titles, rows, 'No reservations are active.');
    }),
  );

const releaseCommand = new Command('release')
  .description('End a reservation, so that what it holds is free.')
  .argument('<id>', 'the id of the reservation')
  .action(
    withClient(async (client, id: string) => {
      await client.releaseReservation(id);
      process.stderr.write(`Reservation ${id} is released.\n`);
    }),
  );

export const reservationsCommand = remoteCommand('reservations')
  .description('List and release reservations.')
  .addCommand(listCommand, { isDefault: true })
  .addCommand(releaseCommand);
