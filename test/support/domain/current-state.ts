import assert from 'node:assert/strict';
import type { Item } from '@pawstock/shared/item.ts';
import { noDetails, type PetDetails } from '@pawstock/shared/pet-details.ts';
import type { CurrentState, Decision } from '../../../src/domain/decide.ts';
import type { Refusal } from '../../../src/domain/errors.ts';
import { BatchReservations, type ReadReservations } from '../../../src/domain/reservation.ts';
import { limits } from '../../../src/limits.ts';

export const nowMs = 1_700_000_000_000;

/** What the rules know of a store with these pets and without reservations, unless told more. */
export function knowing(items: readonly Item[], more: Partial<CurrentState> = {}): CurrentState {
  return {
    item: (id) => items.find(({ petId }) => petId === id),
    details: () => noDetails,
    barcodeHolder: () => undefined,
    reservations: reserving({}),
    idempotencyRecord: undefined,
    nextSeq: 100,
    atMs: nowMs,
    limits,
    ...more,
  };
}

/** The reservations of a store, at the time `nowMs`. */
export function reserving(read: Partial<ReadReservations>): BatchReservations {
  const none: ReadReservations = { named: [], held: [], rowCount: 0, revision: 0 };
  return new BatchReservations({ ...none, ...read }, nowMs, limits);
}

/** What the rules know of the details of pets, and of whose barcode is whose. */
export function describing(
  pets: readonly PetDetails[],
): Pick<CurrentState, 'details' | 'barcodeHolder'> {
  return {
    details: (id) => pets.find(({ petId }) => petId === id) ?? noDetails,
    barcodeHolder: (code) => pets.find(({ barcode }) => barcode === code)?.petId,
  };
}

export type Applied = Extract<Decision, { result: 'applied' }>;

export function appliedBy(decision: Decision): Applied {
  assert.equal(decision.result, 'applied', `the write was ${decision.result}`);
  return decision;
}

export function refusalBy(decision: Decision): Refusal {
  assert.equal(decision.result, 'refused', `the write was ${decision.result}`);
  return decision.refusal;
}
