import type { Limits } from '../limits.ts';
import {
  type ApiKey,
  decideCreate,
  decideRevoke,
  decideRotate,
  isActive,
  type KeyCreation,
  type KeyRotation,
  keyJson,
} from './api-key.ts';
import type { Refusal } from './errors.ts';
import { type Idempotency, type IdempotencyRecord, replay } from './idempotency.ts';
import { isoTime } from './instant.ts';
import {
  changedWebhook,
  type NewEndpoint,
  newWebhook,
  noWebhook,
  replayedWebhook,
  type Webhook,
  type WebhookChange,
  webhookJson,
} from './webhook.ts';

/**
 * A change to an API key or a webhook endpoint, by an owner or the command line. `name` names the
 * key or endpoint.
 */
export type ActionRequest = { readonly name: string } & (
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

export type Action = ActionRequest & {
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

export function actionJson({ atMs, kind, name, key, keyId, requestId }: ActionRecord): string {
  const shown = { name: shownName(name), key: key && shownName(key), keyId };
  return JSON.stringify({ at: isoTime(atMs), action: kind, ...shown, requestId });
}

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

/**
 * What an action has done, as far as its response tells. `body` is the new JSON of the API key or
 * webhook endpoint; null if it was revoked or removed.
 */
export type ActionEffect = { readonly body: string | null };

export type ActionOutcome =
  | { readonly result: 'applied' | 'replayed'; readonly effect: ActionEffect }
  | { readonly result: 'refused'; readonly refusal: Refusal };

type ActionChange = {
  readonly keys?: readonly ApiKey[];
  readonly webhook?: Webhook;
  readonly removedWebhookId?: string;
};

export type ActionDecision = ActionChange & { readonly outcome: ActionOutcome };

export function decideAction(action: Action, current: ActionState): ActionDecision {
  const { by, idempotency } = action;
  const { keys, idempotencyRecord, lastSeq, atMs } = current;
  const caller = keys.find(({ digest }) => digest === by?.digest);
  // The caller's key is checked again within the transaction: a key that was just revoked must not
  // create another key.
  if (by !== null && (caller === undefined || !isActive(caller, atMs))) return refused(callerGone);
  if (idempotencyRecord !== undefined) return { outcome: replay(idempotencyRecord, idempotency) };
  if (caller?.scope === 'setup' && !createsOwner(action)) return refused(ownerFirst);
  const change = changeFor(action, current);
  if ('code' in change) return refused(change);
  // If the action creates a key, it is the last one of the changed keys.
  const key = action.kind === 'key.revoke' ? undefined : change.keys?.at(-1);
  const body = change.webhook ? webhookJson(change.webhook, lastSeq) : key ? keyJson(key) : null;
  return { ...change, outcome: { result: 'applied', effect: { body } } };
}

const refused = (refusal: Refusal): ActionDecision => ({ outcome: { result: 'refused', refusal } });

const createsOwner = (action: Action) =>
  action.kind === 'key.create' && action.options.scope === 'owner';

function changeFor(action: Action, current: ActionState): ActionChange | Refusal {
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
  const found = webhooks.find((webhook) => webhook.name === name);
  if (action.kind === 'webhook.add') {
    if (found !== undefined) return endpointNameTaken(name);
    if (webhooks.length >= limits.webhooksMax)
      return tooMany(`${limits.webhooksMax} endpoints`, 'Remove');
    return { webhook: newWebhook(name, action.webhook, { createdAtMs: atMs, cursor: lastSeq }) };
  }
  if (found === undefined || (action.kind === 'webhook.rotate' && action.id !== found.id))
    return noWebhook(name);
  // Revisions follow the clock, so no change reuses the revision of a change that a failover of the
  // database lost.
  const revised = { ...found, revision: Math.max(found.revision + 1, atMs) };
  switch (action.kind) {
    case 'webhook.update':
      return { webhook: changedWebhook(revised, action.change, atMs) };
    case 'webhook.replay':
      return { webhook: replayedWebhook(revised, action.after, lastSeq) };
    case 'webhook.rotate': {
      const { secret, overlapMs } = action;
      const previous = { previousSecret: found.secret, previousSecretUntilMs: atMs + overlapMs };
      return { webhook: { ...revised, secret, ...previous } };
    }
    case 'webhook.remove':
      return { removedWebhookId: found.id };
  }
}

/**
 * Refuses to make too many keys or, over HTTP, to end the last owner key. A new owner key revokes
 * all setup links.
 */
function changeKeys(
  action: Action,
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
  return { keys: stored };
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

const tooMany = (what: string, verb: string): Refusal => ({
  code: 'invalid_value',
  message: `There are ${what}, and there can be no more. ${verb} one first.`,
});
