import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { setHolders } from '../../dashboard/src/stock/barcodes.ts';
import {
  askAboutCode,
  isCode,
  newPetOf,
  parseQuantity,
  withoutAim,
  writeQuantity,
} from '../../dashboard/src/stock/pet.ts';
import { quantityMax } from '../../src/domain/item.ts';

const barcodes = ['12', '4321', '1234567', 'A-7', '40063813'];
setHolders(new Map(barcodes.map((barcode, index) => [barcode, BigInt(index + 1)])));

test('a text of eight digits or more, or the barcode of a pet, is never a quantity', () => {
  for (const text of [...barcodes, '12345678', '4006381333931', '00000007', ' 12 ', ']E040063813', ']C14321']) {
    assert.equal(isCode(text), true, text);
    assert.equal(parseQuantity(text), undefined, text);
    assert.match(askAboutCode(text) ?? '', /barcode/, text);
  }
  for (const [text, quantity] of [
    ['7', 7],
    ['012', 12],
    ['1234568', 1_234_568],
    ['12,345,678', 12_345_678],
    ['1 234 567', 1_234_567],
  ] as const) {
    assert.equal(parseQuantity(text), quantity, text);
    assert.equal(askAboutCode(text), undefined, text);
  }
  assert.equal(
    askAboutCode('40063813'),
    '“40063813” is the barcode of pet\u00a05, so it is not a quantity. If you mean the number, type 40,063,813.',
  );
});

test('a quantity that the page writes is read as this quantity', () => {
  const quantities = fc.oneof(
    fc.nat(99),
    fc.nat({ max: quantityMax }),
    fc.constantFrom(12, 4321, 1_234_567, 40_063_813),
  );
  fc.assert(fc.property(quantities, (quantity) => parseQuantity(writeQuantity(quantity)) === quantity));
  assert.deepEqual([7, 12, 4321, 40_063_813].map(writeQuantity), ['7', '012', '4,321', '40,063,813']);
});

test('the identifiers that scanners put before a code are taken off', () => {
  const codes = [']E04006381333931', ']C1A-7', ']d2x', ']Q1pet 12', ' 4321 ', ']E0', 'E0]', ']'];
  assert.deepEqual(codes.map(withoutAim), ['4006381333931', 'A-7', 'x', 'pet 12', '4321', ']E0', 'E0]', ']']);
});

test('the form for a new pet begins with the ID or the barcode that was scanned', () => {
  assert.deepEqual(newPetOf('4711'), { petId: '4711', barcode: '' });
  assert.deepEqual(newPetOf('pet 4711'), { petId: '4711', barcode: '' });
  assert.deepEqual(newPetOf('4006381333931'), { petId: '', barcode: '4006381333931' });
  assert.deepEqual(newPetOf('AB-12'), { petId: '', barcode: 'AB-12' });
  assert.deepEqual(newPetOf('two words'), { petId: '', barcode: '' });
});
