import { randomUUID } from 'node:crypto';
import { toJson } from '@pawstock/shared/exact-json.ts';
import { type PetId, parsePetId } from '@pawstock/shared/item.ts';
import { type Reason, reasons } from '@pawstock/shared/ledger-entry.ts';
import { isReadableOnTheWay } from '@pawstock/shared/loopback.ts';
import { nameFault } from '@pawstock/shared/name.ts';
import { Command } from 'commander';
import { apiLimits } from '../../api-limits.ts';
import { isoTime } from '../../domain/instant.ts';
import {
  noWebhook,
  viewOf,
  type Webhook,
  type WebhookChange,
  webhookUrlFault,
} from '../../domain/webhook.ts';
import { attemptOutcome, type WebhookEvent, webhookEvents } from '../../domain/webhook-attempt.ts';
import { lastSeqBefore } from '../../inventory/history-search.ts';
import { answerText } from '../../json/delivery-text.ts';
import { describeAttempt, describeWebhook } from '../../json/webhook-json.ts';
import { limits } from '../../limits.ts';
import { systemPlatform } from '../../platform.ts';
import { checkSettings, fromEnvironment, SettingsError } from '../../settings.ts';
import { send, testMessageTo } from '../../webhooks/delivery.ts';
import { createPost } from '../../webhooks/post.ts';
import {
  newWebhookSecret,
  openSecrets,
  type SecretKey,
  sealSecret,
} from '../../webhooks/secret.ts';
import {
  namedCommand,
  performInStore,
  type StoreOptions,
  storeCommand,
  withStore,
} from '../store-command.ts';
import {
  argument,
  keyNameArgument,
  overlapArgument,
  timeArgument,
  wholeNumberArgument,
} from '../terminal/arguments.ts';
import { jsonLines, print, printJson, printLines, table } from '../terminal/output.ts';
import { type Cell, timeText } from '../terminal/text.ts';

type Choices = {
  readonly url?: string;
  readonly events?: WebhookEvent[];
  readonly low?: number;
  /**
   * The pets whose changes the webhook gets. An empty list means all: the library Commander turns
   * null into ''.
   */
  readonly pets?: PetId[];
  readonly reasons?: Reason[];
};

const petsRule = `It must have up to ${apiLimits.webhookFilterPetsMax} petIds, separated by commas.`;
const petsArgument = argument(petsRule, (text) => {
  if (text === 'all') return [];
  const texts = text.split(',');
  const petIds = texts.map(parsePetId).filter((petId) => petId !== undefined);
  const isValid = petIds.length === texts.length && petIds.length <= apiLimits.webhookFilterPetsMax;
  return isValid ? petIds : undefined;
});

/** Adds the options that `webhooks add` and `webhooks update` share. */
function withChoices(command: Command): Command {
  const isNew = command.name() === 'add';
  return command
    .option(
      '--events <list>',
      `some of changed,low,out${isNew ? ' (default: all)' : ''}`,
      someOf(webhookEvents),
    )
    .option(
      '--low <n>',
      `the quantity that is low${isNew ? ` (default: the level of the shop)` : ''}`,
      wholeNumberArgument,
    )
    .option('--pets <list>', 'only changes of these pets, such as 1,2; "all" for all', petsArgument)
    .option(
      '--reasons <list>',
      'only changes with these reasons, such as sale,damage; "all" for all',
      reasonsArgument,
    );
}

function choicesIn({ url, events, low, pets, reasons }: Choices): WebhookChange {
  const orAll = <T>(list: T[] | undefined) => (list?.length === 0 ? null : list);
  const publicOnly = url === undefined ? undefined : false;
  return { url, events, low, petIds: orAll(pets), reasons: orAll(reasons), publicOnly };
}

const add = withChoices(storeCommand('add'))
  .description(
    'Add an endpoint and print the secret that its webhooks are signed with. It is shown only this once.',
  )
  .argument('<url>', 'where changes are posted to', urlArgument)
  .option('--name <name>', 'what to call it (default: the host of the URL)', keyNameArgument)
  .action(
    async (url: string, options: StoreOptions & Choices & { name?: string }, command: Command) => {
      const name = options.name ?? new URL(url).host.replaceAll(/[[\]]/g, '');
      if (nameFault(name) !== undefined)
        command.error('error: The host is too long for a name. Choose one with --name.');
      const id = randomUUID();
      const plain = newWebhookSecret(systemPlatform);
      const secret = sealSecret(plain, id, secretKey(), systemPlatform);
      const webhook = { ...choicesIn(options), id, url, secret };
      await performInStore(options, { kind: 'webhook.add', name, webhook }, 'create');
      await printSecret(name, plain, options);
      if (!options.json && isReadableOnTheWay(new URL(url))) {
        process.stderr.write('Others can read what is sent over plain http. Use https.\n');
      }
    },
  );

