import { toJson } from '@pawstock/shared/exact-json.ts';
import { csvLine } from '@pawstock/shared/import/csv-export.ts';
import { reportColumns } from '@pawstock/shared/report-columns.ts';
import { Option } from 'commander';
import { remoteCommand, withClient } from '../remote-command.ts';
import { timeArgument } from '../terminal/arguments.ts';
import { print, printLines, printRows } from '../terminal/output.ts';
import { timeText } from '../terminal/text.ts';

type ReportOptions = { since?: number; until?: number; json?: true; csv?: true };

export const reportCommand = remoteCommand('report')
  .description(
    'Show what was sold, arrived and lost in a span of time, and how long the stock lasts.',
  )
  .option(
    '--since <time>',
    'a day or an RFC 3339 time (default: 30 days before the end)',
    timeArgument,
  )
  .option(
    '--until <time>',
    'a day or an RFC 3339 time, not part of the span (default: now)',
    timeArgument,
  )
  .addOption(new Option('--json', 'print JSON').conflicts('csv'))
  .option('--csv', 'print a table for spreadsheets')
  .action(
    withClient(async (client, { since, until, json, csv }: ReportOptions) => {
      const timeOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));
      const report = await client.getReport({ since: timeOf(since), until: timeOf(until) });
      if (json) return print(`${toJson(report)}\n`);
      const { details } = await client.listDetails();
      const names = new Map(details.map(({ petId, name }) => [petId, name ?? '']));
      const rows = report.pets.map(({ petId, soldPerDay, daysLeft, ...sums }) => {
        const rates = [Number(soldPerDay.toFixed(2)), daysLeft];
        return [
          petId,
          ...reportColumns.map((name) => sums[name]),
          ...rates,
          names.get(petId) ?? '',
        ];
      });
      if (csv) {
        const header = ['petId', ...reportColumns, 'soldPerDay', 'daysLeft', 'name'];
        return printLines([header, ...rows].map((row) => csvLine(row)));
      }
      if (process.stdout.isTTY)
        await print(`${timeText(report.since)} to ${timeText(report.until)} (UTC)\n`);
      const titles = [
        'PET',
        ...reportColumns.map((name) => name.toUpperCase()),
        'PER DAY',
        'DAYS LEFT',
        'NAME',
      ];
      await printRows(titles, rows, 'There are no pets.');
    }),
  );
