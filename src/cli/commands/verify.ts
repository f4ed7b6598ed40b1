import { Command } from 'commander';
import { verify } from '../../inventory/verify.ts';
import { CommandError } from '../errors.ts';
import { databaseOption, jsonOption, requireExistingStore, withStore } from '../store-command.ts';
import { plural, printJson, progressBar } from '../terminal/output.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Replay the ledger and report every difference from the stock levels.')
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (options: { database?: string; json?: true }) => {
      requireExistingStore(options.database);
      const result = await withStore(options.database, async (store) => {
        const { seq } = await store.head();
        const bar = progressBar('Verifying', seq);
        const verification = await verify(store, bar.update);
        bar.end();
        return verification;
      });
      const { entries, items, differences } = result;
      if (options.json) await printJson({ ok: differences.length === 0, ...result });
      if (differences.length > 0) throw new CommandError([...differences, 'The stock levels do not match the ledger.']);
      const accounts = plural(entries, 'entry accounts', 'entries account');
      if (!options.json) process.stderr.write(`All is well: ${accounts} for ${plural(items, 'pet')}.\n`);
    });
}
