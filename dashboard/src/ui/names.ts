import { petStatuses } from '@pawstock/shared/item.ts';
import { reasons } from '@pawstock/shared/ledger-entry.ts';
import type { DetailField } from '@pawstock/shared/pet-details.ts';
import { t } from '../messages/first.ts';

function namesOf<T extends string>(
  codes: readonly T[],
  nameOf: (code: T) => string,
): Readonly<Record<T, string>> {
  return Object.fromEntries(codes.map((code) => [code, nameOf(code)])) as Record<T, string>;
}

export const reasonNames = namesOf(reasons, (reason) => t(`reason.${reason}`));

/** A reason in words. One that only a later service knows is shown as it is. */
export function reasonName(reason: string): string {
  const known = reasons.find((one) => one === reason);
  return known === undefined ? reason : reasonNames[known];
}

/**
 * The names of the reasons for a change in a pet's editor, which shows the reason "adjustment" as
 * "other". The letter of "died" is not its first one, which is often that of "damage", too.
 */
export const reasonChoices = {
  ...reasonNames,
  adjustment: t('edit.otherReason'),
  died: `${reasonNames.died} (x)`,
};
export const statusNames = namesOf(petStatuses, (status) => t(`status.${status}`));

/** The names of a pet's fields in the table, in forms and in exported files. */
export const fieldNames: Readonly<Record<'petId' | 'quantity' | 'status' | DetailField, string>> = {
  petId: t('stock.petId'),
  quantity: t('stock.quantity'),
  status: t('stock.status'),
  name: t('stock.name'),
  barcode: t('stock.barcode'),
  lowAt: t('stock.lowAt'),
};
