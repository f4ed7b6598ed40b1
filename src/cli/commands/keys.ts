import { Command, Option } from 'commander';
import { shownName } from '../../domain/action.ts';
import { type ApiKey, isActive, newKey, type Scope, scopes } from '../../domain/api-key.ts';
import { storeTime } from '../../domain/store-clock.ts';
import { describeKey } from '../../json/api-key-json.ts';
import { systemPlatform } from '../../platform.ts';
import {
  namedCommand,
  performInStore,
  type StoreOptions,
  storeCommand,
  withStore,
} from '../store-command.ts';
import {
  durationArgument,
  keyNameArgument,
  overlapArgument,
  rateLimitArgument,
} from '../terminal/arguments.ts';
import { print, printJson, printLines, table } from '../terminal/output.ts';
import { timeText } from '../terminal/text.ts';

type CreateOptions = StoreOptions & {
  scope?: Scope;
  expires?: number;
  requireVersion?: true;
  rateLimit?: number;
};

const create = storeCommand('create')
  .description(
    'Create a key and print it. It is shown only this once; the store keeps its SHA-256.',
  )
  .argument('<name>', 'who uses the key', keyNameArgument)
  .addOption(new Option('--scope <scope>', 'what it may do (default: write)').choices(scopes))
  .option('--expires <duration>', 'how long it is valid, for example 90d', durationArgument)
  .option('--require-version', 'refuse its writes without If-Match')
  .option('--rate-limit <n>', 'requests per second', rateLimitArgument)
  .action(async (name: string, options: CreateOptions) => {
    const { secret, key } = newKey(name, systemPlatform);
    const { scope = 'write', requireVersion = false, rateLimit = null, expires = null } = options;
    const terms = { options: { scope, requireVersion, rateLimit }, expiresInMs: expires };
    await performInStore(options, { kind: 'key.create', ...key, ...terms }, 'create');
    await printSecret(secret, name, options);
    if (options.scope === undefined && !options.json) process.stderr.write(scopeHint);
  });

/**
 * The hint that `keys create` prints for a key with the default scope. Such a key cannot set up a
 * shop.
 */
const scopeHint =
  'It can set and adjust quantities. To set up the shop (add and remove pets, create keys), use --scope owner.\n';

const list = storeCommand('list')
  .description('List all keys, without their secrets.')
  .action(async ({ database, json }: StoreOptions) => {
    const described = await withStore(database, async (store) => {
      const nowMs = storeTime(await store.head());
      return (await store.keys()).map((key) => withState(key, nowMs));
    });
    if (json) await printJson(described);
    else await printLines(table(titles, described.map(keyCells)));
  });

const revoke = namedCommand('revoke')
  .description('End a key at once, for every running service.')
  .action(async (name: string, options: StoreOptions) => {
    await performInStore(options, { kind: 'key.revoke', name });
    if (options.json) await printJson({ name, revoked: true });
    else process.stderr.write(`The key "${name}" is revoked.\n`);
  });

const rotate = namedCommand('rotate')
  .description('Replace a key by a new one with the same terms, and print it.')
  .option(
    '--overlap <duration>',
    'how long the old key stays valid, such as 24h (default: 0s)',
    overlapArgument,
  )
  .action(async (name: string, options: StoreOptions & { overlap?: number }) => {
    const { secret, key } = newKey(name, systemPlatform);
    await performInStore(options, { kind: 'key.rotate', ...key, overlapMs: options.overlap ?? 0 });
    await printSecret(secret, name, options);
  });

async function printSecret(secret: string, name: string, { json }: StoreOptions): Promise<void> {
  if (json) return printJson({ name, key: secret });
  await print(`${secret}\n`);
  process.stderr.write(`This is the key "${name}". Keep it safe: it cannot be shown again.\n`);
}

function withState(key: ApiKey, nowMs: number) {
  const ended = key.revokedAtMs === null ? 'expired' : 'revoked';
  return {
    ...describeKey(key),
    name: shownName(key.name),
    state: isActive(key, nowMs) ? 'active' : ended,
  };
}

const titles = ['NAME', 'STATE', 'SCOPE', 'CREATED', 'EXPIRES', 'LAST USED', 'TERMS'];

function keyCells({ requireVersion, rateLimit, ...key }: ReturnType<typeof withState>): string[] {
  const terms = [
    requireVersion ? 'require-version' : [],
    rateLimit === null ? [] : `${rateLimit}/s`,
  ].flat();
  const times = [key.createdAt, key.expiresAt, key.lastUsedAt].map((time) => timeText(time));
  return [key.name, key.state, key.scope, ...times, terms.join(' ') || '-'];
}

export const keysCommand = new Command('keys').description(
  'Create, list, revoke and rotate API keys.',
);
for (const command of [create, list, revoke, rotate]) keysCommand.addCommand(command);
