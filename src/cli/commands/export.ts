import { Command, Option } from 'commander';
import { namedItemJson } from '../../domain/pet-name.ts';
import { collectNamedItems } from '../../store/contents.ts';
import { databaseOption, type StoreOptions, withStore } from '../store-command.ts';
import { print, printJsonRows, printLines } from '../terminal/output.ts';

export const exportCommand = new Command('export')
  .description('Write all pets to standard output, ascending by petId, as of one moment.')
  .addOption(new Option('--format <format>', 'the format').choices(['csv', 'json', 'ndjson']).default('csv'))
  .option('--json', 'same as --format json')
  .option(...databaseOption)
  .action(async ({ format, json, database }: StoreOptions & { format: 'csv' | 'json' | 'ndjson' }) => {
    const { items, names } = await withStore(database, (store) => store.readAll(collectNamedItems));
    if (json || format === 'json') {
      return printJsonRows(items.map((item) => namedItemJson(item, names.get(item.petId))));
    }
    if (format === 'ndjson') {
      return printLines(items.values().map((item) => `${namedItemJson(item, names.get(item.petId))}\n`));
    }
    const hasNames = names.size > 0;
    await print(`petId,quantity,status${hasNames ? ',name' : ''}\n`);
    await printLines(
      items.values().map(({ petId, quantity, status }) => {
        const name = hasNames ? `,${csvText(names.get(petId) ?? '')}` : '';
        return `${petId},${quantity},${status}${name}\n`;
      }),
    );
  });

/** In quotes where a reader needs them, as RFC 4180 has it, and to keep spaces at the ends. */
function csvText(text: string): string {
  return /[",;\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
