import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as client from 'pawstock-client/inventory-types.ts';
import { timeFields } from 'pawstock-client/parse-json.ts';
import type { z } from 'zod';
import type { ErrorCode } from '../../src/http/errors.ts';
import type * as responses from '../../src/http/openapi/responses.ts';
import type {
  InventoryChangedEvent,
  InventoryLowEvent,
  InventoryOutEvent,
  TestEvent,
} from '../../src/http/openapi/webhooks.ts';
import type { ActionSchema } from '../../src/http/operations/actions.ts';
import type { BackupsSchema } from '../../src/http/operations/backups.ts';
import type { KeyCreation, ManagedKey, NewKey } from '../../src/http/operations/keys.ts';
import type { MailSchema } from '../../src/http/operations/mail.ts';
import type { ShopSchema } from '../../src/http/operations/shop.ts';
import type { AttemptSchema, TestResult } from '../../src/http/operations/webhook-deliveries.ts';
import type {
  NewWebhook,
  WebhookCreation,
  WebhookSchema,
  WebhookUpdate,
} from '../../src/http/operations/webhooks.ts';
import type { detailsUpdate, remarks } from '../../src/http/request/fields.ts';
import { document } from '../support/openapi/schema.ts';

/**
 * The client declares its own types, so that it does not depend on the service. This test compares
 * them with the service's schemas, which also produce the OpenAPI document.
 */

/** A type as JSON represents it: times are strings, and nothing is read-only. */
type Json<T> = T extends Date
  ? string
  : T extends readonly (infer Element)[]
    ? Json<Element>[]
    : T extends object
      ? { -readonly [Field in keyof T]: Json<T[Field]> }
      : T;

type Same<One, Other> =
  (<T>() => T extends Json<One> ? 1 : 2) extends <T>() => T extends Json<Other> ? 1 : 2
    ? true
    : false;

type Output<Schema extends z.ZodType> = z.output<Schema>;

/**
 * Replaces the type of `petIds`, because the service's schemas of webhook endpoints declare pet IDs
 * as integers.
 */
type WithPetIds<T, PetIds> = { [Field in keyof T]: Field extends 'petIds' ? PetIds : T[Field] };
type Listed<T> = WithPetIds<T, bigint[] | null>;
type Chosen<T> = WithPetIds<T, client.PetId[] | null | undefined>;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/**
 * Each row compares a type of the client with the service's type of the same data. Both must be
 * identical.
 */
const same: readonly true[] = [
  true satisfies Same<client.InventoryItem, Output<typeof responses.InventoryItem>>,
  true satisfies Same<client.LedgerEntry, Output<typeof responses.LedgerEntrySchema>>,
  true satisfies Same<client.PetDetails, Output<typeof responses.PetDetailsSchema>>,
  true satisfies Same<client.DetailsUpdate, Output<z.ZodObject<typeof detailsUpdate>>>,
  true satisfies Same<client.Report, Output<typeof responses.ReportSchema>>,
  true satisfies Same<client.Remarks, Output<z.ZodObject<typeof remarks>>>,
  true satisfies Same<client.Reservation, Output<typeof responses.ReservationSchema>>,
  true satisfies Same<client.ReservedStock, Output<typeof responses.ReservedSchema>>,
  true satisfies Same<client.ApiKey, Output<typeof responses.ApiKeySchema>>,
  true satisfies Same<client.ManagedApiKey, Output<typeof ManagedKey>>,
  true satisfies Same<client.NewApiKey, Output<typeof NewKey>>,
  true satisfies Same<client.ApiKeyCreation, Output<typeof KeyCreation>>,
  true satisfies Same<client.Webhook, Listed<Output<typeof WebhookSchema>>>,
  true satisfies Same<client.WebhookWithSecret, Listed<Output<typeof NewWebhook>>>,
  true satisfies Same<client.NewWebhookOptions, Chosen<Output<typeof WebhookCreation>>>,
  true satisfies Same<client.WebhookChanges, Chosen<Output<typeof WebhookUpdate>>>,
  true satisfies Same<client.WebhookTest, Output<typeof TestResult>>,
  true satisfies Same<client.WebhookAttempt, Output<typeof AttemptSchema>>,
  true satisfies Same<
    WithoutId<client.WebhookEvent>,
    | Output<typeof InventoryChangedEvent>
    | Output<typeof InventoryLowEvent>
    | Output<typeof InventoryOutEvent>
    | Output<typeof TestEvent>
  >,
  true satisfies Same<client.OwnerAction, Output<typeof ActionSchema>>,
  true satisfies Same<client.Backups, Output<typeof BackupsSchema>>,
  true satisfies Same<client.Mail, Output<typeof MailSchema>>,
  true satisfies Same<client.Shop, Output<typeof ShopSchema>>,
  true satisfies Same<client.ServiceErrorCode, ErrorCode>,
];

/** A time of each day, such as "07:00", has no date, and stays a text. */
function isTimeOfDay(pattern: string | undefined): boolean {
  return pattern !== undefined && new RegExp(pattern).test('07:00');
}

test('the client makes a Date of every time, and of nothing else', () => {
  assert.ok(same.length > 20);
  const times = new Set<string>();
  for (const [schema, { properties = {} }] of Object.entries(document.components.schemas)) {
    for (const [name, property] of Object.entries(properties)) {
      const isTime = property.format === 'date-time';
      if (isTime) times.add(name);
      const isText = [property.type].flat().includes('string');
      const isRevived = isText && timeFields.includes(name) && !isTimeOfDay(property.pattern);
      assert.equal(isRevived, isTime, `${schema}.${name}`);
    }
  }
  assert.deepEqual([...times].sort(), [...timeFields].sort());
});
