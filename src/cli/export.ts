import { Command, Option } from 'commander';
import { type Item, itemJson } from '../domain/item.ts';
import { print } from './output.ts';
import { databaseOption, withStore } from './with-store.ts';

type Format = 'csv' | 'json' | 'ndjson';

const itemsPerWrite = 1_000;

export function exportCommand(): Command {
  return new Command('export')
    .description('Write all items to standard output, ascending by petId, as one moment has them.')
    .addOption(new Option('--format <format>', 'how to write them').choices(['csv', 'json', 'ndjson']).default('csv'))
    .option('--json', 'the same as --format json')
    .option(...databaseOption)
    .action(async (options: { format: Format; json?: true; database?: string }) => {
      const { items } = await withStore(options.database, (store) => store.load());
      const { head, row, separator, foot } = forms[options.json ? 'json' : options.format];
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

type Form = {
  readonly head: string;
  readonly row: (item: Item) => string;
  readonly separator: string;
  readonly foot: (count: number) => string;
};

const endOfLine = (count: number) => (count === 0 ? '' : '\n');

const forms: Readonly<Record<Format, Form>> = {
  csv: {
    head: 'petId,quantity,status\n',
    row: ({ petId, quantity, status }) => `${petId},${quantity},${status}`,
    separator: '\n',
    foot: endOfLine,
  },
  json: { head: '[\n', row: itemJson, separator: ',\n', foot: (count) => `${endOfLine(count)}]\n` },
  ndjson: { head: '', row: itemJson, separator: '\n', foot: endOfLine },
};
