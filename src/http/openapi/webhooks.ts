import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { extensionMark } from '../operation.ts';
import { described, namedObject, z } from '../zod.ts';
import { LedgerEntrySchema } from './responses.ts';

const timestamp = described(z.iso.datetime(), 'When, in UTC.', '2026-01-31T09:30:00.000Z');

const DescribedLedgerEntry = namedObject(
  'DescribedLedgerEntry',
  {
    ...LedgerEntrySchema.shape,
    name: z.string().nullable().describe('The name of the pet; null if it has none.'),
    barcode: z.string().nullable().describe('Its barcode; null if it has none.'),
  },
  { description: 'A change in the ledger, with name and barcode of the pet.' },
);

/** The schema of an event about a change of stock. Its `type` is a constant. */
function inventoryEvent<const Type extends string>(name: string, type: Type) {
  return namedObject(name, {
    type: z.literal(type).describe('What has happened.'),
    timestamp,
    data: DescribedLedgerEntry,
  });
}

export const InventoryChangedEvent = inventoryEvent('InventoryChangedEvent', 'inventory.changed');
export const InventoryLowEvent = inventoryEvent('InventoryLowEvent', 'inventory.low');
export const InventoryOutEvent = inventoryEvent('InventoryOutEvent', 'inventory.out');

export const TestEvent = namedObject('TestEvent', {
  type: z.literal('webhook.test').describe('What this is.'),
  timestamp,
  data: z
    .object({ endpoint: described(z.string(), 'Its name.', 'shop') })
    .describe('The endpoint.'),
});

const responses = {
  '2XX': { description: 'The event has arrived. The next one follows.' },
  410: { description: 'Nothing more is wanted: the endpoint is disabled.' },
  default: { description: 'The event is sent again later, for up to three days.' },
};

const testResponses = {
  '2XX': { description: 'The endpoint accepts the event.' },
  default: { description: 'It does not. The event is not sent again.' },
};

type DocumentedEvent = {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly summary: string;
  readonly description: string;
  readonly responses: typeof responses | typeof testResponses;
};

const events: readonly DocumentedEvent[] = [
  {
    name: 'inventory.changed',
    schema: InventoryChangedEvent,
    summary: 'Stock has changed',
    description: 'Sent for every change in the ledger.',
    responses,
  },
  {
    name: 'inventory.low',
    schema: InventoryLowEvent,
    summary: 'Stock is low',
    description:
      'Sent when a quantity falls to the lowAt of the pet, or below. For a pet without one it is the level of the endpoint, 5 unless it was added with another.',
    responses,
  },
  {
    name: 'inventory.out',
    schema: InventoryOutEvent,
    summary: 'Stock is used up',
    description: 'Sent when a quantity falls to 0.',
    responses,
  },
  {
    name: 'webhook.test',
    schema: TestEvent,
    summary: 'Test of an endpoint',
    description: 'Sent once, on request, to see how the endpoint responds.',
    responses: testResponses,
  },
];

const headers = z.object({
  'webhook-id': z
    .string()
    .describe('The same however often the event is sent. Skip those you know.'),
  'webhook-timestamp': z.string().describe('When it was sent, in seconds since 1970.'),
  'webhook-signature': z
    .string()
    .describe(
      '"v1," and the HMAC-SHA256 of id, timestamp and body, joined by full stops, in Base64.',
    ),
});

export function registerWebhooks(registry: OpenAPIRegistry): void {
  for (const { name, schema, summary, description, responses: documented } of events) {
    registry.registerWebhook({
      method: 'post',
      path: name,
      operationId: name,
      tags: ['extensions'],
      summary,
      description: `${description} In the form of the Standard Webhooks specification.`,
      security: [],
      ...extensionMark,
      request: { headers, body: { required: true, content: { 'application/json': { schema } } } },
      responses: documented,
    });
  }
}
