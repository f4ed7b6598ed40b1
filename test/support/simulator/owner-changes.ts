import type { Action } from '../../../src/domain/action.ts';
import { limits } from '../../../src/limits.ts';
import { type Endpoint, isActive, type Result, type State, timeOf } from './reference.ts';

/** What an owner asks for: changes of keys and of webhook endpoints. */
export type OwnerChange =
  | {
      readonly do: 'create key';
      readonly name: string;
      readonly expiresInS: number | null;
      readonly requireVersion: boolean;
    }
  | { readonly do: 'revoke key'; readonly name: string }
  | { readonly do: 'rotate key'; readonly name: string; readonly overlapS: number }
  | { readonly do: 'add endpoint'; readonly name: string; readonly url: string }
  | { readonly do: 'change endpoint'; readonly name: string; readonly change: EndpointChange }
  | { readonly do: 'remove endpoint'; readonly name: string }
  | { readonly do: 'rotate secret'; readonly name: string; readonly overlapS: number }
  | { readonly do: 'replay'; readonly name: string; readonly after: number };

type EndpointChange = {
  readonly paused?: boolean;
  readonly url?: string;
  readonly petIds?: readonly number[] | null;
};

/** Secrets and digests are random, so they are taken from what the service has stored. */
export function applyOwnerChange(
  state: State,
  change: OwnerChange,
  action: Action,
  clockMs: number,
): { readonly state: State; readonly result: Result } {
  const nowMs = timeOf(state, clockMs);
  const refused = (status: number, code: string) => ({ state, result: { status, code } });
  const named = [...state.keys].filter(
    ([, key]) => 'name' in change && key.name === change.name && isActive(key, nowMs),
  );
  const endpoint = state.endpoints.get(change.name);
  const keys = new Map(state.keys);
  const endpoints = new Map(state.endpoints);
  const stored = (status: number) => ({
    state: { ...state, keys, endpoints, atMs: nowMs },
    result: { status },
  });
  switch (change.do) {
    case 'create key': {
      if (named.length > 0) return refused(409, 'name_taken');
      const lifeMs = change.expiresInS === null ? null : change.expiresInS * 1000;
      const expiresMs = lifeMs === null ? null : nowMs + lifeMs;
      const digest = digestIn(action);
      const { name, requireVersion } = change;
      const times = { lifeMs, expiresMs, revokedMs: null };
      keys.set(digest, { name, requireVersion, caller: digest, ...times });
      return stored(201);
    }
    case 'revoke key':
      if (named.length === 0) return refused(404, 'key_not_found');
      for (const [digest, key] of named) keys.set(digest, { ...key, revokedMs: nowMs });
      return stored(204);
    case 'rotate key': {
      const latest = named.at(-1)?.[1];
      if (latest === undefined) return refused(404, 'key_not_found');
      const endMs = nowMs + change.overlapS * 1000;
      for (const [digest, key] of named) {
        const expiresMs = Math.min(key.expiresMs ?? endMs, endMs);
        keys.set(
          digest,
          change.overlapS === 0 ? { ...key, revokedMs: nowMs } : { ...key, expiresMs },
        );
      }
      const expiresMs = latest.lifeMs === null ? null : nowMs + latest.lifeMs;
      keys.set(digestIn(action), { ...latest, expiresMs });
      return stored(200);
    }
    case 'add endpoint': {
      if (endpoint !== undefined) return refused(409, 'name_taken');
      const added: Endpoint = {
        name: change.name,
        url: change.url,
        petIds: null,
        events: ['changed', 'low', 'out'],
        isPaused: false,
        secrets: [{ text: secretIn(action), untilMs: Number.POSITIVE_INFINITY }],
        start: state.last?.seq ?? 0,
      };
      endpoints.set(change.name, added);
      return stored(201);
    }
    case 'change endpoint': {
      if (endpoint === undefined) return refused(404, 'webhook_not_found');
      const { paused = endpoint.isPaused, ...rest } = change.change;
      endpoints.set(change.name, { ...endpoint, ...rest, isPaused: paused });
      return stored(200);
    }
    case 'remove endpoint':
      if (endpoint === undefined) return refused(404, 'webhook_not_found');
      endpoints.delete(change.name);
      return stored(204);
    case 'rotate secret': {
      if (endpoint === undefined) return refused(404, 'webhook_not_found');
      const active = endpoint.secrets.filter(({ untilMs }) => untilMs > nowMs);
      if (change.overlapS > 0 && active.length > limits.webhookPreviousSecretsMax)
        return refused(400, 'invalid_value');
      const endMs = nowMs + change.overlapS * 1000;
      const earlier = active
        .map(({ text, untilMs }) => ({ text, untilMs: Math.min(untilMs, endMs) }))
        .filter(() => change.overlapS > 0);
      const newest = { text: secretIn(action), untilMs: Number.POSITIVE_INFINITY };
      endpoints.set(change.name, { ...endpoint, secrets: [newest, ...earlier] });
      return stored(200);
    }
    case 'replay':
      if (endpoint === undefined) return refused(404, 'webhook_not_found');
      return stored(200);
  }
}

function digestIn(action: Action): string {
  return 'digest' in action ? String(action.digest) : '';
}

function secretIn(action: Action): string {
  return action.kind === 'webhook.add' ? action.webhook.secret : String(Object(action).secret);
}
