import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { listAllBackups } from '../../backups/backup-files.ts';
import { isoTime } from '../../domain/instant.ts';
import { copyStore, verify } from '../../inventory/copy-and-verify.ts';
import { fromEnvironment, SettingsError } from '../../settings.ts';
import type { KeptStore } from '../../sqlite/backup.ts';
import type { Store } from '../../store/store.ts';
import {
  databaseOption,
  type StoreOptions,
  storeAddress,
  storeCommand,
  withStore,
} from '../store-command.ts';
import { timeArgument } from '../terminal/arguments.ts';
import { printJson, printRows, withProgressBar } from '../terminal/output.ts';
import { plural } from '../terminal/text.ts';

export const migrateCommand = new Command('migrate')
  .description('Create the store, or upgrade it to the schema of this version, without serving it.')
  .option(...databaseOption)
  .action(async ({ database }: StoreOptions) => {
    const { schema } = await withStore(database, async (store) => store.head(), 'create');
    process.stderr.write(`The store has schema ${schema}, as this version needs it.\n`);
  });

export const backupCommand = new Command('backup')
  .description('Write a consistent copy of the embedded store, while the service runs.')
  .argument('<file>', 'the copy, which must not exist yet')
  .option(...databaseOption)
  .action(async (file: string, { database }: StoreOptions) => {
    const { backupStore } = await import('../../engines.ts');
    await backupStore(storeAddress(database), file);
    process.stderr.write(`The store is backed up to ${file}.\n`);
  });

export const restoreCommand = new Command('restore')
  .description(
    'Check a backup and put it in the place of the embedded store, which must not be in use.',
  )
  .argument('<file>', "the backup, or a folder of backups, of which the store's newest is taken")
  .option('--from-another-store', 'allow a backup of another store than the one that it replaces')
  .option(...databaseOption)
  .action(async (path: string, { database, fromAnotherStore = false }: RestoreFlags) => {
    const { restoreStore } = await import('../../engines.ts');
    const restored = await restoreStore(storeAddress(database), { from: path, fromAnotherStore });
    const { differences, backupFile, kept, ...counts } = restored;
    if (differences.length > 0) {
      const refusal = `Nothing was restored: ${backupFile} is damaged.`;
      throw new Error([...differences, refusal].join('\n'));
    }
    process.stderr.write(`Restored ${contentsText(counts)} from ${backupFile}.\n${keptText(kept)}`);
  });

type RestoreFlags = StoreOptions & { readonly fromAnotherStore?: boolean };

function keptText(kept: KeptStore): string {
  switch (kept.kind) {
    case 'nothing':
      return '';
    case 'store':
      return `The store that was there is kept as ${kept.file}.\n`;
    case 'log':
      return `The log of a store that was gone is kept as ${kept.files.join(' and ')}.\n`;
  }
}

export const backupsCommand = new Command('backups')
  .description('List the backups that the service has made and checked, the newest first.')
  .option('--folder <path>', 'the folder of backups (or BACKUP_FOLDER)')
  .option('--json', 'print JSON')
  .action(
    async ({
      folder = fromEnvironment('BACKUP_FOLDER'),
      json,
    }: StoreOptions & { readonly folder?: string }) => {
      if (!folder)
        throw new SettingsError(['Name the folder of backups with --folder or BACKUP_FOLDER.']);
      if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Check the path.`);
      const backups = listAllBackups(folder).map(({ name, store, atMs, bytes }) => ({
        name,
        store,
        at: isoTime(atMs),
        bytes,
      }));
      if (json) return printJson(backups);
      const rows = backups.map(({ name, store, at, bytes }) => [at, bytes, store, name]);
      await printRows(['AT', 'BYTES', 'STORE', 'NAME'], rows, `There are no backups in ${folder}.`);
    },
  );

type CopyOptions = StoreOptions & { readonly to: string; readonly notAfter?: number };

export const copyCommand = storeCommand('copy')
  .description(
    'Copy everything (items, ledger, keys) to another store, for example to move to PostgreSQL.',
  )
  .requiredOption('--to <url>', 'the other store, which must be empty')
  .option(
    '--not-after <time>',
    'put this time in the place of later ones, after a clock that was ahead',
    timeArgument,
  )
  .action(async ({ database, to: otherDatabase, notAfter, json }: CopyOptions) => {
    const copy = async (from: Store, to: Store) =>
      withProgressBar('Copying', (await from.head()).seq, (onProgress) =>
        copyStore(from, to, onProgress, notAfter),
      );
    const result = await withStore(database, (from) =>
      withStore(otherDatabase, (to) => copy(from, to), 'create'),
    );
    if (result === undefined) throw new Error('The other store is not empty. Choose an empty one.');
    const { entries, items, differences } = result;
    if (differences.length > 0)
      throw new Error([...differences, 'The copy is incomplete. Do not use it.'].join('\n'));
    if (json) return printJson({ entries, items });
    process.stderr.write(
      `Copied ${contentsText(result)}, and checked ${items === 1 ? 'it' : 'them'}.\n`,
    );
  });

function contentsText({ items, entries }: { items: number; entries: number }): string {
  return `${plural(items, 'pet')} with ${plural(entries, 'entry', 'entries')}`;
}

export const verifyCommand = storeCommand('verify')
  .description('Replay the ledger and report every difference from the stock levels.')
  .action(async ({ database, json }: StoreOptions) => {
    const result = await withStore(database, async (store) =>
      withProgressBar('Verifying', (await store.head()).seq, (onProgress) =>
        verify(store, onProgress),
      ),
    );
    const { entries, items, differences } = result;
    if (json) await printJson({ ok: differences.length === 0, ...result });
    if (differences.length > 0)
      throw new Error([...differences, 'The stock levels do not match the ledger.'].join('\n'));
    const accounts = plural(entries, 'entry accounts', 'entries account');
    if (!json) process.stderr.write(`All is well: ${accounts} for ${plural(items, 'pet')}.\n`);
  });
