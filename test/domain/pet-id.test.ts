import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { asPetId, parsePetId } from '../../src/domain/item.ts';

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

const canonical = [
  ...['0', '1', '-1', '42', '-5', '10', '9007199254740991', '9007199254740992', '9007199254740993'],
  ...['1000000000000000000', '9223372036854775807', '-9223372036854775808'],
];

const refused: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a minus alone': '-',
  'negative zero': '-0',
  'leading zeros': '007',
  'two zeros': '00',
  'a leading zero after a minus': '-01',
  'a plus': '+1',
  'two minuses': '--1',
  'a fraction': '1.0',
  'an exponent': '1e3',
  'a hexadecimal number': '0x1',
  'a space before': ' 1',
  'a space after': '1 ',
  'a line feed after': '1\n',
  'a second line': '1\n2',
  'a separator': '1_000',
  'a bigint literal': '1n',
  'full-width digits': '１',
  'Arabic digits': '١',
  'a word': 'abc',
  'one more than int64 has': '9223372036854775808',
  'one less than int64 has': '-9223372036854775809',
  'nineteen nines': '9999999999999999999',
  'twenty digits': '10000000000000000000',
  'sixty thousand digits': '1'.repeat(60_000),
};

describe('a petId in text', () => {
  for (const text of canonical) {
    test(`${text} is one, with every digit`, () => assert.equal(parsePetId(text), BigInt(text)));
  }

  for (const [name, text] of Object.entries(refused)) {
    test(`${name} is none`, () => assert.equal(parsePetId(text), undefined));
  }

  test('every int64 survives being written and read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: int64Min, max: int64Max }), (petId) => {
        assert.equal(parsePetId(String(petId)), petId);
      }),
    );
  });

  test('each pet has one address: what is read is written back the same', () => {
    const digitsAndNoise = fc.string({ unit: fc.constantFrom(...'-+0123456789. e'), maxLength: 21 });
    fc.assert(
      fc.property(digitsAndNoise, (text) => {
        const petId = parsePetId(text);
        if (petId !== undefined) assert.equal(String(petId), text);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a petId from a number', () => {
  for (const value of [0n, -1n, int64Min, int64Max]) {
    test(`${value} is one`, () => assert.equal(asPetId(value), value));
  }

  for (const value of [int64Max + 1n, int64Min - 1n, 2n ** 64n, undefined]) {
    test(`${value} is none`, () => assert.equal(asPetId(value), undefined));
  }
});
