import { toJson } from '@pawstock/shared/exact-json.ts';
import { quantityMax } from '@pawstock/shared/item.ts';
import { apiLimits } from '../../api-limits.ts';
import {
  noWebhook,
  viewOf,
  type Webhook,
  webhookStates,
  webhookUrlFault,
} from '../../domain/webhook.ts';
import { deliveryFailures, webhookEvents } from '../../domain/webhook-attempt.ts';
import { failureText } from '../../json/delivery-text.ts';
import { describeWebhook } from '../../json/webhook-json.ts';
import { hasForbiddenAddress } from '../../webhooks/networks.ts';
import { newWebhookSecret, sealSecret } from '../../webhooks/secret.ts';
import { HttpError } from '../errors.ts';
import { jsonResponse, locationHeader, RecordedChangeReason } from '../openapi/responses.ts';
import { documentedInteger, operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import {
  bodyInteger,
  bodyList,
  bodyObject,
  bodyUpdate,
  ChangeReason,
  oneOf,
  PetIdField,
  WebhookName,
} from '../request/fields.ts';
import { namedObject, openEnum, z } from '../zod.ts';
import {
  ownerRead,
  ownerWrite,
  type Performed,
  perform,
  secretField,
  shownSecret,
  webhookIn,
} from './actions.ts';
import { locationOf, noContent } from './changes.ts';

/**
 * A schema of a list of values of an enumeration. The list is put in the order of the enumeration,
 * without repetition.
 */
const someOf = <Value extends string>(
  element: z.ZodEnum<Record<Value, Value>>,
  description: string,
) => {
  const values = element.options;
  const error = `must have some of ${values.join(', ')}`;
  return z
    .array(element, { error })
    .min(1, { error })
    .transform((chosen) => values.filter((value) => chosen.includes(value)))
    .describe(description);
};

const petIdsRule = `must have 1 to ${apiLimits.webhookFilterPetsMax} petIds, or be null for all pets`;

const WebhookEventName = oneOf(webhookEvents).openapi('WebhookEventName', {
  description: 'An event that a webhook endpoint can get.',
});
const SubscribedEventName = openEnum(
  'SubscribedEventName',
  webhookEvents,
  'An event that a webhook endpoint gets.',
);

/** The settings of a webhook endpoint, which the caller chooses. */
const choices = {
  url: z
    .string({ error: 'must be an http or https URL' })
    .superRefine((text, context) => {
      const fault = webhookUrlFault(text);
      if (fault !== undefined)
        context.addIssue({ code: 'custom', message: `cannot be used: ${fault}` });
    })
    .openapi({
      format: 'uri',
      maxLength: apiLimits.webhookUrlCharactersMax,
      description: 'Where events are posted to.',
    }),
  events: someOf(WebhookEventName, 'Which events it gets.'),
  low: bodyInteger(
    0,
    quantityMax,
    'The quantity that is low, for pets without a level of their own; null for the level of the shop.',
  )
    .nullable()
    .openapi({ type: ['integer', 'null'] }),
  petIds: bodyList(PetIdField, apiLimits.webhookFilterPetsMax, petIdsRule)
    .nullable()
    .describe('Only changes of these pets; null for all.'),
  reasons: someOf(ChangeReason, 'Only changes with these reasons; null for all.').nullable(),
};

const time = (description: string) => z.iso.datetime().nullable().describe(description);
export const sequence = (description: string) =>
  z.int().openapi({ ...documentedInteger(0, quantityMax), description });

export const ResponseStatus = z.int().min(100).max(599).openapi({ example: 200 });

export const DeliveryFailure = openEnum(
  'DeliveryFailure',
  Object.values(deliveryFailures),
  'Why an endpoint gave no response: a code of ours, or one of the system, such as ECONNREFUSED.',
);

const endpoint = {
  name: WebhookName.describe('What it is called, in the Unicode form NFC.'),
  ...choices,
  events: z.array(SubscribedEventName).describe('Which events it gets.'),
  reasons: z
    .array(RecordedChangeReason)
    .nullable()
    .describe('Only changes with these reasons; null for all.'),
  publicOnly: z
    .boolean()
    .describe('Whether it reaches public addresses and WEBHOOK_NETWORKS only.'),
  state: openEnum('WebhookState', webhookStates, 'How a webhook endpoint is doing.'),
  createdAt: z.iso.datetime().describe('When it was added, in UTC.'),
  position: sequence('The last change that it has acknowledged or did not want.'),
  lag: sequence('How many changes have happened since.'),
  replay: z
    .object({ position: sequence('How far it has come.'), until: sequence('Where it ends.') })
    .nullable()
    .describe('What is being sent again; null if nothing is.'),
  lastAnswer: z.string().nullable().describe('Its last response in a few words.'),
  lastStatus: ResponseStatus.nullable().describe(
    'The HTTP status of its last response; null if it gave none.',
  ),
  lastFailure: DeliveryFailure.nullable(),
  lastAnswerAt: time('When that was.'),
  failingSinceAt: time('Since when it fails; null if it does not.'),
  nextAttemptAt: time('When a failed event is sent again.'),
  disabledAt: time('Since when it is disabled; null if it is not.'),
  secretOverlapEndsAt: time('Until when the secret before the last rotation signs, too.'),
};
export const WebhookSchema = namedObject('Webhook', endpoint);
export const NewWebhook = namedObject('NewWebhook', { ...endpoint, secret: secretField });

/** Finds the webhook endpoint with this name. Throws if there is none. */
export async function findWebhook(context: Context, name: string): Promise<Webhook> {
  const { webhooks } = await context.app.inventory.store.webhooks();
  const webhook = webhooks.find(({ settings }) => settings.name === name);
  if (webhook === undefined) {
    const refusal = noWebhook(name);
    throw new HttpError(refusal.code, refusal.message, refusal);
  }
  return webhook;
}

function checkUrl({ app }: Context, url: string): string {
  const parsed = new URL(url);
  if (!hasForbiddenAddress(parsed, app.webhooks.sending.networks)) return parsed.href;
  throw new HttpError(
    'invalid_value',
    `"url" cannot be used: ${failureText(deliveryFailures.addressForbidden)}.`,
  );
}

function newWebhookJson(performed: Performed, secret: string): string {
  return toJson({
    ...describeWebhook(webhookIn(performed)),
    secret: shownSecret(performed, secret),
  });
}

export const listWebhooks = operation({
  ...ownerRead,
  operationId: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  description: 'Returns all endpoints, without their secrets.',
  responses: { 200: jsonResponse(z.array(WebhookSchema), 'The endpoints.') },
  async handle(context) {
    const { inventory } = context.app;
    const { webhooks } = await inventory.store.webhooks();
    const lastSeq = inventory.snapshot.seq;
    const shown = webhooks.map((webhook) => describeWebhook(viewOf(webhook, lastSeq)));
    return context.json(200, toJson(shown));
  },
});

export const WebhookCreation = bodyObject('WebhookCreation', {
  name: endpoint.name,
  ...z.object(choices).partial({ events: true, low: true, petIds: true, reasons: true }).shape,
});

export const addWebhook = operation({
  ...ownerWrite,
  operationId: 'addWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook endpoint',
  description:
    'Returns the new endpoint with the secret that its webhooks are signed with, which is shown only this once. It begins with the next change.',
  body: WebhookCreation,
  responses: {
    201: jsonResponse(NewWebhook, 'The new endpoint.', locationHeader('the new endpoint')),
  },
  errors: [409],
  async handle(context, { body }) {
    const { name, ...chosen } = body;
    const url = checkUrl(context, body.url);
    const { platform, webhooks } = context.app;
    const id = platform.randomUUID();
    const plain = newWebhookSecret(platform);
    const secret = sealSecret(plain, id, webhooks.sending.secretKey, platform);
    const webhook = { ...chosen, id, url, secret, publicOnly: true };
    const added = await perform(context, { kind: 'webhook.add', name, webhook }, body);
    return context.json(201, newWebhookJson(added, plain), locationOf(context, name));
  },
});

export const getWebhook = operation({
  ...ownerRead,
  operationId: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{name}',
  param: WebhookName,
  summary: 'Get one webhook endpoint',
  description: 'Returns an endpoint and how far its deliveries have come.',
  responses: { 200: jsonResponse(WebhookSchema, 'The endpoint.') },
  async handle(context, { param: name }) {
    const webhook = await findWebhook(context, name);
    const view = viewOf(webhook, context.app.inventory.snapshot.seq);
    return context.json(200, toJson(describeWebhook(view)));
  },
});

const changeable = z
  .object({ ...choices, paused: z.boolean({ error: 'must be true or false' }) })
  .partial();
export const WebhookUpdate = bodyUpdate(
  'WebhookUpdate',
  changeable.shape,
  'must have at least one field',
);

export const updateWebhook = operation({
  ...ownerWrite,
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{name}',
  param: WebhookName,
  summary: 'Change, pause or resume a webhook endpoint',
  description:
    'Changes the fields that it names. A paused endpoint gets nothing, and continues where it stopped when paused is false again; so does one that was disabled.',
  body: WebhookUpdate,
  responses: { 200: jsonResponse(WebhookSchema, 'The endpoint after the change.') },
  async handle(context, { param: name, body }) {
    const address =
      body.url === undefined ? {} : { url: checkUrl(context, body.url), publicOnly: true };
    const change = { ...body, ...address };
    const updated = await perform(context, { kind: 'webhook.update', name, change }, body);
    return context.json(200, toJson(describeWebhook(webhookIn(updated))));
  },
});

export const removeWebhook = operation({
  ...ownerWrite,
  operationId: 'removeWebhook',
  method: 'DELETE',
  path: '/webhooks/{name}',
  param: WebhookName,
  summary: 'Remove a webhook endpoint',
  description: 'Removes an endpoint. Changes that were not delivered are never sent.',
  responses: { 204: { description: 'The endpoint is removed.' } },
  async handle(context, { param: name }) {
    await perform(context, { kind: 'webhook.remove', name });
    return noContent(context);
  },
});

const dayS = 86_400;

export const rotateWebhookSecret = operation({
  ...ownerWrite,
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{name}/rotation',
  param: WebhookName,
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Returns the endpoint with a new secret, which is shown only this once. For the overlap, events have the signatures of both.',
  body: bodyObject('WebhookRotation', {
    overlap: bodyInteger(
      0,
      30 * dayS,
      'For how many seconds the old secret signs, too: a day if left out.',
    ).optional(),
  }),
  responses: { 200: jsonResponse(NewWebhook, 'The endpoint with its new secret.') },
  async handle(context, { param: name, body }) {
    const { inventory, platform, webhooks: delivering } = context.app;
    const { webhooks } = await inventory.store.webhooks();
    // If there is no such endpoint, `perform` refuses the request, unless it repeats an earlier
    // successful request.
    const id =
      webhooks.find(({ settings }) => settings.name === name)?.settings.id ?? platform.randomUUID();
    const plain = newWebhookSecret(platform);
    const secret = sealSecret(plain, id, delivering.sending.secretKey, platform);
    const overlapMs = (body.overlap ?? dayS) * 1000;
    const rotated = await perform(
      context,
      { kind: 'webhook.rotate', name, id, secret, overlapMs },
      body,
    );
    return context.json(200, newWebhookJson(rotated, plain));
  },
});
