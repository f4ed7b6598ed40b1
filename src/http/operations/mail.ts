import { DomainError } from '../../domain/errors.ts';
import { isoTime } from '../../domain/instant.ts';
import { timeOfDayText } from '../../mail/mail-settings.ts';
import { jsonResponse } from '../openapi/responses.ts';
import { extension, operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { described, namedObject, z } from '../zod.ts';
import { ownerRead } from './actions.ts';

export const MailSchema = namedObject('Mail', {
  configured: z.boolean().describe('Whether the service sends mail.'),
  at: described(
    z
      .string()
      .regex(/^\d\d:\d\d$/)
      .nullable(),
    'When the mail of a day is sent, in the time zone of the shop; null if none is.',
    '07:00',
  ),
  to: z.array(described(z.string(), 'An address that gets it.', 'owner@shop.example')),
  lastSentAt: z.iso
    .datetime()
    .nullable()
    .describe('When a mail was last sent, in UTC; null if none was yet.'),
  lastError: described(
    z.string().nullable(),
    'Why the last attempt failed; null if it did not.',
    'connect ECONNREFUSED 192.0.2.1:587',
  ),
});

export const getMail = operation({
  ...ownerRead,
  operationId: 'getMail',
  method: 'GET',
  path: '/mail',
  summary: 'Get whether mail is sent',
  description:
    'Returns when and to whom the service sends its mail of each morning, and how the last attempt ended.',
  responses: { 200: jsonResponse(MailSchema, 'The mail of the service.') },
  handle: async (context) => context.json(200, await mailJson(context)),
});

export const testMail = operation({
  ...extension,
  scope: 'owner',
  operationId: 'testMail',
  method: 'POST',
  path: '/mail/test',
  summary: 'Send the mail of this morning now',
  description:
    'Sends the mail of this morning at once, and returns how that ended. A failure is in `lastError`. Nothing is sent if the service has no mail server: `configured` is then false.',
  responses: { 200: jsonResponse(MailSchema, 'The mail of the service.') },
  async handle(context) {
    const { mailer } = context.app;
    // What went wrong is stored, and part of the response.
    await mailer?.sendNow(context.key.keyId).catch(throwIfOverloaded);
    return context.json(200, await mailJson(context));
  },
});

function throwIfOverloaded(error: unknown): void {
  if (error instanceof DomainError && error.code === 'overloaded') throw error;
}

async function mailJson({ app }: Context): Promise<string> {
  const { lastSentAtMs, lastError } = await app.inventory.store.mailStatus();
  const settings = app.mailer?.settings;
  return JSON.stringify({
    configured: settings !== undefined,
    at: settings === undefined ? null : timeOfDayText(settings.at),
    to: settings?.to ?? [],
    lastSentAt: lastSentAtMs === null ? null : isoTime(lastSentAtMs),
    lastError,
  });
}