async function printSecret(name: string, secret: string, { json }: StoreOptions): Promise<void> {
  if (json) return printJson({ name, secret });
  await print(`${secret}\n`);
  process.stderr.write(
    `This is the secret of "${name}". Keep it safe: it cannot be shown again.\n`,
  );
  if (secretKey() === undefined) {
    process.stderr.write('The store has it unencrypted, since WEBHOOK_KEY is not set.\n');
  }
}

const list = storeCommand('list')
  .description('List all endpoints, without their secrets.')
  .action(async (options: StoreOptions) => {
    const described = await withStore(options.database, async (store) => {
      const { webhooks } = await store.webhooks();
      const { seq } = await store.head();
      return webhooks.map((webhook) => describeWebhook(viewOf(webhook, seq)));
    });
    if (options.json) await printLines(jsonLines(described.map(toJson)));
    else await printLines(table(titles, described.map(cells)));
  });

async function findWebhook(name: string, { database }: StoreOptions): Promise<Webhook> {
  const { webhooks } = await withStore(database, (store) => store.webhooks());
  const webhook = webhooks.find(({ settings }) => settings.name === name);
  if (webhook === undefined) throw new Error(noWebhook(name).message);
  return webhook;
}

const test = namedCommand('test')
  .description('Send a signed test event to an endpoint now, and say how it answers.')
  .action(async (name: string, options: StoreOptions) => {
    const { settings } = await findWebhook(name, options);
    const networks = checkSettings({
      WEBHOOK_NETWORKS: fromEnvironment('WEBHOOK_NETWORKS'),
    }).webhookNetworks;
    const atMs = Date.now();
    const post = createPost({ timers: systemPlatform });
    const clock = { clockMs: atMs, atMs };
    const platform = systemPlatform;
    const sending = { post, secretKey: secretKey(), networks, clock, limits, platform };
    // If the webhook's secret cannot be decrypted, the command fails here, before it sends the test
    // event.
    openSecrets(settings, sending.secretKey, atMs);
    const { attempt } = await send(settings, testMessageTo(name, atMs, platform), sending);
    await withStore(options.database, (store) => store.addAttempts([attempt]));
    const answer = answerText(attempt);
    const delivered = attemptOutcome(attempt) === 'delivered';
    if (options.json) await printJson({ name, answer, delivered });
    if (!delivered) throw new Error(`"${name}" does not accept the test event: ${answer}.`);
    if (!options.json) process.stderr.write(`"${name}" accepts the test event: ${answer}.\n`);
  });

const rotate = namedCommand('rotate')
  .description('Replace the secret of an endpoint, and print the new one. Both sign for a while.')
  .option(
    '--overlap <duration>',
    'how long the old secret signs, too, for example 2h (default: 24h)',
    overlapArgument,
  )
  .action(async (name: string, options: StoreOptions & { overlap?: number }) => {
    const { id } = (await findWebhook(name, options)).settings;
    const plain = newWebhookSecret(systemPlatform);
    const secret = sealSecret(plain, id, secretKey(), systemPlatform);
    const overlapMs = options.overlap ?? 86_400_000;
    await performInStore(options, { kind: 'webhook.rotate', name, id, secret, overlapMs });
    const rotated = viewOf(await findWebhook(name, options), 0);
    const secretOverlapEndsAt = isoTime(rotated.settings.secretOverlapEndsAtMs);
    if (options.json) return printJson({ name, secret: plain, secretOverlapEndsAt });
    await printSecret(name, plain, options);
    if (overlapMs === 0) return;
    process.stderr.write(
      `Until ${timeText(secretOverlapEndsAt, 19)} UTC webhooks are signed with the old secret, too.\n`,
    );
  });

const replay = namedCommand('replay')
  .description('Send again what an endpoint has acknowledged, in order. New changes go first.')
  .option('--after <seq>', 'all after this ledger sequence', wholeNumberArgument)
  .option('--since <time>', 'all since this time, such as 2026-01-31T09:30:00Z', timeArgument)
  .action(
    async (
      name: string,
      options: StoreOptions & { after?: number; since?: number },
      command: Command,
    ) => {
      const { after, since = 0 } = options;
      if ((after === undefined) === (options.since === undefined))
        command.error('error: Use either --after or --since.');
      const find = () =>
        withStore(options.database, async (store) =>
          lastSeqBefore(store, (await store.head()).seq, since),
        );
      await performInStore(options, {
        kind: 'webhook.replay',
        name,
        after: after ?? (await find()),
      });
      await confirm(name, 'sent its past events again', options, 'replayed');
    },
  );

