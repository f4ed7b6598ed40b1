import { Command } from 'commander';
import type { Reservation } from '../../../client/client.ts';
import { toJson } from '../../domain/exact-json.ts';
import { petIdFor, remoteCommand, withClient } from '../remote-command.ts';
import { print, printJsonRows, printLines } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { printable, tabSeparated, timeText } from '../terminal/text.ts';

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
      if (!process.stdout.isTTY) return printLines(found.map((one) => tabSeparated(fieldsOf(one))));
      const rows = found.map(({ createdAt, expiresAt, ...rest }) =>
        fieldsOf({ ...rest, createdAt: timeText(createdAt), expiresAt: timeText(expiresAt) }),
      );
      if (rows.length === 0) process.stderr.write('No reservations are active.\n');
      else await printLines(table(['ID', 'SINCE (UTC)', 'UNTIL (UTC)', 'BY', 'PETS', 'NOTE'], rows));
    }),
  );

function fieldsOf({ id, createdAt, expiresAt, key, items, note }: Reservation): string[] {
  const pets = items.map(({ petId, quantity }) => `${quantity} × ${petId}`).join(', ');
  return [id, createdAt, expiresAt, key, pets, printable(note ?? '')];
}

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
