import { isActive } from '../../domain/api-key.ts';
import { isoTime } from '../../domain/instant.ts';
import { storeTime } from '../../domain/store-clock.ts';
import { webhookState } from '../../domain/webhook.ts';
import type { Store } from '../../store/store.ts';
import { plural } from '../terminal/text.ts';
import { type Finding, found } from './finding.ts';

/** A key that expires sooner than this is named, so that it can be rotated in time. */
const keyDaysMin = 14;
const dayMs = 86_400_000;

/** Names the keys that expire soon. A key that has expired is of no use to a client any more. */
export async function examineKeys(store: Store): Promise<Finding[]> {
  const nowMs = storeTime(await store.head());
  const active = (await store.keys()).filter((key) => isActive(key, nowMs));
  const ending = active.filter(
    ({ scope, expiresAtMs }) =>
      scope !== 'setup' && expiresAtMs !== null && expiresAtMs - nowMs < keyDaysMin * dayMs,
  );
  if (ending.length === 0) return [found('keys', plural(active.length, 'active key'))];
  const names = ending.map(({ name, expiresAtMs }) => `${name} at ${isoTime(expiresAtMs ?? 0)}`);
  const advice = 'Rotate the key in time with "pawstock keys rotate", or let it end.';
  return [found('keys', `soon to expire: ${names.join(', ')}`, advice)];
}

/** Names the webhook endpoints to which nothing is sent any more. */
export async function examineEndpoints(store: Store): Promise<Finding[]> {
  const { webhooks } = await store.webhooks();
  const disabled = webhooks.filter((webhook) => webhookState(webhook) === 'disabled');
  if (disabled.length === 0) return [];
  const names = disabled.map(({ settings }) => settings.name).join(', ');
  const advice =
    'Repair the receiver, then run "pawstock webhooks enable", or remove the endpoint.';
  return [found('webhooks', `disabled: ${names}`, advice)];
}
