import type { z } from 'zod';
import type { LedgerEntrySchema } from '../src/http/entry-json.ts';
import type {
  Delta,
  ErrorSchema,
  InventoryUpdate,
  PetIdField,
  InventoryItem as PublishedItem,
  remarks,
  Version,
} from '../src/http/schemas.ts';

/**
 * What the service takes and gives, from the declarations that also make its OpenAPI document. Only types are imported:
 * nothing of the service comes along at run time.
 */

export type InventoryItem = z.output<typeof PublishedItem>;
export type PetStatus = InventoryItem['status'];

/** The document can only say "integer" of a petId; here it has every digit. */
export type LedgerEntry = Omit<z.output<typeof LedgerEntrySchema>, 'petId'> & { petId: bigint };

export type Remarks = z.output<z.ZodObject<typeof remarks>>;
export type QuantityUpdate = z.output<typeof InventoryUpdate> & Remarks;
export type Adjustment = { delta: z.output<typeof Delta> } & Remarks;
export type Entry = Pick<InventoryItem, 'quantity' | 'status'>;
export type BatchRow = {
  petId: z.output<typeof PetIdField>;
  version?: z.output<typeof Version> | undefined;
} & QuantityUpdate;

/** The codes that the service answers with. */
export type ServiceErrorCode = z.output<typeof ErrorSchema>['code'];
