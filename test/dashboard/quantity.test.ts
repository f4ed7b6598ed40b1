import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantityMax } from '@pawstock/shared/item.ts';
import fc from 'fast-check';
import {
  askAboutCode,
  holders,
  isCode,
  newPetOf,
  parseQuantity,
  withoutAim,
  writeQuantity,
} from '../../dashboard/src/stock/pet.ts';
import { runIn } from '../support/locale.ts';

const barcodes = ['12', '4321', '1234567', 'A-7', '40063813'];

/** Removes the barcodes after the test, because other test files run in the same process. */
function testWithBarcodes(name: string, run: () => void): void {
  test(name, () => {
    holders.set(new Map(barcodes.map((barcode, index) => [barcode, BigInt(index + 1)])));
    try {
      run();
    } finally {
      holders.set(new Map());
    }
  });
}

const codes = [
  ...barcodes,
  '12345678',
  '4006381333931',
  '00000007',
  ' 12 ',
  ']E040063813',
  ']C14321',
];
for (const text of codes) {
  testWithBarcodes(`“${text}” is a barcode, and never a quantity`, () => {
    assert.equal(isCode(text), true);
    assert.equal(parseQuantity(text), undefined);
    assert.match(askAboutCode(text) ?? '', /barcode/);
  });
}

const notCodes = [
  { text: '012', quantity: 12 },
  { text: '1234568', quantity: 1_234_568 },
  { text: '12,345,678', quantity: 12_345_678 },
  { text: '1 234 567', quantity: 1_234_567 },
  { text: '10,00', quantity: undefined },
  { text: '1,0000', quantity: undefined },
];
for (const { text, quantity } of notCodes) {
  testWithBarcodes(`“${text}” is no barcode, and ${quantity ?? 'no'} as a quantity`, () => {
    assert.equal(parseQuantity(text), quantity);
    assert.equal(askAboutCode(text), undefined);
  });
}

testWithBarcodes('whose barcode it is, and how to write the number, is said', () => {
  const question = '“40063813” is the barcode of pet\u00a05, so it is not a quantity.';
  const advice = 'If you mean the number, type 40,063,813.';
  assert.equal(askAboutCode('40063813'), `${question} ${advice}`);
});

/**
 * Returns how the dashboard in this locale reads `texts` and an ID in Arabic digits, and how it
 * writes 40063813.
 */
function readIn(locale: string, texts: readonly string[]): unknown {
  return runIn(
    [locale],
    `const pet = await import('./stock/pet.ts');
    const read = ${JSON.stringify(texts)}.map((text) => pet.parseQuantity(text) ?? null);
    result = [...read, String(pet.parseWrittenId('pet ١٢')), pet.writeQuantity(40_063_813)];`,
  );
}

const locales = [
  {
    locale: 'en-US',
    separated: [1234, null, 1234, 1234, null, null, null],
    written: '40,063,813',
  },
  {
    locale: 'ar-EG',
    separated: [1234, null, 1234, 1234, null, null, null],
    written: '٤٠٬٠٦٣٬٨١٣',
  },
  {
    locale: 'de-DE',
    separated: [null, 1234, null, 1234, null, null, null],
    written: '40.063.813',
  },
];
for (const { locale, separated, written } of locales) {
  test(`digits of all languages are read in ${locale}, and separators as in the region`, () => {
    const inDigits = ['12', '١٢', '۱۲', '１２', '１２３٣', '١٬٢٣٤', '1٬234'];
    const inRegion = ['1,234', '1.234', '１，２３４', '1 234', '1,5', '١٫٥', '١٢٣٤٥٦٧٨'];
    const digits = [12, 12, 12, 12, 1233, 1234, 1234];

    const result = readIn(locale, [...inDigits, ...inRegion]);

    assert.deepEqual(result, [...digits, ...separated, '12', written]);
  });
}

testWithBarcodes('a quantity that the page writes is read as this quantity', () => {
  const quantities = fc.oneof(
    fc.nat(99),
    fc.nat({ max: quantityMax }),
    fc.constantFrom(12, 4321, 1_234_567, 40_063_813),
  );
  fc.assert(
    fc.property(quantities, (quantity) => parseQuantity(writeQuantity(quantity)) === quantity),
  );
  assert.deepEqual([7, 12, 4321, 40_063_813].map(writeQuantity), [
    '7',
    '012',
    '4,321',
    '40,063,813',
  ]);
});

const scanned = [
  { text: ']E04006381333931', code: '4006381333931' },
  { text: ']C1A-7', code: 'A-7' },
  { text: ']d2x', code: 'x' },
  { text: ']Q1pet 12', code: 'pet 12' },
  { text: ' 4321 ', code: '4321' },
  { text: ']E0', code: ']E0' },
  { text: 'E0]', code: 'E0]' },
  { text: ']', code: ']' },
];
for (const { text, code } of scanned) {
  test(`the identifier that a scanner puts before a code is taken off: ${text}`, () => {
    assert.equal(withoutAim(text), code);
  });
}

const newPets = [
  { text: '4711', petId: '4711', barcode: '' },
  { text: 'pet 4711', petId: '4711', barcode: '' },
  { text: '4006381333931', petId: '', barcode: '4006381333931' },
  { text: 'AB-12', petId: '', barcode: 'AB-12' },
  { text: 'two words', petId: '', barcode: '' },
];
for (const { text, petId, barcode } of newPets) {
  testWithBarcodes(`the form for a new pet begins with what was scanned: ${text}`, () => {
    assert.deepEqual(newPetOf(text), { petId, barcode });
  });
}
