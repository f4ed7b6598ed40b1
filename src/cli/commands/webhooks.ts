import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  decideAddWebhook,
  decideEnableWebhook,
  decideRemoveWebhook,
  type ExistingWebhooks,
  noWebhook,
  type Webhook,
  type WebhookDecision,
  type WebhookEvent,
  webhookEvents,
  webhookState,
  webhookUrlFault,
} from '../../domain/webhook.ts';
import { limits } from '../../limits.ts';
import { checkSettings, SettingsError } from '../../settings.ts';
import { send } from '../../webhooks/delivery.ts';
import { newWebhookSecret, openSecret, type SecretKey, sealSecret } from '../../webhooks/secret.ts';
import { CommandError } from '../errors.ts';
import { changeStore, type StoreOptions, withStore, withStoreOptions } from '../store-command.ts';
import { isReadableOnTheWay, keyNameArgument, sequenceArgument as lowArgument } from '../terminal/arguments.ts';
import { print, printJson, printLines } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { isoTime, printable, timeText } from '../terminal/text.ts';

type WebhookOptions = StoreOptions & { readonly webhookKey?: string };

const keyOption = ['--webhook-key <file>', 'what encrypts secrets in the store (or WEBHOOK_KEY)'] as const;

type AddOptions = WebhookOptions & { readonly name?: string; readonly events: WebhookEvent[]; readonly low: number };

const add = new Command('add')
  .description('Add an endpoint and print the secret that its webhooks are signed with. It is shown only this once.')
  .argument('<url>', 'where changes are posted to', urlArgument)
  .option('--name <name>', 'what to call it (default: the host of the URL)', keyNameArgument)
  .addOption(
    new Option('--events <list>', 'some of changed,low,out')
      .argParser(eventsArgument)
      .default([...webhookEvents], webhookEvents.join()),
  )
  .option('--low <n>', 'the quantity that is low', lowArgument, 5)
  .option(...keyOption)
  .action(async (url: string, options: AddOptions, command: Command) => {
    const { host } = new URL(url);
    const { name = host.replaceAll(/[[\]]/g, ''), events, low } = options;
    if (!events.includes('low') && command.getOptionValueSource('low') === 'cli') {
      command.error('error: --low has no effect without the event low. Add it to --events, or leave --low out.');
    }
    const id = randomUUID();
    const plain = newWebhookSecret();
    const key = secretKey(options);
    const secret = sealSecret(plain, id, key);
    const webhook = { id, name, url, secret, events, low, createdAtMs: Date.now() };
    await changeStore(
      options,
      (store) => store.changeWebhooks((existing) => decideAddWebhook(existing, webhook, limits.webhooksMax)),
      'create',
    );
    if (options.json) return printJson({ name, secret: plain });
    await print(`${plain}\n`);
    process.stderr.write(`This is the secret of "${name}". Keep it safe: it cannot be shown again.\n`);
    if (key === undefined) process.stderr.write('The store has it unencrypted, since WEBHOOK_KEY is not set.\n');
    if (isReadableOnTheWay(url)) {
      process.stderr.write('The URL begins with http, so anyone on the way can read the changes. Use https.\n');
    }
  });

const list = new Command('list')
  .description('List all endpoints, without their secrets.')
  .action(async (options: WebhookOptions) => {
    const described = await withStore(options.database, async (store) => {
      const { webhooks } = await store.webhooks();
      const { seq } = await store.head();
      return webhooks.map((webhook) => describe(webhook, seq));
    });
    if (options.json) await printJson(described);
    else await printLines(table(titles, described.map(cells)));
  });

const test = new Command('test')
  .description('Send a signed test event to an endpoint now, and say how it answers.')
  .argument('<name>')
  .option(...keyOption)
  .action(async (name: string, options: WebhookOptions) => {
    const { webhooks } = await withStore(options.database, (store) => store.webhooks());
    const webhook = webhooks.find((one) => one.name === name);
    if (webhook === undefined) throw new CommandError([noWebhook(name)]);
    const secret = openSecret(webhook, secretKey(options));
    const atMs = Date.now();
    const timestamp = new Date(atMs).toISOString();
    const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { endpoint: name } });
    const message = { id: `msg_${randomUUID().replaceAll('-', '')}`, body };
    const { text, outcome } = await send(webhook.url, message, { secret, atMs });
    if (options.json) await printJson({ name, answer: text, delivered: outcome === 'delivered' });
    if (outcome !== 'delivered') throw new CommandError([`"${name}" does not accept the test event: ${text}.`]);
    if (!options.json) process.stderr.write(`"${name}" accepts the test event: ${text}.\n`);
  });

type Decide = (existing: ExistingWebhooks, name: string) => WebhookDecision;

function change(verb: 'enable' | 'remove', description: string, decide: Decide): Command {
  return new Command(verb)
    .description(description)
    .argument('<name>')
    .action(async (name: string, options: WebhookOptions) => {
      await changeStore(options, (store) => store.changeWebhooks((existing) => decide(existing, name)));
      if (options.json) await printJson({ name, [`${verb}d`]: true });
      else process.stderr.write(`The endpoint "${name}" is ${verb}d.\n`);
    });
}

function secretKey({ webhookKey }: WebhookOptions): SecretKey {
  return checkSettings({ WEBHOOK_KEY: webhookKey ?? process.env['WEBHOOK_KEY'] }).webhookKey;
}

function describe(webhook: Webhook, headSeq: number) {
  const { name, url, events, low, cursor, lastAnswer } = webhook;
  return {
    name,
    url,
    events,
    low,
    state: webhookState(webhook),
    position: cursor,
    lag: Math.max(0, headSeq - cursor),
    lastAnswer,
    lastAnswerAt: isoTime(webhook.lastAnswerAtMs),
    failingSince: isoTime(webhook.failingSinceMs),
    nextAttempt: isoTime(webhook.nextAttemptAtMs),
    disabledAt: isoTime(webhook.disabledAtMs),
  };
}

const titles = ['NAME', 'STATE', 'POSITION', 'LAG', 'LAST ANSWER', 'NEXT ATTEMPT', 'EVENTS', 'URL'];

function cells({ name, state, position, lag, lastAnswer, nextAttempt, events, low, url }: ReturnType<typeof describe>) {
  const shownEvents = events.map((event) => (event === 'low' ? `low(${low})` : event)).join();
  const answer = printable(lastAnswer ?? '-');
  return [name, state, `${position}`, `${lag}`, answer, timeText(nextAttempt, 19), shownEvents, url];
}

function urlArgument(text: string): string {
  const fault = webhookUrlFault(text);
  // Not an InvalidArgumentError: that would print the URL, which may contain a password.
  if (fault !== undefined) throw new SettingsError([`The URL of an endpoint cannot be used: ${fault}.`]);
  return new URL(text).href;
}

function eventsArgument(text: string): WebhookEvent[] {
  const named = new Set(text.split(','));
  const events = webhookEvents.filter((event) => named.has(event));
  if (events.length === named.size) return events;
  throw new InvalidArgumentError(`Events are ${webhookEvents.join(', ')}, separated by commas.`);
}

export const webhooksCommand = withStoreOptions(
  new Command('webhooks')
    .description('Add, list, test, enable and remove endpoints that are told of changes.')
    .addCommand(add)
    .addCommand(list)
    .addCommand(test)
    .addCommand(change('enable', 'Deliver again to an endpoint, from where it stopped.', decideEnableWebhook))
    .addCommand(
      change('remove', 'Remove an endpoint. Changes that were not delivered are never sent.', decideRemoveWebhook),
    ),
);
