import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barcodeKey } from '@pawstock/shared/barcode.ts';
import fc from 'fast-check';

test('a GTIN is the same however many zeros lead', () => {
  for (const spellings of [
    ['12345678905', '012345678905', '0012345678905', '00012345678905'],
    ['4006381333931', '04006381333931', '0000004006381333931'],
    ['12345670', '0000012345670'],
    ['1234565', '01234565'],
  ]) {
    assert.equal(new Set(spellings.map(barcodeKey)).size, 1, spellings.join());
  }
});

test('digits without a right check digit are compared as they are written', () => {
  for (const [one, other] of [
    ['12345678906', '012345678906'],
    ['4006381333932', '04006381333932'],
    ['00000000', '000000000'],
  ] as const) {
    assert.notEqual(barcodeKey(one), barcodeKey(other));
  }
});

test('short codes, longer codes and codes with letters are compared as they are written', () => {
  for (const [one, other] of [
    ['17', '017'],
    ['007', '7'],
    ['123456789012345675', '0123456789012345675'],
    ['A-12345670', 'A-012345670'],
  ] as const) {
    assert.notEqual(barcodeKey(one), barcodeKey(other));
  }
});

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
