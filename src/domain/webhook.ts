import { limits } from '../limits.ts';
import { keyNamePattern, keyNameRule } from './api-key.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Details } from './pet-details.ts';

/** What an endpoint can subscribe to, in the order in which one change is reported. */
export const webhookEvents = ['changed', 'low', 'out'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** How far the deliveries to an endpoint have come. Only the instance that delivers changes it, and `enable`. */
export type WebhookProgress = {
  /** The last ledger entry that the endpoint has acknowledged, or had no interest in. */
  readonly cursor: number;
  /** The first failure since the last success; null while deliveries succeed. */
  readonly failingSinceMs: number | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly nextAttemptAtMs: number | null;
  readonly disabledAtMs: number | null;
  /** The last response in a few words, such as "200" or "no response within 15 s". */
  readonly lastAnswer: string | null;
  readonly lastAnswerAtMs: number | null;
};

/** An endpoint as it is stored. */
export type Webhook = WebhookProgress & {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Encrypted if there is a key for it: see webhooks/secret.ts. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  /** The quantity that is low. */
  readonly low: number;
  readonly createdAtMs: number;
  /** Counts up with every change by a command, so that the delivering instance notices it. */
  readonly revision: number;
};

export type WebhookState = 'active' | 'failing' | 'disabled';

export function webhookState({ disabledAtMs, failingSinceMs }: WebhookProgress): WebhookState {
  if (disabledAtMs !== null) return 'disabled';
  return failingSinceMs === null ? 'active' : 'failing';
}

/**
 * The events that an entry means to an endpoint, whose own level is for pets without one. A pet that is removed has no
 * quantity, and is neither low nor out.
 */
export function eventsOf(
  { before, after }: LedgerEntry,
  { lowAt }: Pick<Details, 'lowAt'>,
  { events, low }: Webhook,
): WebhookEvent[] {
  const fellTo = (level: number) => before !== null && after !== null && before > level && after <= level;
  const happened = { changed: true, low: fellTo(lowAt ?? low), out: fellTo(0) };
  return webhookEvents.filter((event) => happened[event] && events.includes(event));
}

/** What is to be stored or removed to carry out a command, or why it is refused. */
export type WebhookDecision = { readonly store: Webhook } | { readonly remove: Webhook } | { readonly refusal: string };

/** Why this is not the URL of an endpoint; undefined if it is. */
export function webhookUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'it must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password';
  if (text.length > limits.webhookUrlCharactersMax) {
    return `it must have at most ${limits.webhookUrlCharactersMax} characters`;
  }
  return undefined;
}

type NewWebhook = Pick<Webhook, 'id' | 'name' | 'url' | 'secret' | 'events' | 'low' | 'createdAtMs'>;
export type ExistingWebhooks = { readonly webhooks: readonly Webhook[]; readonly lastSeq: number };

/** A new endpoint begins with the next change. */
export function decideAddWebhook(
  { webhooks, lastSeq }: ExistingWebhooks,
  added: NewWebhook,
  webhooksMax: number,
): WebhookDecision {
  if (!keyNamePattern.test(added.name)) {
    return { refusal: `"${added.name}" is not a valid name: choose one with --name, of ${keyNameRule}.` };
  }
  if (webhooks.some(({ name }) => name === added.name)) {
    return { refusal: `An endpoint is called "${added.name}" already. Choose another name with --name.` };
  }
  if (webhooks.length >= webhooksMax) {
    return { refusal: `There are ${webhooksMax} endpoints, and there can be no more. Remove one first.` };
  }
  return { store: { ...added, ...noFailures, cursor: lastSeq, lastAnswer: null, lastAnswerAtMs: null, revision: 1 } };
}

const noFailures = { failingSinceMs: null, failures: 0, nextAttemptAtMs: null, disabledAtMs: null };

/** Deliveries continue at once, where they stopped. */
export function decideEnableWebhook({ webhooks }: ExistingWebhooks, name: string): WebhookDecision {
  const found = webhooks.find((webhook) => webhook.name === name);
  if (found === undefined) return { refusal: noWebhook(name) };
  return { store: { ...found, ...noFailures, revision: found.revision + 1 } };
}

export function decideRemoveWebhook({ webhooks }: ExistingWebhooks, name: string): WebhookDecision {
  const found = webhooks.find((webhook) => webhook.name === name);
  return found === undefined ? { refusal: noWebhook(name) } : { remove: found };
}

export const noWebhook = (name: string) =>
  `There is no endpoint called "${name}". "pawstock webhooks list" shows the endpoints.`;
