import { apiLimits } from '../../api-limits.ts';
import type { ActionOutcome, ActionRequest } from '../../domain/action.ts';
import type { KeyView } from '../../domain/api-key.ts';
import type { Shop } from '../../domain/shop.ts';
import type { WebhookView } from '../../domain/webhook.ts';
import { describeAction } from '../../json/action-json.ts';
import { HttpError } from '../errors.ts';
import { jsonResponse, keyId } from '../openapi/responses.ts';
import { extension, operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { KeyName, Limit } from '../request/fields.ts';
import { idempotencyKeyHeader, idempotencyOf } from '../request/idempotency-key.ts';
import { described, namedObject, z } from '../zod.ts';

/**
 * Functions for all operations that change API keys, webhooks and the settings of the shop, and the
 * operation that lists their past changes.
 */

export const ownerRead = { ...extension, scope: 'owner' } as const;
export const ownerWrite = { ...extension, scope: 'owner', headers: idempotencyKeyHeader } as const;

/** An action that was carried out, now or by an earlier request that this one repeats. */
export type Performed = Exclude<ActionOutcome, { result: 'refused' }>;

/**
 * Changes API keys, webhooks or the settings of the shop. Two requests with the same Idempotency-Key
 * and the same body count as one.
 */
export async function perform(
  context: Context,
  request: ActionRequest,
  asked: object = {},
): Promise<Performed> {
  const { app, key, requestId } = context;
  const { kind, name } = request;
  if (context.header('if-match') !== undefined || context.header('if-none-match') !== undefined) {
    throw new HttpError(
      'invalid_header',
      'Keys, webhooks and settings have no versions. Remove If-Match and If-None-Match.',
    );
  }
  const idempotency = idempotencyOf(context, { kind, name, asked });
  const outcome = await app.inventory.perform({ ...request, by: key, requestId, idempotency });
  if (outcome.result === 'refused')
    throw new HttpError(outcome.refusal.code, outcome.refusal.message, outcome.refusal);
  if (outcome.result === 'replayed') context.addHeaders({ 'idempotent-replayed': 'true' });
  else
    app.logs.events.info(
      { action: kind, name, key: key.name, requestId },
      'keys, webhooks or settings were changed',
    );
  return outcome;
}

/** The API key that an action has created or changed. */
export function keyIn({ effect }: Performed): KeyView {
  if (effect.kind !== 'key') throw new Error('the action was not on an API key');
  return effect.key;
}

/** The webhook endpoint that an action has added or changed. */
export function webhookIn({ effect }: Performed): WebhookView {
  if (effect.kind !== 'webhook') throw new Error('the action was not on a webhook endpoint');
  return effect.webhook;
}

/** The settings of the shop that an action has set. */
export function shopIn({ effect }: Performed): Shop {
  if (effect.kind !== 'shop') throw new Error('the action was not on the settings of the shop');
  return effect.shop;
}

/** A new secret as a response shows it: a response that repeats an earlier one has null. */
export function shownSecret({ result }: Performed, secret: string): string | null {
  return result === 'applied' ? secret : null;
}

export const secretField = z
  .string()
  .nullable()
  .describe('Shown only here and now; null in a replayed response. Keep it safe.');

export const ActionSchema = namedObject('Action', {
  at: z.iso.datetime().describe('When, in UTC.'),
  action: described(z.string(), 'What was done.', 'key.create'),
  name: KeyName.nullable().describe('To which key or endpoint; null for the settings of the shop.'),
  key: KeyName.nullable().describe('By which key; null for a command.'),
  keyId: keyId
    .nullable()
    .openapi({ type: ['integer', 'null'] })
    .describe('The id of that key; null for a command.'),
  requestId: z.string().nullable().describe('By which request; null for a command.'),
});

export const listActions = operation({
  ...ownerRead,
  operationId: 'listActions',
  method: 'GET',
  path: '/actions',
  summary: 'List what was done to keys, webhooks and settings',
  description:
    'Returns who changed keys, webhooks and the settings of the shop, and when, newest first. The last thousand actions are kept.',
  query: z.object({ limit: Limit }),
  responses: { 200: jsonResponse(z.array(ActionSchema), 'The actions.') },
  async handle(context, { query: { limit = apiLimits.historyPageDefault } }) {
    const actions = await context.app.inventory.store.actions(limit);
    return context.json(200, JSON.stringify(actions.map(describeAction)));
  },
});
