import type { Limits } from '../limits.ts';
import {
  type ApiKey,
  decideCreate,
  decideRevoke,
  decideRotate,
  isActive,
  type KeyCreation,
  type KeyRotation,
  type KeyView,
  keyViewOf,
} from './api-key.ts';
import type { Refusal } from './errors.ts';
import { type Idempotency, type IdempotencyRecord, replay } from './idempotency.ts';
import type { Shop } from './shop.ts';
import {
  activeSecrets,
  changedSettings,
  type NewEndpoint,
  newWebhook,
  noWebhook,
  replayedSettings,
  rotatedSettings,
  viewOf,
  type Webhook,
  type WebhookChange,
  type WebhookSettings,
  type WebhookView,
  withSettings,
} from './webhook.ts';

/**
 * A change to an API key, a webhook endpoint or the settings of the shop, by an owner or the command
 * line. `name` names the key or endpoint.
 */
export type ActionRequest =
  | NamedRequest
  | { readonly kind: 'shop.update'; readonly name: null; readonly shop: Shop };

type NamedRequest = { readonly name: string } & (
  | ({ readonly kind: 'key.create' } & KeyCreation)
  | ({ readonly kind: 'key.rotate' } & KeyRotation)
  | { readonly kind: 'key.revoke' }
  | { readonly kind: 'webhook.add'; readonly webhook: NewEndpoint }
  | { readonly kind: 'webhook.update'; readonly change: WebhookChange }
  /**
   * The new secret is encrypted for the webhook endpoint with this id, and cannot be used for
   * another one.
   */
  | {
      readonly kind: 'webhook.rotate';
      readonly id: string;
      readonly secret: string;
      readonly overlapMs: number;
    }
  | { readonly kind: 'webhook.replay'; readonly after: number }
  | { readonly kind: 'webhook.remove' }
);

export type Action = ActionRequest & Origin;

type NamedAction = NamedRequest & Origin;

/** Where an action comes from. */
type Origin = {
  /** The API key that requests the action; null for the command line, which may do everything. */
  readonly by: Pick<ApiKey, 'keyId' | 'name' | 'digest'> | null;
  readonly requestId: string | null;
  readonly idempotency: Idempotency | null;
};

export function commandAction(request: ActionRequest): Action {
  return { ...request, by: null, requestId: null, idempotency: null };
}

export type ActionRecord = Pick<Action, 'kind' | 'name' | 'requestId'> & {
  readonly atMs: number;
  /** The name of the API key that made the change; null for the command line. */
  readonly key: string | null;
  /** The `keyId` of that API key. */
  readonly keyId: number | null;
};

/** The name of a setup link contains a random part, so "setup-link" is shown instead. */
export function shownName(name: string): string {
  return name.replace(/^setup\/.*/, 'setup-link');
}

export type ActionState = {
  /** All API keys of the store, including revoked and expired ones. */
  readonly keys: readonly ApiKey[];
  readonly webhooks: readonly Webhook[];
  readonly lastSeq: number;
  /** The number of this action, which no other action has. */
  readonly revision: number;
  readonly atMs: number;
  readonly limits: Limits;
  readonly idempotencyRecord: IdempotencyRecord<ActionEffect> | undefined;
};

/** What an action has done, as far as its response tells. It holds no secret. */
export type ActionEffect =
  | { readonly kind: 'key'; readonly key: KeyView }
  | { readonly kind: 'webhook'; readonly webhook: WebhookView }
  | { readonly kind: 'shop'; readonly shop: Shop }
  | { readonly kind: 'ended' };

export type ActionOutcome =
  | { readonly result: 'applied' | 'replayed'; readonly effect: ActionEffect }
  | { readonly result: 'refused'; readonly refusal: Refusal };

/** What an action changes in the store. */
export type ActionChange =
  | { readonly kind: 'keys'; readonly keys: readonly ApiKey[] }
  | { readonly kind: 'webhook.added'; readonly webhook: Webhook }
  | { readonly kind: 'webhook.changed'; readonly webhook: Webhook }
  | { readonly kind: 'webhook.removed'; readonly webhookId: string }
  | { readonly kind: 'shop.changed'; readonly shop: Shop };

export type ActionDecision = {
  readonly outcome: ActionOutcome;
  /** Null if the action is refused, or was carried out before. */
  readonly change: ActionChange | null;
};

export function decideAction(action: Action, current: ActionState): ActionDecision {
  const { by, idempotency } = action;
  const { keys, idempotencyRecord, lastSeq, atMs } = current;
  const caller = keys.find(({ digest }) => digest === by?.digest);
  // The caller's key is checked again within the transaction: a key that was just revoked must not
  // create another key.
  if (by !== null && (caller === undefined || !isActive(caller, atMs))) return refused(callerGone);
  if (idempotencyRecord !== undefined)
    return { outcome: replay(idempotencyRecord, idempotency), change: null };
  if (caller?.scope === 'setup' && !createsOwner(action)) return refused(ownerFirst);
  const change = changeFor(action, current);
  if ('code' in change) return refused(change);
  return { outcome: { result: 'applied', effect: effectOf(action, change, lastSeq) }, change };
}

function effectOf(action: Action, change: ActionChange, lastSeq: number): ActionEffect {
  switch (change.kind) {
    case 'keys': {
      // If the action creates a key, it is the last one of the changed keys.
      const key = action.kind === 'key.revoke' ? undefined : change.keys.at(-1);
      return key === undefined ? { kind: 'ended' } : { kind: 'key', key: keyViewOf(key) };
    }
    case 'webhook.added':
    case 'webhook.changed':
      return { kind: 'webhook', webhook: viewOf(change.webhook, lastSeq) };
    case 'webhook.removed':
      return { kind: 'ended' };
    case 'shop.changed':
      return { kind: 'shop', shop: change.shop };
  }
}

