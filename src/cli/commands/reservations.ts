import { Command } from 'commander';
import type { Reservation } from '../../../client/client.ts';
import { toJson } from '../../domain/exact-json.ts';
import { petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { print, printJsonRows, printRows } from '../terminal/output.ts';
import { timeText } from '../terminal/text.ts';

const listCommand = new Command('list')
  .description('List the active reservations.')
  .option('--pet <pet>', 'only those that hold this pet')
  .option('--json', 'print a JSON array')
  .action(
    withClient(async (client, { pet, json }: { pet?: string; json?: true }) => {
      const petId = pet === undefined ? undefined : await petIdFor(client, pet);
      const found: Reservation[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page = await client.listReservations({ petId, limit: 1_000, after: after || undefined });
        found.push(...page.reservations);
        after = page.next;
      }
      if (json) return printJsonRows(found.map(toJson));
      const time = process.stdout.isTTY ? timeText : (text: string) => text;
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
      await client.release(id);
      await print(`Reservation ${id} is released.\n`);
    }),
  );

export const reservationsCommand = remoteCommand('reservations')
  .description('List and release reservations.')
  .addCommand(listCommand, { isDefault: true })
  .addCommand(releaseCommand);
