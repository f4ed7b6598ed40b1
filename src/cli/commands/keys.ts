import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import {
  type ApiKey,
  decideCreate,
  decideRevoke,
  decideRotate,
  isActive,
  type Scope,
  scopes,
} from '../../domain/api-key.ts';
import { digestOf, newSecret } from '../../domain/key-secret.ts';
import type { Store } from '../../store/store.ts';
import { CommandError } from '../errors.ts';
import { databaseOption, jsonOption, withStore } from '../store-command.ts';
import { countArgument, durationArgument, isReadableOnTheWay, keyNameArgument } from '../terminal/arguments.ts';
import { print, printJson, printLines } from '../terminal/output.ts';
import { dashboardArgument, qrCode, signInLink } from '../terminal/sign-in-link.ts';
import { table } from '../terminal/table.ts';

type StoreOptions = { readonly database?: string; readonly json?: true };

export function keysCommand(): Command {
  return new Command('keys')
    .description('Create, list, revoke and rotate API keys.')
    .addCommand(create())
    .addCommand(list())
    .addCommand(revoke())
    .addCommand(rotate());
}

type CreateOptions = StoreOptions & {
  scope?: Scope;
  expires?: number;
  requireVersion?: true;
  rateLimit?: number;
  link?: string;
};

function create(): Command {
  return new Command('create')
    .description('Create a key and print it. It is shown only this once; the store keeps its SHA-256.')
    .argument('<name>', 'who uses the key', keyNameArgument)
    .addOption(new Option('--scope <scope>', 'what it may do (default: write)').choices(scopes))
    .option('--expires <duration>', 'how long it is valid, for example 90d', durationArgument)
    .option('--require-version', 'refuse its writes without If-Match')
    .option('--rate-limit <n>', 'requests per second', countArgument)
    .option('--link <url>', 'also print a link that signs in to the dashboard at this address', dashboardArgument)
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (name: string, options: CreateOptions) => {
      const nowMs = Date.now();
      const terms = {
        scope: options.scope ?? 'write',
        requireVersion: options.requireVersion ?? false,
        rateLimit: options.rateLimit ?? null,
        expiresAtMs: options.expires === undefined ? null : nowMs + options.expires,
      };
      const secret = newSecret();
      const key = { id: randomUUID(), name, digest: digestOf(secret), nowMs };
      await changeKeys(name, options, (named) => decideCreate(named, key, terms));
      await printSecret(secret, name, options);
      if (options.json) return;
      if (options.link !== undefined) await showLink(options.link, secret);
      if (options.scope === undefined && !(await hasAdminKey(options))) process.stderr.write(adminHint);
    });
}

async function showLink(url: string, secret: string): Promise<void> {
  const link = signInLink(url, secret);
  process.stderr.write(`This link signs in with it: ${link}\n`);
  if (process.stderr.isTTY) process.stderr.write(await qrCode(link));
  if (isReadableOnTheWay(url)) process.stderr.write(`Anyone between here and ${url} can read the key. Use https.\n`);
}

async function hasAdminKey({ database }: StoreOptions): Promise<boolean> {
  const keys = await withStore(database, (store) => store.keys());
  return keys.some((key) => key.scope === 'admin' && isActive(key, Date.now()));
}

/** The person who sets up the shop needs more than the default scope, and finds out too late otherwise. */
const adminHint =
  'It can set and adjust quantities. To set up the shop (add and remove pets, set their status), use --scope admin.\n';

function list(): Command {
  return new Command('list')
    .description('List all keys, without their secrets.')
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (options: StoreOptions) => {
      const keys = await withStore(options.database, (store) => store.keys());
      const nowMs = Date.now();
      const described = keys.map((key) => describeKey(key, nowMs));
      if (options.json) await printJson(described);
      else await printLines(table(keyColumns, described.map(keyCells)));
    });
}

function revoke(): Command {
  return new Command('revoke')
    .description('End a key at once, for every running service.')
    .argument('<name>')
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (name: string, options: StoreOptions) => {
      await changeKeys(name, options, (named) => decideRevoke(named, name, Date.now()));
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
      'how long the old key stays valid, for example 24h (default: not at all)',
      durationArgument,
    )
    .option(...databaseOption)
    .option(...jsonOption)
    .action(async (name: string, options: StoreOptions & { overlap?: number }) => {
      const secret = newSecret();
      const key = { id: randomUUID(), name, digest: digestOf(secret), nowMs: Date.now() };
      await changeKeys(name, options, (named) => decideRotate(named, key, options.overlap ?? 0));
      await printSecret(secret, name, options);
    });
}

type DecideKeys = Parameters<Store['changeKeys']>[1];

async function changeKeys(name: string, { database }: StoreOptions, decide: DecideKeys): Promise<void> {
  const refusal = await withStore(database, (store) => store.changeKeys(name, decide));
  if (refusal !== undefined) throw new CommandError([refusal]);
}

async function printSecret(
  secret: string,
  name: string,
  { json, link }: StoreOptions & { link?: string },
): Promise<void> {
  if (json) return printJson({ name, key: secret, link: link && signInLink(link, secret) });
  await print(`${secret}\n`);
  process.stderr.write(`This is the key "${name}". Keep it safe: it cannot be shown again.\n`);
}

type KeyDescription = ReturnType<typeof describeKey>;

/** A key without its digest. */
function describeKey(key: ApiKey, nowMs: number) {
  const ended = key.revokedAtMs === null ? 'expired' : 'revoked';
  return {
    name: key.name,
    state: isActive(key, nowMs) ? 'active' : ended,
    scope: key.scope,
    requireVersion: key.requireVersion,
    rateLimit: key.rateLimit,
    created: isoTime(key.createdAtMs),
    expires: isoTime(key.expiresAtMs),
    lastUsed: isoTime(key.lastUsedAtMs),
    revoked: isoTime(key.revokedAtMs),
  };
}

const keyColumns = ['NAME', 'STATE', 'SCOPE', 'CREATED', 'EXPIRES', 'LAST USED', 'TERMS'].map((title) => ({ title }));

function keyCells({ name, state, scope, created, expires, lastUsed, requireVersion, rateLimit }: KeyDescription) {
  const terms = [requireVersion ? 'require-version' : '', rateLimit === null ? '' : `${rateLimit}/s`];
  const times = [created, expires, lastUsed].map((time) => time?.slice(0, 16).replace('T', ' ') ?? '-');
  return [name, state, scope, ...times, terms.filter((term) => term !== '').join(' ') || '-'];
}

function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
