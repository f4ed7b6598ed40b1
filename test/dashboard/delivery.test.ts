import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import { type Delivered, mergeDelivery } from '../../dashboard/src/counter/delivery.ts';
import type { Line } from '../../dashboard/src/counter/sheet.ts';
import { petOf } from '../../dashboard/src/stock/pet.ts';

const ean = '4006381333931';

/** What has come of a pet in stock. */
function come(petId: bigint, units: number): Delivered {
  return {
    pet: petOf({ petId, quantity: 20, status: 'available' }, noDetails),
    units,
    newPet: undefined,
  };
}

/** What has come of a pet that is not in stock yet. */
function comeNew(petId: bigint, units: number, barcode: string | null): Delivered {
  const newPet = { ...noDetails, barcode, status: 'available' } as const;
  return { pet: petOf({ petId, quantity: 0, status: 'available' }, newPet), units, newPet };
}

function line(petId: bigint, amount: string, known: Partial<Line> = {}): Line {
  return { petId, amount, seen: 20, version: 3, ...known };
}

const merge = (lines: readonly Line[], ...delivered: readonly Delivered[]) =>
  mergeDelivery(lines, delivered, () => 7);

const shown = (lines: readonly Line[]) => lines.map(({ petId, amount }) => `${petId}: ${amount}`);

describe('a delivery note on the list of a delivery', () => {
  test('has its pets in their order, before those that are on the list', () => {
    const lines = merge([line(5n, '1')], come(9n, 2), come(1n, 3));
    assert.deepEqual(shown(lines), ['9: 2', '1: 3', '5: 1']);
  });

  test('shows the quantity and the version that its pets have now', () => {
    const [first] = merge([], come(9n, 2));
    assert.deepEqual(first, { petId: 9n, amount: '2', seen: 20, version: 7 });
  });

  test('adds its units to those of a pet that is on the list', () => {
    const lines = merge([line(5n, '1'), line(9n, '4')], come(9n, 2));
    assert.deepEqual(shown(lines), ['9: 6', '5: 1']);
  });

  test('fills in what has come of a pet that was ordered', () => {
    assert.deepEqual(shown(merge([line(9n, '')], come(9n, 2))), ['9: 2']);
  });

  test('keeps what was seen of a pet that is on the list', () => {
    const [first] = merge([line(9n, '4', { seen: 11, version: 2 })], come(9n, 2));
    assert.deepEqual(first, { petId: 9n, amount: '6', seen: 11, version: 2 });
  });

  test('adds up a pet that it has twice', () => {
    assert.deepEqual(shown(merge([], come(9n, 2), come(1n, 1), come(9n, 3))), ['9: 5', '1: 1']);
  });

  test('adds to a new pet on the list that has the same barcode, however it is written', () => {
    const newPet = { ...noDetails, barcode: `0${ean}`, status: 'available' } as const;
    const lines = merge([line(30n, '1', { newPet })], comeNew(31n, 2, ean));
    assert.deepEqual(shown(lines), ['30: 3']);
  });

  test('has a line for each new pet without a barcode', () => {
    const lines = merge([], comeNew(30n, 1, null), comeNew(31n, 2, null));
    assert.deepEqual(shown(lines), ['30: 1', '31: 2']);
  });

  test('adds a new pet with what is known of it', () => {
    const [first] = merge([], comeNew(30n, 1, ean));
    assert.deepEqual(first?.newPet, { ...noDetails, barcode: ean, status: 'available' });
  });
});
