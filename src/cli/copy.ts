import { Command } from 'commander';
import { copyStore } from '../inventory/copy.ts';
import { CommandError } from './command-error.ts';
import { printJson } from './output.ts';
import { plural } from './plural.ts';
import { progressBar } from './progress.ts';
import { databaseOption, requireStore, withStore } from './with-store.ts';

export function copyCommand(): Command {
  return new Command('copy')
    .description('Move everything (items, ledger, keys) to another store, e.g. from the embedded one to PostgreSQL.')
    .requiredOption('--to <url>', 'the other store; it must be empty')
    .option(...databaseOption)
    .option('--json', 'print JSON')
    .action(async (options: { to: string; database?: string; json?: true }) => {
      requireStore(options.database);
      const result = await withStore(options.database, (from) =>
        withStore(options.to, async (to) => {
          const bar = progressBar('Copying', (await from.head()).seq);
          const copied = await copyStore(from, to, bar.update);
          bar.end();
          return copied;
        }),
      );
      if (result === undefined) throw new CommandError(['The other store is not empty. Choose one that is.']);
      const { entries, items, differences } = result;
      if (differences.length > 0) throw new CommandError([...differences, 'The copy is not to be used.']);
      if (options.json) await printJson({ entries, items });
      else {
        const what = `${plural(items, 'pet')} with ${plural(entries, 'entry', 'entries')}`;
        process.stderr.write(`Copied ${what}, and checked ${items === 1 ? 'it' : 'them'}.\n`);
      }
    });
}