const refused = (refusal: Refusal): ActionDecision => ({
  outcome: { result: 'refused', refusal },
  change: null,
});

const createsOwner = (action: Action) =>
  action.kind === 'key.create' && action.options.scope === 'owner';

function changeFor(action: Action, current: ActionState): ActionChange | Refusal {
  if (action.kind === 'shop.update') return { kind: 'shop.changed', shop: action.shop };
  const { keys, webhooks, lastSeq, revision, atMs, limits } = current;
  const { name } = action;
  const named = keys.filter((key) => key.name === name);
  switch (action.kind) {
    case 'key.create':
      return changeKeys(
        action,
        current,
        decideCreate(named, action, { keyId: revision, nowMs: atMs }),
      );
    case 'key.rotate':
      return changeKeys(action, current, decideRotate(named, action, atMs));
    case 'key.revoke':
      return changeKeys(action, current, decideRevoke(named, name, atMs));
  }
  const found = webhooks.find(({ settings }) => settings.name === name);
  if (action.kind === 'webhook.add') {
    if (found !== undefined) return endpointNameTaken(name);
    if (webhooks.length >= limits.webhooksMax)
      return tooMany(`${limits.webhooksMax} endpoints`, 'Remove');
    const webhook = newWebhook(name, action.webhook, { atMs, revision, lastSeq });
    return { kind: 'webhook.added', webhook };
  }
  if (found === undefined) return noWebhook(name);
  if (action.kind === 'webhook.remove')
    return { kind: 'webhook.removed', webhookId: found.settings.id };

  const settings = settingsFor(action, found.settings, current);
  if ('code' in settings) return settings;
  return { kind: 'webhook.changed', webhook: withSettings(found, settings) };
}

type SettingsAction = Extract<
  NamedAction,
  { readonly kind: 'webhook.update' | 'webhook.replay' | 'webhook.rotate' }
>;

function settingsFor(
  action: SettingsAction,
  found: WebhookSettings,
  { lastSeq, revision, atMs, limits }: ActionState,
): WebhookSettings | Refusal {
  const moment = { atMs, revision };
  switch (action.kind) {
    case 'webhook.update':
      return changedSettings(found, action.change, moment);
    case 'webhook.replay':
      return replayedSettings(found, { after: action.after, lastSeq }, moment);
    case 'webhook.rotate': {
      // The secret is encrypted for another endpoint, which had this name before.
      if (action.id !== found.id) return noWebhook(action.name);
      const isFull = activeSecrets(found, atMs).length >= limits.webhookPreviousSecretsMax;
      return action.overlapMs > 0 && isFull
        ? tooManySecrets(limits)
        : rotatedSettings(found, action, moment);
    }
  }
}

/**
 * Refuses to make too many keys or, over HTTP, to end the last owner key. A new owner key revokes
 * all setup links.
 */
function changeKeys(
  action: NamedAction,
  { keys, atMs, limits }: ActionState,
  changed: readonly ApiKey[] | Refusal,
): ActionChange | Refusal {
  if ('code' in changed) return changed;
  const { name, by } = action;
  const active = keys.filter((key) => isActive(key, atMs));
  const links = createsOwner(action) ? active.filter(({ scope }) => scope === 'setup') : [];
  const stored = [...links.map((link) => ({ ...link, revokedAtMs: atMs })), ...changed];
  const after = [
    ...new Map([...active, ...stored].map((key) => [key.digest, key])).values(),
  ].filter((key) => isActive(key, atMs));
  if (after.length > Math.max(active.length, limits.keysMax))
    return tooMany(`${limits.keysMax} active keys`, 'Revoke');
  const isLost = (kind: (key: ApiKey) => boolean) => active.some(kind) && !after.some(kind);
  if (by !== null && (isLost(isOwner) || isLost(isLastingOwner))) return lastOwner(name);
  return { kind: 'keys', keys: stored };
}

const isOwner = ({ scope }: ApiKey) => scope === 'owner';

/**
 * An owner key without expiry. If all owner keys could expire, the store would some day have no
 * owner.
 */
const isLastingOwner = (key: ApiKey) => isOwner(key) && key.expiresAtMs === null;

const callerGone: Refusal = {
  code: 'invalid_api_key',
  message: 'The API key is unknown, revoked or expired. Ask for a new one.',
};

const ownerFirst: Refusal = {
  code: 'invalid_value',
  message: '"scope" must be owner: the first key is that of an owner, which can create all others.',
};

const lastOwner = (name: string): Refusal => ({
  code: 'last_owner_key',
  message: `"${name}" is the last key of an owner, or the last that does not expire. Create another one first, or rotate this one.`,
});

const endpointNameTaken = (name: string): Refusal => ({
  code: 'name_taken',
  message: `An endpoint is called "${name}" already. Choose another name.`,
});

const tooManySecrets = ({ webhookPreviousSecretsMax }: Limits): Refusal => ({
  code: 'invalid_value',
  message: `${webhookPreviousSecretsMax} older secrets of this endpoint still sign, and there can be no more. Wait until the overlap of one ends, or rotate without an overlap, which ends all of them.`,
});

const tooMany = (what: string, verb: string): Refusal => ({
  code: 'invalid_value',
  message: `There are ${what}, and there can be no more. ${verb} one first.`,
});
