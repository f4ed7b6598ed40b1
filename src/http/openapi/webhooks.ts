import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { type WebhookEvent, webhookEvents } from '../../domain/webhook.ts';
import { LedgerEntrySchema } from './ledger-entry.ts';
import { z } from './zod.ts';

/** The events that the service posts to endpoints of webhooks. */

const descriptions: Readonly<Record<WebhookEvent, string>> = {
  changed: 'Sent for every change in the ledger.',
  low: 'Sent when a quantity falls to the level that the endpoint calls low, or below; 5 unless it was added with another.',
  out: 'Sent when a quantity falls to 0.',
};

const names = webhookEvents.map((event) => `inventory.${event}` as const);

const InventoryEvent = z
  .object({
    type: z.enum(names).openapi({ description: 'What has happened.' }),
    timestamp: z.iso.datetime().openapi({ description: 'When, in UTC.', example: '2026-01-31T09:30:00.000Z' }),
    data: z
      .object({
        ...LedgerEntrySchema.shape,
        name: z.string().nullable().openapi({ description: 'The name of the pet; null if it has none.' }),
      })
      .openapi('NamedLedgerEntry', { description: 'A change in the ledger, and the name of the pet.' }),
  })
  .openapi('InventoryEvent');

const headers = z.object({
  'webhook-id': z.string().openapi({ description: 'The same however often the event is sent. Skip those you know.' }),
  'webhook-timestamp': z.string().openapi({ description: 'When it was sent, in seconds since 1970.' }),
  'webhook-signature': z.string().openapi({
    description: '"v1," and the HMAC-SHA256 of id, timestamp and body, joined by full stops, in Base64.',
  }),
});

export function registerWebhooks(registry: OpenAPIRegistry): void {
  for (const event of webhookEvents) {
    registry.registerWebhook({
      method: 'post',
      path: `inventory.${event}`,
      operationId: `inventory.${event}`,
      tags: ['extensions'],
      description: `${descriptions[event]} In the form of the Standard Webhooks specification.`,
      security: [],
      request: {
        headers,
        body: { required: true, content: { 'application/json': { schema: InventoryEvent } } },
      },
      responses: {
        '2XX': { description: 'The event has arrived. The next one follows.' },
        410: { description: 'Nothing more is wanted: the endpoint is disabled.' },
        default: { description: 'The event is sent again later, for up to three days.' },
      },
    });
  }
}
