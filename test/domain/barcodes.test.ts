import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barcodeKey } from '@pawstock/shared/barcode.ts';
import fc from 'fast-check';

const gtins = [
  ['12345678905', '012345678905', '0012345678905', '00012345678905'],
  ['4006381333931', '04006381333931', '0000004006381333931'],
  ['12345670', '0000012345670'],
  ['1234565', '01234565'],
];
for (const spellings of gtins) {
  test(`a GTIN is the same however many zeros lead: ${spellings.join(', ')}`, () => {
    assert.equal(new Set(spellings.map(barcodeKey)).size, 1);
  });
}

const different = [
  { title: 'digits without a right check digit', one: '12345678906', other: '012345678906' },
  { title: 'an EAN with a wrong check digit', one: '4006381333932', other: '04006381333932' },
  { title: 'zeros alone', one: '00000000', other: '000000000' },
  { title: 'short codes', one: '17', other: '017' },
  { title: 'short codes with zeros', one: '007', other: '7' },
  { title: 'longer codes', one: '123456789012345675', other: '0123456789012345675' },
  { title: 'codes with letters', one: 'A-12345670', other: 'A-012345670' },
];
for (const { title, one, other } of different) {
  test(`${title} are compared as they are written`, () => {
    assert.notEqual(barcodeKey(one), barcodeKey(other));
  });
}

const digits = fc.stringMatching(/^[0-9]{1,20}$/);

test('what a barcode is compared by has all its digits but zeros at the start', () => {
  const keepsDigits = fc.property(digits, (barcode) => {
    assert.equal(BigInt(barcodeKey(barcode)), BigInt(barcode));
  });
  fc.assert(keepsDigits);
});

test('what a barcode is compared by is compared by itself', () => {
  const isStable = fc.property(digits, (barcode) => {
    const key = barcodeKey(barcode);
    assert.equal(barcodeKey(key), key);
  });
  fc.assert(isStable);
});
