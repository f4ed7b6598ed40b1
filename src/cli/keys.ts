import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { decideCreate, decideRevoke, decideRotate, type Scope, scopes } from '../domain/api-key.ts';
import { digestOf, newSecret } from '../domain/key-secret.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './command-error.ts';
import { parseDuration } from './duration.ts';
import { describeKey, keyColumns, keyRow } from './key-text.ts';
import { print, printJson, printLines } from './output.ts';
import { table } from './table.ts';
import { databaseOption, withStore } from './with-store.ts';

type Common = { readonly database?: string; readonly json?: true };

const jsonOption = ['--json', 'print JSON'] as const;

export function keysCommand(): Command {
  return new Command('keys')
    .description('Make, list, end and replace API keys.')
    .addCommand(create())
    .addCommand(list())
    .addCommand(revoke())
    .addCommand(rotate());
}

function create(): Command {
  return new Command('create')
    .description('Make a key and print it. It is shown this once; only its SHA-256 is stored.')
    .argument('<name>', 'who will use it')
    .addOption(new Option('--scope <scope>', 'what it may do').choices(scopes).default('write'))
    .option('--expires <duration>', 'when it ends by itself, e.g. 90d', parseDuration)
    .option('--require-version', 'refuse its writes without If-Match')
    .option('--rate-limit <n>', 'requests a second', parseRate)
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (name: string, options: Common & CreateOptions) => {
      const nowMs = Date.now();
      const terms = {
        scope: options.scope,
        requireVersion: options.requireVersion ?? false,
        rateLimit: options.rateLimit ?? null,
        expiresAtMs: options.expires === undefined ? null : nowMs + options.expires,
      };
      const secret = newSecret();
      const key = { id: randomUUID(), name, digest: digestOf(secret), nowMs };
      await change(name, options, (named) => decideCreate(named, key, terms));
      await tellSecret(secret, name, options);
    });
}

type CreateOptions = { scope: Scope; expires?: number; requireVersion?: true; rateLimit?: number };

function list(): Command {
  return new Command('list')
    .description('List all keys, without their secrets.')
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (options: Common) => {
      const keys = await withStore(options.database, (store) => store.keys());
      const nowMs = Date.now();
      if (options.json) await printJson(keys.map((key) => describeKey(key, nowMs)));
      else {
        const rows = keys.map((key) => keyRow(key, nowMs));
        await printLines(table(keyColumns, rows, process.stdout.columns));
      }
    });
}

function revoke(): Command {
  return new Command('revoke')
    .description('End a key at once, for every running service.')
    .argument('<name>')
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (name: string, options: Common) => {
      await change(name, options, (named) => decideRevoke(named, name, Date.now()));
      if (options.json) await printJson({ name, revoked: true });
      else process.stderr.write(`The key "${name}" is revoked.\n`);
    });
}

function rotate(): Command {
  return new Command('rotate')
    .description('Replace a key by a new one with the same terms, and print it.')
    .argument('<name>')
    .option(
      '--overlap <duration>',
      'how long the old key stays valid, e.g. 24h; without it, it ends at once',
      parseDuration,
    )
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (name: string, options: Common & { overlap?: number }) => {
      const secret = newSecret();
      const key = { id: randomUUID(), name, digest: digestOf(secret), nowMs: Date.now() };
      await change(name, options, (named) => decideRotate(named, key, options.overlap ?? 0));
      await tellSecret(secret, name, options);
    });
}

async function change(name: string, { database }: Common, decide: Parameters<Store['changeKeys']>[1]): Promise<void> {
  const refusal = await withStore(database, (store) => store.changeKeys(name, decide));
  if (refusal !== undefined) throw new CommandError([refusal]);
}

async function tellSecret(secret: string, name: string, { json }: Common): Promise<void> {
  if (json) return printJson({ name, key: secret });
  await print(`${secret}\n`);
  process.stderr.write(`This is the key "${name}". Keep it safe: it cannot be shown again.\n`);
}

function parseRate(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of requests a second, from 1.');
}
