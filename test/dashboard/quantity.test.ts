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

testWithBarcodes(
  'a text of eight digits or more, or the barcode of a pet, is never a quantity',
  () => {
    for (const text of [
      ...barcodes,
      '12345678',
      '4006381333931',
      '00000007',
      ' 12 ',
      ']E040063813',
      ']C14321',
    ]) {
      assert.equal(isCode(text), true, text);
      assert.equal(parseQuantity(text), undefined, text);
      assert.match(askAboutCode(text) ?? '', /barcode/, text);
    }
    for (const [text, quantity] of [
      ['012', 12],
      ['1234568', 1_234_568],
      ['12,345,678', 12_345_678],
      ['1 234 567', 1_234_567],
      ['10,00', undefined],
      ['1,0000', undefined],
    ] as const) {
      assert.equal(parseQuantity(text), quantity, text);
      assert.equal(askAboutCode(text), undefined, text);
    }
    assert.equal(
      askAboutCode('40063813'),
      '“40063813” is the barcode of pet\u00a05, so it is not a quantity. If you mean the number, type 40,063,813.',
    );
  },
);

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

test('digits of all languages are read everywhere, and separators as in the region', () => {
  const digits = ['12', '١٢', '۱۲', '１２', '１２３٣', '١٬٢٣٤', '1٬234'];
  const separated = ['1,234', '1.234', '１，２３４', '1 234', '1,5', '١٫٥', '١٢٣٤٥٦٧٨'];
  const read = [12, 12, 12, 12, 1233, 1234, 1234];
  for (const [locale, expected, written] of [
    ['en-US', [1234, null, 1234, 1234, null, null, null], '40,063,813'],
    ['ar-EG', [1234, null, 1234, 1234, null, null, null], '٤٠٬٠٦٣٬٨١٣'],
    ['de-DE', [null, 1234, null, 1234, null, null, null], '40.063.813'],
  ] as const) {
    assert.deepEqual(
      readIn(locale, [...digits, ...separated]),
      [...read, ...expected, '12', written],
      locale,
    );
  }
});

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

test('the identifiers that scanners put before a code are taken off', () => {
  const codes = [']E04006381333931', ']C1A-7', ']d2x', ']Q1pet 12', ' 4321 ', ']E0', 'E0]', ']'];
  assert.deepEqual(codes.map(withoutAim), [
    '4006381333931',
    'A-7',
    'x',
    'pet 12',
    '4321',
    ']E0',
    'E0]',
    ']',
  ]);
});

testWithBarcodes(
  'the form for a new pet begins with the ID or the barcode that was scanned',
  () => {
    assert.deepEqual(newPetOf('4711'), { petId: '4711', barcode: '' });
    assert.deepEqual(newPetOf('pet 4711'), { petId: '4711', barcode: '' });
    assert.deepEqual(newPetOf('4006381333931'), { petId: '', barcode: '4006381333931' });
    assert.deepEqual(newPetOf('AB-12'), { petId: '', barcode: 'AB-12' });
    assert.deepEqual(newPetOf('two words'), { petId: '', barcode: '' });
  },
);
