import {
  type ApiKey,
  decideCreate,
  decideRevoke,
  decideRotate,
  isActive,
  isoTime,
  type KeyDecision,
  type KeyOptions,
  keyJson,
} from './api-key.ts';
import { keyReused } from './decide.ts';
import type { Refusal } from './errors.ts';
import {
  changedWebhook,
  newWebhook,
  noWebhook,
  replayedWebhook,
  type Webhook,
  type WebhookChange,
  webhookJson,
} from './webhook.ts';
import type { Idempotency, IdempotencyRecord } from './write.ts';

/** What owners and commands do to keys and webhooks: one action is one transaction, and stays in a list. */

type KeyRequest =
  | {
      readonly kind: 'key.create';
      readonly id: string;
      readonly digest: string;
      readonly options: Omit<KeyOptions, 'expiresAtMs'>;
      readonly expiresInMs: number | null;
    }
  | { readonly kind: 'key.rotate'; readonly id: string; readonly digest: string; readonly overlapMs: number }
  | { readonly kind: 'key.revoke' };

type NewEndpoint = Pick<Webhook, 'id' | 'url' | 'secret' | 'publicOnly' | 'events' | 'low' | 'petIds' | 'reasons'>;

type WebhookRequest =
  | { readonly kind: 'webhook.add'; readonly webhook: NewEndpoint; readonly webhooksMax: number }
  | { readonly kind: 'webhook.update'; readonly change: WebhookChange }
  /** The secret is encrypted for this id. */
  | { readonly kind: 'webhook.rotate'; readonly id: string; readonly secret: string; readonly overlapMs: number }
  | { readonly kind: 'webhook.replay'; readonly after: number }
  | { readonly kind: 'webhook.remove' };

/** `name` is that of the key or the endpoint. */
export type ActionRequest = { readonly name: string } & (KeyRequest | WebhookRequest);

export type Action = ActionRequest & ActionOrigin & { readonly atMs: number };

export type ActionOrigin = {
  /** The key of the request; null for a command, which nobody restricts. */
  readonly by: Pick<ApiKey, 'id' | 'name'> | null;
  readonly requestId: string | null;
  readonly idempotency: Idempotency | null;
};

/** What a command does, now. */
export function commandAction(request: ActionRequest): Action {
  return { ...request, atMs: Date.now(), by: null, requestId: null, idempotency: null };
}

/** An action as it is stored. */
export type ActionRecord = Pick<Action, 'kind' | 'name' | 'atMs' | 'requestId'> & { readonly key: string | null };

export function actionJson({ atMs, kind, name, key, requestId }: ActionRecord): string {
  return JSON.stringify({ at: isoTime(atMs), action: kind, name, key, requestId });
}

export type ActionState = {
  /** Those of the action's name, active or not, and all active ones for owners and for setup. */
  readonly keys: readonly ApiKey[];
  readonly webhooks: readonly Webhook[];
  readonly lastSeq: number;
  readonly idempotencyRecord: IdempotencyRecord | undefined;
};

/** `body` is the key or the endpoint after the action, as JSON; null for one that is gone. */
export type ActionOutcome =
  | { readonly result: 'applied' | 'replayed'; readonly body: string | null }
  | { readonly result: 'refused'; readonly refusal: Refusal };

/** What is to be stored. */
export type ActionDecision = {
  readonly outcome: ActionOutcome;
  readonly keys?: readonly ApiKey[];
  readonly webhook?: Webhook;
  readonly removedWebhookId?: string;
};

export function decideAction(action: Action, current: ActionState): ActionDecision {
  const { by, atMs, idempotency } = action;
  const caller = current.keys.find(({ id }) => id === by?.id);
  // Checked in the transaction: a key revoked a moment ago must not make itself permanent.
  if (by !== null && (caller === undefined || !isActive(caller, atMs))) return refused(callerGone);
  const { idempotencyRecord } = current;
  if (idempotencyRecord !== undefined) {
    if (idempotencyRecord.fingerprint !== idempotency?.fingerprint) return refused(keyReused);
    return { outcome: { result: 'replayed', body: idempotencyRecord.body } };
  }
  return action.kind.startsWith('key.')
    ? decideKeys(action as Action & KeyRequest, current, caller)
    : decideWebhooks(action as Action & WebhookRequest, current);
}

