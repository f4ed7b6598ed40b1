import { csvLines } from '@pawstock/shared/import/csv-export.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import { Command, Option } from 'commander';
import { describedItemJson } from '../../json/item-json.ts';
import { collectDescribedItems } from '../../store/contents.ts';
import { databaseOption, type StoreOptions, withStore } from '../store-command.ts';
import { jsonLines, printLines } from '../terminal/output.ts';

export const exportCommand = new Command('export')
  .description('Write all pets to standard output, ascending by petId, as of one moment.')
  .addOption(
    new Option('--format <format>', 'the format').choices(['csv', 'json', 'ndjson']).default('csv'),
  )
  .option('--json', 'same as --format json')
  .option(...databaseOption)
  .action(
    async ({ format, json, database }: StoreOptions & { format: 'csv' | 'json' | 'ndjson' }) => {
      const { items, details } = await withStore(database, (store) =>
        store.readAll(collectDescribedItems),
      );
      const rows = items.values().map((item) => describedItemJson(item, details.get(item.petId)));
      if (json || format === 'json') return printLines(jsonLines(rows));
      if (format === 'ndjson') return printLines(rows.map((row) => `${row}\n`));
      await printLines(csvLines(items, (petId) => details.get(petId) ?? noDetails));
    },
  );
