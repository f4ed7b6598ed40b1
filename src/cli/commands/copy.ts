import { Command } from 'commander';
import { copyStore } from '../../inventory/copy.ts';
import { CommandError } from '../errors.ts';
import { databaseOption, jsonOption, requireExistingStore, withStore } from '../store-command.ts';
import { plural, printJson, progressBar } from '../terminal/output.ts';

export function copyCommand(): Command {
  return new Command('copy')
    .description('Copy everything (items, ledger, keys) to another store, for example to move to PostgreSQL.')
    .requiredOption('--to <url>', 'the other store, which must be empty')
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (options: { to: string; database?: string; json?: true }) => {
      requireExistingStore(options.database);
      const result = await withStore(options.database, (from) =>
        withStore(options.to, async (to) => {
          const bar = progressBar('Copying', (await from.head()).seq);
          const copied = await copyStore(from, to, bar.update);
          bar.end();
          return copied;
        }),
      );
      if (result === undefined) throw new CommandError(['The other store is not empty. Choose an empty one.']);
      const { entries, items, differences } = result;
      if (differences.length > 0) throw new CommandError([...differences, 'The copy is incomplete. Do not use it.']);
      if (options.json) return printJson({ entries, items });
      const what = `${plural(items, 'pet')} with ${plural(entries, 'entry', 'entries')}`;
      process.stderr.write(`Copied ${what}, and checked ${items === 1 ? 'it' : 'them'}.\n`);
    });
}
