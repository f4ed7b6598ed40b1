import { Command } from 'commander';
import { checkDatabase } from '../settings.ts';
import { databaseOption } from './with-store.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Write a consistent copy of the embedded store, while it serves. Restoring is copying it back.')
    .argument('<file>', 'the copy; it must not exist yet')
    .option(...databaseOption)
    .action(async (file: string, options: { database?: string }) => {
      const { backupStore } = await import('../app.ts');
      backupStore(checkDatabase(options.database ?? process.env['DATABASE_URL']), file);
      process.stderr.write(`The store is copied to ${file}.\n`);
    });
}
