import { toJson } from '@pawstock/shared/exact-json.ts';
import { quantityMax } from '@pawstock/shared/item.ts';
import { apiLimits } from '../../api-limits.ts';
import { attemptEvents, attemptOutcome } from '../../domain/webhook-attempt.ts';
import { lastSeqBefore } from '../../inventory/history-search.ts';
import { answerText } from '../../json/delivery-text.ts';
import { describeAttempt, describeWebhook } from '../../json/webhook-json.ts';
import { jsonResponse } from '../openapi/responses.ts';
import { operation } from '../operation.ts';
import { bodyInteger, bodyObject, Instant, instantRule, WebhookName } from '../request/fields.ts';
import { described, namedObject, openEnum, z } from '../zod.ts';
import { ownerRead, ownerWrite, perform, webhookIn } from './actions.ts';
import {
  DeliveryFailure,
  findWebhook,
  ResponseStatus,
  sequence,
  WebhookSchema,
} from './webhooks.ts';

/**
 * The operations that test and replay a webhook endpoint, and the operation that lists its delivery
 * attempts.
 */

export const TestResult = namedObject('WebhookTest', {
  delivered: z.boolean().describe('Whether it accepts the event.'),
  answer: described(z.string(), 'How it responds, in a few words.', '200'),
  status: ResponseStatus.nullable().describe('Its HTTP status; null without a response.'),
  failure: DeliveryFailure.nullable(),
  durationMs: sequence('How many milliseconds it takes.'),
  response: z.string().nullable().describe('The first KiB of its response.'),
});

export const testWebhook = operation({
  ...ownerRead,
  operationId: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{name}/test',
  param: WebhookName,
  summary: 'Send a test event',
  description: 'Sends a signed test event to the endpoint now, once, and returns how it responds.',
  responses: { 200: jsonResponse(TestResult, 'How it responds.') },
  async handle(context, { param: name }) {
    const { settings } = await findWebhook(context, name);
    const attempt = await context.app.webhooks.test(settings, context.key.keyId);
    const { status, failure, durationMs, response } = attempt;
    const delivered = attemptOutcome(attempt) === 'delivered';
    const answer = answerText(attempt);
    return context.json(
      200,
      JSON.stringify({ delivered, answer, status, failure, durationMs, response }),
    );
  },
});

const replayFields = {
  after: bodyInteger(0, quantityMax, 'Sends again what came after this sequence.').optional(),
  since: Instant('Sends again what happened at this time or later.', instantRule),
};
const WebhookReplay = bodyObject('WebhookReplay', replayFields, {
  minProperties: 1,
  maxProperties: 1,
}).refine(({ after, since }) => (after === undefined) !== (since === undefined), {
  error: 'must have exactly one of after and since',
});

export const replayWebhook = operation({
  ...ownerWrite,
  operationId: 'replayWebhook',
  method: 'POST',
  path: '/webhooks/{name}/replay',
  param: WebhookName,
  summary: 'Send events again',
  description:
    'Sends what the endpoint has acknowledged again, with the same ids, in the order of the ledger: from exactly one of after and since on. New events go first: one that is sent again waits while there are any. Another replay takes the place of one that is under way.',
  body: WebhookReplay,
  responses: {
    200: jsonResponse(
      WebhookSchema,
      'The endpoint with its replay; null if there is nothing to send again.',
    ),
  },
  async handle(context, { param: name, body }) {
    const { store, snapshot } = context.app.inventory;
    const after = body.after ?? (await lastSeqBefore(store, snapshot.seq, body.since ?? 0));
    const replayed = await perform(context, { kind: 'webhook.replay', name, after }, body);
    return context.json(200, toJson(describeWebhook(webhookIn(replayed))));
  },
});

export const AttemptSchema = namedObject('WebhookAttempt', {
  at: z.iso.datetime().describe('When, in UTC.'),
  seq: sequence('The change that it was about; 0 for a test.'),
  petId: described(z.bigint().nullable(), 'The pet that changed; null for a test.', 1, {
    type: ['integer', 'null'],
    format: 'int64',
  }),
  event: openEnum('AttemptEventName', attemptEvents, 'An event that was sent to an endpoint.'),
  status: TestResult.shape.status,
  error: z.string().nullable().describe('Why there was no response; null if there was one.'),
  failure: TestResult.shape.failure,
  durationMs: TestResult.shape.durationMs,
  response: TestResult.shape.response,
});

export const listWebhookAttempts = operation({
  ...ownerRead,
  operationId: 'listWebhookAttempts',
  method: 'GET',
  path: '/webhooks/{name}/attempts',
  param: WebhookName,
  summary: 'List the last attempts to deliver',
  description: `Returns the last ${apiLimits.webhookAttemptsUsual} attempts to deliver events to the endpoint, tests among them, newest first. They are stored every second.`,
  responses: { 200: jsonResponse(z.array(AttemptSchema), 'The attempts.') },
  async handle(context, { param: name }) {
    await findWebhook(context, name);
    const attempts = await context.app.inventory.store.attempts(name);
    return context.json(200, toJson(attempts.map(describeAttempt)));
  },
});
