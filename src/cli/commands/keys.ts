import { Command, InvalidArgumentError, Option } from 'commander';
import { shownName } from '../../domain/action.ts';
import { type ApiKey, allows, isActive, isoTime, newKey, type Scope, scopes } from '../../domain/api-key.ts';
import { normalizeName } from '../../domain/name.ts';
import { storeTime } from '../../domain/store-clock.ts';
import { SettingsError } from '../../settings.ts';
import { performInStore, type StoreOptions, withStore, withStoreOptions } from '../store-command.ts';
import { durationArgument, isReadableOnTheWay, keyNameArgument, rateLimitArgument } from '../terminal/arguments.ts';
import { print, printJson, printLines } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { timeText } from '../terminal/text.ts';

type CreateOptions = StoreOptions & {
  scope?: Scope;
  expires?: number;
  requireVersion?: true;
  rateLimit?: number;
  link?: string;
};

const create = new Command('create')
  .description('Create a key and print it. It is shown only this once; the store keeps its SHA-256.')
  .argument('<name>', 'who uses the key', keyNameArgument)
  .addOption(new Option('--scope <scope>', 'what it may do (default: write)').choices(scopes))
  .option('--expires <duration>', 'how long it is valid, for example 90d', durationArgument)
  .option('--require-version', 'refuse its writes without If-Match')
  .option('--rate-limit <n>', 'requests per second', rateLimitArgument)
  .option('--link <url>', 'also print a link that signs in to the dashboard at this address', dashboardArgument)
  .action(async (name: string, options: CreateOptions) => {
    const { secret, key } = newKey(name);
    const { scope = 'write', requireVersion = false, rateLimit = null, expires = null } = options;
    const terms = { options: { scope, requireVersion, rateLimit }, expiresInMs: expires };
    await performInStore(options, { kind: 'key.create', ...key, ...terms }, 'create');
    await printSecret(secret, name, options);
    if (options.json) return;
    if (options.link !== undefined) await showLink(options.link, secret);
    if (options.scope === undefined && !(await hasOwnerKey(options))) process.stderr.write(ownerHint);
  });

/** The address of a dashboard. */
function dashboardArgument(text: string): string {
  const url = URL.parse(text);
  // Not an InvalidArgumentError: that would print the address with its password.
  if (url?.username || url?.password) {
    throw new SettingsError(['The address of the dashboard must not contain a user name or password.']);
  }
  if (url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text)) return url.href;
  throw new InvalidArgumentError(
    'It must be the http or https address of the dashboard, such as https://shop.example.',
  );
}

/** A link that signs in to the dashboard. The key is in the fragment, which browsers send to no server. */
export function signInLink(dashboardUrl: string, secret: string): string {
  return `${dashboardUrl.replace(/\/$/, '')}/#key=${secret}`;
}

/** On a terminal as a QR code, too, two rows of it in a line. Its colours are fixed: cameras need dark on light. */
async function showLink(url: string, secret: string): Promise<void> {
  const link = signInLink(url, secret);
  process.stderr.write(`This link signs in with it: ${link}\n`);
  if (process.stderr.isTTY) {
    const { renderUnicodeCompact } = await import('uqr');
    const lines = renderUnicodeCompact(link, { border: 2 }).split('\n');
    process.stderr.write(lines.map((line) => `\x1b[97;40m${line}\x1b[0m\n`).join(''));
  }
  if (isReadableOnTheWay(url)) process.stderr.write(`Anyone between here and ${url} can read the key. Use https.\n`);
}

/** All keys, and the time by which they expire. */
function readKeys(database: string | undefined) {
  return withStore(database, async (store) => ({ keys: await store.keys(), nowMs: storeTime(await store.head()) }));
}

async function hasOwnerKey({ database }: StoreOptions): Promise<boolean> {
  const { keys, nowMs } = await readKeys(database);
  return keys.some((key) => allows(key, 'owner') && isActive(key, nowMs));
}

/** The person who sets up the shop needs more than the default scope, and finds out too late otherwise. */
const ownerHint =
  'It can set and adjust quantities. To set up the shop (add and remove pets, create keys), use --scope owner.\n';

const list = new Command('list')
  .description('List all keys, without their secrets.')
  .action(async ({ database, json }: StoreOptions) => {
    const { keys, nowMs } = await readKeys(database);
    const described = keys.map((key) => describeKey(key, nowMs));
    if (json) await printJson(described);
    else await printLines(table(titles, described.map(keyCells)));
  });

const revoke = new Command('revoke')
  .description('End a key at once, for every running service.')
  .argument('<name>', '', normalizeName)
  .action(async (name: string, options: StoreOptions) => {
    await performInStore(options, { kind: 'key.revoke', name });
    if (options.json) await printJson({ name, revoked: true });
    else process.stderr.write(`The key "${name}" is revoked.\n`);
  });

const rotate = new Command('rotate')
  .description('Replace a key by a new one with the same terms, and print it.')
  .argument('<name>', '', normalizeName)
  .option(
    '--overlap <duration>',
    'how long the old key stays valid, for example 24h (default: not at all)',
    durationArgument,
  )
  .action(async (name: string, options: StoreOptions & { overlap?: number }) => {
    const { secret, key } = newKey(name);
    await performInStore(options, { kind: 'key.rotate', ...key, overlapMs: options.overlap ?? 0 });
    await printSecret(secret, name, options);
  });

type SecretOptions = StoreOptions & { link?: string };

async function printSecret(secret: string, name: string, { json, link }: SecretOptions): Promise<void> {
  if (json) return printJson({ name, key: secret, link: link && signInLink(link, secret) });
  await print(`${secret}\n`);
  process.stderr.write(`This is the key "${name}". Keep it safe: it cannot be shown again.\n`);
}

/** A key without its digest. */
function describeKey(key: ApiKey, nowMs: number) {
  const ended = key.revokedAtMs === null ? 'expired' : 'revoked';
  return {
    name: shownName(key.name),
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

const titles = ['NAME', 'STATE', 'SCOPE', 'CREATED', 'EXPIRES', 'LAST USED', 'TERMS'];

function keyCells({ requireVersion, rateLimit, ...key }: ReturnType<typeof describeKey>): string[] {
  const terms = [requireVersion ? 'require-version' : [], rateLimit === null ? [] : `${rateLimit}/s`].flat();
  const times = [key.created, key.expires, key.lastUsed].map((time) => timeText(time));
  return [key.name, key.state, key.scope, ...times, terms.join(' ') || '-'];
}

export const keysCommand = withStoreOptions(
  new Command('keys')
    .description('Create, list, revoke and rotate API keys.')
    .addCommand(create)
    .addCommand(list)
    .addCommand(revoke)
    .addCommand(rotate),
);
