import { Command } from 'commander';
import { verify } from '../inventory/verify.ts';
import { CommandError } from './command-error.ts';
import { printJson } from './output.ts';
import { plural } from './plural.ts';
import { progressBar } from './progress.ts';
import { databaseOption, requireStore, withStore } from './with-store.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Replay the ledger against the stock levels and report any difference.')
    .option(...databaseOption)
    .option('--json', 'print JSON')
    .action(async (options: { database?: string; json?: true }) => {
      requireStore(options.database);
      const result = await withStore(options.database, async (store) => {
        const { seq } = await store.head();
        const bar = progressBar('Verifying', seq);
        const verification = await verify(store, bar.update);
        bar.end();
        return verification;
      });
      const { entries, items, differences } = result;
      if (options.json) await printJson({ ok: differences.length === 0, ...result });
      if (differences.length > 0)
        throw new CommandError([...differences, 'The stock levels are not what the ledger says.']);
      const accounts = plural(entries, 'entry accounts', 'entries account');
      if (!options.json) process.stderr.write(`All is well: ${accounts} for ${plural(items, 'pet')}.\n`);
    });
}
