import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { commandAction } from '../../../src/domain/action.ts';
import { type Webhook, type WebhookSettings, webhookState } from '../../../src/domain/webhook.ts';
import { answerText } from '../../../src/json/delivery-text.ts';
import { systemPlatform } from '../../../src/platform.ts';
import type { Store } from '../../../src/store/store.ts';
import { newWebhookSecret, type SecretKey, sealSecret } from '../../../src/webhooks/secret.ts';
import { addOne } from '../store/write.ts';
import type { Received } from './receiver.ts';

type Chosen = Pick<
  WebhookSettings,
  'name' | 'events' | 'low' | 'petIds' | 'reasons' | 'publicOnly'
>;
type Options = Partial<Chosen> & { readonly key?: SecretKey };

/** Stores a new webhook endpoint as `pawstock webhooks add` does, and returns its secret. */
export async function addEndpoint(
  store: Store,
  url: string,
  options: Options = {},
): Promise<string> {
  const { name = 'shop', key, ...chosen } = options;
  const id = randomUUID();
  const secret = newWebhookSecret(systemPlatform);
  const webhook = { ...chosen, id, url, secret: sealSecret(secret, id, key, systemPlatform) };
  const outcome = await store.perform(commandAction({ kind: 'webhook.add', name, webhook }));
  if (outcome.result === 'refused') throw new Error(outcome.refusal.message);
  return secret;
}

export async function webhookIn(store: Store, name = 'shop'): Promise<Webhook> {
  const { webhooks } = await store.webhooks();
  const found = webhooks.find(({ settings }) => settings.name === name);
  assert.ok(found !== undefined, `there is no endpoint ${name}`);
  return found;
}

/** What tests look at while they wait for deliveries to an endpoint. */
export async function endpointIn(store: Store, name = 'shop') {
  const webhook = await webhookIn(store, name);
  const { cursor, delivery, replay, lastAttempt } = webhook.progress;
  return {
    state: webhookState(webhook),
    cursor,
    failures: delivery.state === 'working' ? 0 : delivery.failures,
    nextAttemptAtMs: delivery.state === 'failing' ? delivery.nextAttemptAtMs : null,
    disabledAtMs: delivery.state === 'disabled' ? delivery.atMs : null,
    replay,
    lastAnswer: lastAttempt && answerText(lastAttempt),
  };
}

/** Shorter webhook limits, for tests that would otherwise wait for minutes. */
export const quickLimits = {
  webhookTickMs: 20,
  webhookRenewIntervalMs: 200,
  webhookLeaseMs: 2_500,
};

/** Changes the quantity of pet 1 this many times directly in the store, without a service. */
export async function changeBeside(store: Store, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await store.commit([addOne(1n)]);
}

/**
 * Asserts that no message is missing: the ledger sequences of new messages have no gap, a repeated
 * message has the same body, and after a repeated message all later messages are repeated as well.
 */
export function assertInOrder(received: readonly Received[], from: number, to: number): void {
  const bodies = new Map<string, string>();
  let next = from;
  let previous: number | undefined;
  for (const { id, body, data } of received) {
    assert.equal(bodies.get(id) ?? body, body, 'a repeated message is the same');
    const isNew = !bodies.has(id);
    bodies.set(id, body);
    if (isNew) assert.equal(data.seq, next++, 'nothing is skipped');
    if (previous !== undefined)
      assert.ok(data.seq <= previous + 1, `${data.seq} after ${previous}`);
    previous = data.seq;
  }
  assert.equal(next - 1, to, 'everything has arrived');
  assert.equal(bodies.size, to - from + 1, 'an id for each change');
}
