import { Command } from 'commander';
import { CommandError } from '../errors.ts';
import { databaseOption, storeAddress } from '../store-command.ts';
import { plural } from '../terminal/output.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Write a consistent copy of the embedded store, while the service runs.')
    .argument('<file>', 'the copy, which must not exist yet')
    .option(...databaseOption)
    .action(async (file: string, options: { database?: string }) => {
      const { backupStore } = await import('../../engines.ts');
      await backupStore(storeAddress(options.database), file);
      process.stderr.write(`The store is backed up to ${file}.\n`);
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Check a backup and put it in the place of the embedded store, which must not be in use.')
    .argument('<file>', 'the backup')
    .option(...databaseOption)
    .action(async (file: string, options: { database?: string }) => {
      const { restoreStore } = await import('../../engines.ts');
      const { entries, items, differences, keptAs } = await restoreStore(storeAddress(options.database), file);
      if (differences.length > 0) throw new CommandError([...differences, `Nothing was restored: ${file} is damaged.`]);
      const what = `${plural(items, 'pet')} with ${plural(entries, 'entry', 'entries')}`;
      process.stderr.write(`Restored ${what} from ${file}.\n`);
      if (keptAs !== undefined) process.stderr.write(`The store that was there is kept as ${keptAs}.\n`);
    });
}