const attempts = namedCommand('attempts')
  .description('List the last attempts to deliver to an endpoint, newest first.')
  .action(async (name: string, options: StoreOptions) => {
    await findWebhook(name, options);
    const found = await withStore(options.database, (store) => store.attempts(name));
    if (options.json)
      return printLines(jsonLines(found.map((attempt) => toJson(describeAttempt(attempt)))));
    const rows = found.map((attempt) => {
      const { atMs, seq, event, durationMs, response } = attempt;
      const time = timeText(new Date(atMs).toISOString(), 19);
      return [time, seq, event, answerText(attempt), `${durationMs} ms`, response];
    });
    await printLines(table(['TIME', 'SEQ', 'EVENT', 'ANSWER', 'TOOK', 'RESPONSE'], rows));
  });

async function confirm(
  name: string,
  done: string,
  { json }: StoreOptions,
  field = done,
): Promise<void> {
  if (json) await printJson({ name, [field]: true });
  else process.stderr.write(`The endpoint "${name}" is ${done}.\n`);
}

const withPaused = (paused: boolean) => ({ kind: 'webhook.update', change: { paused } }) as const;

/**
 * The commands that need only a webhook's name: the verb, its participle, the change and the
 * description.
 */
const plainCommands = [
  ['pause', 'paused', withPaused(true), 'Stop delivering to an endpoint for now.'],
  [
    'resume',
    'resumed',
    withPaused(false),
    'Deliver to a paused endpoint again, from where it stopped.',
  ],
  [
    'enable',
    'enabled',
    withPaused(false),
    'Deliver again to a disabled endpoint, from where it stopped.',
  ],
  [
    'remove',
    'removed',
    { kind: 'webhook.remove' },
    'Remove an endpoint. Changes that were not delivered are never sent.',
  ],
] as const;

const update = withChoices(namedCommand('update'))
  .description('Change where an endpoint is, or what it gets.')
  .option('--url <url>', 'where changes are posted to', urlArgument)
  .action(async (name: string, options: StoreOptions & Choices, command: Command) => {
    const change = choicesIn(options);
    if (Object.values(change).every((value) => value === undefined))
      command.error('error: Say what to change, for example --events low,out.');
    await performInStore(options, { kind: 'webhook.update', name, change });
    await confirm(name, 'updated', options);
  });

/** The key that encrypts webhook secrets in the store; undefined unless WEBHOOK_KEY is set. */
function secretKey(): SecretKey {
  return checkSettings({ WEBHOOK_KEY: fromEnvironment('WEBHOOK_KEY') }).webhookKey;
}

const titles = ['NAME', 'STATE', 'POSITION', 'LAG', 'LAST ANSWER', 'NEXT ATTEMPT', 'EVENTS', 'URL'];

function cells(webhook: ReturnType<typeof describeWebhook>): Cell[] {
  const { name, state, position, lag, lastAnswer, nextAttemptAt, events, low, url } = webhook;
  const shownEvents = events
    .map((event) => (event === 'low' && low !== null ? `low(${low})` : event))
    .join();
  return [
    name,
    state,
    position,
    lag,
    lastAnswer ?? '-',
    timeText(nextAttemptAt, 19),
    shownEvents,
    url,
  ];
}

function urlArgument(text: string): string {
  const fault = webhookUrlFault(text);
  // An InvalidArgumentError would make Commander print the URL, which may contain a password.
  if (fault !== undefined)
    throw new SettingsError([`The URL of an endpoint cannot be used: ${fault}.`]);
  return new URL(text).href;
}

function someOf<Value extends string>(values: readonly Value[]) {
  return argument(`It must have some of ${values.join(', ')}, separated by commas.`, (text) => {
    const named = new Set(text.split(','));
    const chosen = values.filter((value) => named.has(value));
    return chosen.length === named.size ? chosen : undefined;
  });
}

function reasonsArgument(text: string): Reason[] {
  return text === 'all' ? [] : someOf(reasons)(text);
}

export const webhooksCommand = new Command('webhooks').description(
  'Manage endpoints that are told of changes.',
);
for (const command of [add, list, test, update, rotate, replay, attempts])
  webhooksCommand.addCommand(command);
for (const [verb, participle, change, description] of plainCommands) {
  const command = namedCommand(verb).description(description);
  webhooksCommand.addCommand(command);
  command.action(async (name: string, options: StoreOptions) => {
    await performInStore(options, { name, ...change });
    await confirm(name, participle, options);
  });
}
