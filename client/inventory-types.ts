import type { z } from 'zod';
import type { ErrorCode } from '../src/http/errors.ts';
import type {
  ApiKeySchema,
  LedgerEntrySchema,
  PetDetailsSchema,
  InventoryItem as PublishedItem,
  ReportSchema,
  ReservationSchema,
  ReservedSchema,
} from '../src/http/openapi/responses.ts';
import type { ActionSchema } from '../src/http/operations/actions.ts';
import type { KeyCreation, ManagedKey, NewKey } from '../src/http/operations/keys.ts';
import type { AttemptSchema, TestResult } from '../src/http/operations/webhook-deliveries.ts';
import type { NewWebhook, WebhookCreation, WebhookSchema, WebhookUpdate } from '../src/http/operations/webhooks.ts';
import type { Delta, detailsUpdate, PetIdField, Quantity, remarks, Version } from '../src/http/request/fields.ts';

/**
 * The types of requests and responses, derived from the schemas that also produce the OpenAPI document. Only types are
 * imported, so the client needs nothing of the service at run time.
 */

/** A number is accepted where it is exact, from -(2^53 - 1) to 2^53 - 1. The client always returns a bigint. */
export type PetId = z.output<typeof PetIdField> | number;

export type InventoryItem = z.output<typeof PublishedItem>;
export type PetStatus = InventoryItem['status'];

/** The schema calls the petId an integer; here it is exact. */
export type LedgerEntry = Omit<z.output<typeof LedgerEntrySchema>, 'petId'> & { petId: bigint };

/** A pet's name, barcode and low level. A field is null if the pet does not have it. */
export type PetDetails = z.output<typeof PetDetailsSchema>;
/** Null clears a field. Fields that are left out stay as they are. */
export type DetailsUpdate = z.output<z.ZodObject<typeof detailsUpdate>>;

/** The sums of a span of time for each pet. The schema calls the petIds integers; here they are exact. */
export type Report = Omit<z.output<typeof ReportSchema>, 'pets'> & { pets: ReportedPet[] };
export type ReportedPet = Omit<z.output<typeof ReportSchema>['pets'][number], 'petId'> & { petId: bigint };

export type Remarks = z.output<z.ZodObject<typeof remarks>>;
export type QuantityUpdate = { quantity: z.output<typeof Quantity> } & Remarks;
export type Adjustment = { delta: z.output<typeof Delta> } & Remarks;
export type InventoryEntry = Pick<InventoryItem, 'quantity' | 'status'>;
/** Sets the quantity, changes it by a difference, or, with an admin key, adds or replaces the pet with its details. */
export type BatchRow = { petId: PetId; version?: z.output<typeof Version> | undefined } & (
  | (QuantityUpdate & { status?: undefined })
  | (QuantityUpdate & { status: PetStatus } & DetailsUpdate)
  | Adjustment
);

export type Reservation = z.output<typeof ReservationSchema>;
/** `expiresIn` is in seconds. Default: 900. */
export type ReservationRequest = {
  items: readonly { petId: PetId; quantity: number }[];
  expiresIn?: number | undefined;
  note?: Remarks['note'];
};
export type ReservedStock = z.output<typeof ReservedSchema>;

export type ApiKey = z.output<typeof ApiKeySchema>;

/** An API key with the fields that only a key with the scope `owner` may read. */
export type ManagedApiKey = z.output<typeof ManagedKey>;
/** The secret is null if a lost response was retried and the key exists already. Rotate it then. */
export type NewApiKey = z.output<typeof NewKey>;
export type ApiKeyCreation = z.input<typeof KeyCreation>;

type Exact<T> = Omit<T, 'petIds'> & { petIds: bigint[] | null };
type Given<T> = Omit<T, 'petIds'> & { petIds?: readonly PetId[] | null | undefined };
export type Webhook = Exact<z.output<typeof WebhookSchema>>;
/** The secret is null if a lost response was retried and the endpoint exists already. Rotate it then. */
export type WebhookWithSecret = Exact<z.output<typeof NewWebhook>>;
export type NewWebhookOptions = Given<z.input<typeof WebhookCreation>>;
export type WebhookChanges = Given<z.input<typeof WebhookUpdate>>;
/** Where a replay begins: after a ledger sequence, or at an RFC 3339 time. */
export type WebhookReplayStart = { readonly after: number } | { readonly since: string };
export type WebhookTest = z.output<typeof TestResult>;
export type WebhookAttempt = Omit<z.output<typeof AttemptSchema>, 'petId'> & { petId: bigint | null };
/** A change of a key or a webhook. */
export type OwnerAction = z.output<typeof ActionSchema>;

/** The error codes that the service knows today. A later version may have more. */
export type ServiceErrorCode = ErrorCode;
