import type { PetStatus } from '../../../client/inventory-types.ts';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import type { DetailField } from '../../../src/domain/pet-details.ts';
import { t } from '../messages/first.ts';

/** How each reason of a change is called. Every reason of the API must have a name here. */
export const reasonNames: Readonly<Record<Reason, string>> = {
  sale: t('reason.sale'),
  arrival: t('reason.arrival'),
  return: t('reason.return'),
  adjustment: t('reason.adjustment'),
  count: t('reason.count'),
  damage: t('reason.damage'),
};

/** The reasons as the editor names them. */
export const reasonChoices = { ...reasonNames, adjustment: t('edit.otherReason') };

export const statusNames: Readonly<Record<PetStatus, string>> = {
  available: t('status.available'),
  pending: t('status.pending'),
  sold: t('status.sold'),
};

/** How the fields of a pet are called: in the table, in forms and in exported files. */
export const fieldNames: Readonly<Record<'petId' | 'quantity' | 'status' | DetailField, string>> = {
  petId: t('stock.petId'),
  quantity: t('stock.quantity'),
  status: t('stock.status'),
  name: t('stock.name'),
  barcode: t('stock.barcode'),
  lowAt: t('stock.lowAt'),
};
