import { Command, Option } from 'commander';
import { namedItemJson } from '../../domain/pet-name.ts';
import { csvLines } from '../../import/csv-export.ts';
import { collectNamedItems } from '../../store/contents.ts';
import { databaseOption, type StoreOptions, withStore } from '../store-command.ts';
import { printJsonRows, printLines } from '../terminal/output.ts';

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
    const pets = items.values().map((item) => ({ ...item, name: names.get(item.petId) ?? '' }));
    await printLines(csvLines(pets, names.size > 0));
  });
