import { Command } from 'commander';
import { verify } from '../../inventory/verify.ts';
import { CommandError } from '../errors.ts';
import { databaseOption, jsonOption, type StoreOptions, withStore } from '../store-command.ts';
import { printJson, withProgressBar } from '../terminal/output.ts';
import { plural } from '../terminal/text.ts';

export const verifyCommand = new Command('verify')
  .description('Replay the ledger and report every difference from the stock levels.')
  .option(...databaseOption)
  .option(...jsonOption)
  .action(async ({ database, json }: StoreOptions) => {
    const result = await withStore(database, async (store) =>
      withProgressBar('Verifying', (await store.head()).seq, (onProgress) => verify(store, onProgress)),
    );
    const { entries, items, differences } = result;
    if (json) await printJson({ ok: differences.length === 0, ...result });
    if (differences.length > 0) throw new CommandError([...differences, 'The stock levels do not match the ledger.']);
    const accounts = plural(entries, 'entry accounts', 'entries account');
    if (!json) process.stderr.write(`All is well: ${accounts} for ${plural(items, 'pet')}.\n`);
  });
