import { Command, Option } from 'commander';
import { type Item, itemJson } from '../../domain/item.ts';
import { databaseOption, withStore } from '../store-command.ts';
import { print } from '../terminal/output.ts';

type ExportFormat = 'csv' | 'json' | 'ndjson';

const itemsPerWrite = 1_000;

export function exportCommand(): Command {
  return new Command('export')
    .description('Write all pets to standard output, ascending by petId, as of one moment.')
    .addOption(new Option('--format <format>', 'the format').choices(['csv', 'json', 'ndjson']).default('csv'))
    .option('--json', 'same as --format json')
    .option(...databaseOption)
    .action(async (options: { format: ExportFormat; json?: true; database?: string }) => {
      const { items } = await withStore(options.database, (store) => store.load());
      const { head, row, separator, foot } = writers[options.json ? 'json' : options.format];
      await print(head);
      for (let start = 0; start < items.length; start += itemsPerWrite) {
        const text = items
          .slice(start, start + itemsPerWrite)
          .map(row)
          .join(separator);
        await print(start === 0 ? text : separator + text);
      }
      await print(foot(items.length));
    });
}

type FormatWriter = {
  readonly head: string;
  readonly row: (item: Item) => string;
  readonly separator: string;
  readonly foot: (count: number) => string;
};

const finalLineEnd = (count: number) => (count === 0 ? '' : '\n');

const writers: Readonly<Record<ExportFormat, FormatWriter>> = {
  csv: {
    head: 'petId,quantity,status\n',
    row: ({ petId, quantity, status }) => `${petId},${quantity},${status}`,
    separator: '\n',
    foot: finalLineEnd,
  },
  json: { head: '[\n', row: itemJson, separator: ',\n', foot: (count) => `${finalLineEnd(count)}]\n` },
  ndjson: { head: '', row: itemJson, separator: '\n', foot: finalLineEnd },
};