function decideKeys(action: Action & KeyRequest, current: ActionState, caller: ApiKey | undefined): ActionDecision {
  const { name, atMs } = action;
  const isSetup = caller?.scope === 'setup';
  if (isSetup && (action.kind !== 'key.create' || action.options.scope !== 'owner')) return refused(ownerFirst);
  const decision = decideNamedKeys(
    action,
    current.keys.filter((key) => key.name === name),
  );
  if ('refusal' in decision) return refused(decision.refusal);
  const changed = new Map(decision.store.map((key) => [key.id, key]));
  // The link of the first run is good once.
  if (isSetup) {
    for (const key of current.keys) if (key.scope === 'setup') changed.set(key.id, { ...key, revokedAtMs: atMs });
  }
  const isOwner = (key: ApiKey) => key.scope === 'owner' && isActive(key, atMs);
  const after = new Map([...current.keys, ...changed.values()].map((key) => [key.id, key]));
  if (action.by !== null && current.keys.some(isOwner) && !after.values().some(isOwner))
    return refused(lastOwner(name));
  const latest = decision.store.at(-1);
  const body = latest === undefined || action.kind === 'key.revoke' ? null : keyJson(latest);
  return { outcome: { result: 'applied', body }, keys: [...changed.values()] };
}

function decideNamedKeys(action: Action & KeyRequest, named: readonly ApiKey[]): KeyDecision {
  const { name, atMs: nowMs } = action;
  if (action.kind === 'key.revoke') return decideRevoke(named, name, nowMs);
  const key = { id: action.id, name, digest: action.digest, nowMs };
  if (action.kind === 'key.rotate') return decideRotate(named, key, action.overlapMs);
  const expiresAtMs = action.expiresInMs === null ? null : nowMs + action.expiresInMs;
  return decideCreate(named, key, { ...action.options, expiresAtMs });
}

function decideWebhooks(action: Action & WebhookRequest, { webhooks, lastSeq }: ActionState): ActionDecision {
  const { name, atMs } = action;
  const store = (webhook: Webhook): ActionDecision => {
    const stored = { ...webhook, revision: webhook.revision + 1 };
    return { outcome: { result: 'applied', body: webhookJson(stored, lastSeq) }, webhook: stored };
  };
  const found = webhooks.find((webhook) => webhook.name === name);
  if (action.kind === 'webhook.add') {
    if (found !== undefined) return refused(endpointNameTaken(name));
    if (webhooks.length >= action.webhooksMax) return refused(tooManyEndpoints(action.webhooksMax));
    const times = { createdAtMs: atMs, pausedAtMs: null };
    return store(newWebhook({ ...action.webhook, ...times, name, cursor: lastSeq, revision: 0 }));
  }
  if (found === undefined || (action.kind === 'webhook.rotate' && action.id !== found.id))
    return refused(noWebhook(name));
  switch (action.kind) {
    case 'webhook.update':
      return store(changedWebhook(found, action.change, atMs));
    case 'webhook.replay':
      return store(replayedWebhook(found, action.after));
    case 'webhook.rotate': {
      const { secret, overlapMs } = action;
      return store({ ...found, secret, previousSecret: found.secret, previousSecretUntilMs: atMs + overlapMs });
    }
    default:
      return { outcome: { result: 'applied', body: null }, removedWebhookId: found.id };
  }
}

const refused = (refusal: Refusal): ActionDecision => ({ outcome: { result: 'refused', refusal } });

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
  message: `"${name}" is the last key of an owner. Create another one first, or rotate this one.`,
});

const endpointNameTaken = (name: string): Refusal => ({
  code: 'name_taken',
  message: `An endpoint is called "${name}" already. Choose another name.`,
});

const tooManyEndpoints = (max: number): Refusal => ({
  code: 'invalid_value',
  message: `There are ${max} endpoints, and there can be no more. Remove one first.`,
});
