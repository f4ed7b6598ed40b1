import { Command, Option } from 'commander';
import type { Item } from '../../domain/item.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { namedItemJson } from '../../domain/pet-name.ts';
import { collectNamedItems } from '../../store/contents.ts';
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
      const { items, names } = await withStore(options.database, (store) => store.readAll(collectNamedItems));
      const { head, row, separator, foot } = writers[options.json ? 'json' : options.format];
      await print(head(names));
      for (let start = 0; start < items.length; start += itemsPerWrite) {
        const text = items
          .slice(start, start + itemsPerWrite)
          .map((item) => row(item, names))
          .join(separator);
        await print(start === 0 ? text : separator + text);
      }
      await print(foot(items.length));
    });
}

type Names = ReadonlyMap<PetId, string>;

type FormatWriter = {
  readonly head: (names: Names) => string;
  readonly row: (item: Item, names: Names) => string;
  readonly separator: string;
  readonly foot: (count: number) => string;
};

const finalLineEnd = (count: number) => (count === 0 ? '' : '\n');

const jsonRow: FormatWriter['row'] = (item, names) => namedItemJson(item, names.get(item.petId));

const writers: Readonly<Record<ExportFormat, FormatWriter>> = {
  csv: {
    head: ({ size }) => `petId,quantity,status${size === 0 ? '' : ',name'}\n`,
    row: ({ petId, quantity, status }, names) =>
      `${petId},${quantity},${status}${names.size === 0 ? '' : `,${csvText(names.get(petId) ?? '')}`}`,
    separator: '\n',
    foot: finalLineEnd,
  },
  json: { head: () => '[\n', row: jsonRow, separator: ',\n', foot: (count) => `${finalLineEnd(count)}]\n` },
  ndjson: { head: () => '', row: jsonRow, separator: '\n', foot: finalLineEnd },
};

/** In quotes where a reader needs them, as RFC 4180 has it, and to keep spaces at the ends. */
function csvText(text: string): string {
  return /[",;\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
