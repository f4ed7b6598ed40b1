import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { integerIn, parseExactJson } from '../../src/domain/exact-json.ts';

const integers: readonly (readonly [text: string, value: bigint])[] = [
  ['0', 0n],
  ['-0', 0n],
  ['5', 5n],
  ['5.0', 5n],
  ['5e0', 5n],
  ['50e-1', 5n],
  ['-7', -7n],
  ['9007199254740991', 9007199254740991n],
  ['9007199254740993', 9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
];

const noIntegers = [
  ...['5.5', '4.99999999999999999999', '5.00000000000000000001', '1e400', '-1e400', '1e-400', '12345678901234567890'],
  ...['true', 'null', '"5"', '[5]', '{"valueOf":5}'],
];

describe('an integer in JSON', () => {
  for (const [text, value] of integers) {
    test(`${text} is ${value}`, () => assert.equal(integerIn(parseExactJson(text)), value));
  }

  for (const text of noIntegers) {
    test(`${text} holds none`, () => assert.equal(integerIn(parseExactJson(text)), undefined));
  }

  test('every int64 is read exactly, however deep it lies', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const parsed = parseExactJson(`{"rows":[{"petId":${value}}]}`) as { rows: { petId: unknown }[] };
        assert.equal(integerIn(parsed.rows[0]?.petId), value);
      }),
      { numRuns: 1_000 },
    );
  });

  // JavaScript writes these just as they stand here, although it cannot count to them.
  for (const text of ['9007199254740992', '-9007199254740992', '9007199254740994', '1000000000000000000']) {
    test(`${text} is read exactly, beyond what a double counts`, () => {
      assert.equal(integerIn(parseExactJson(text)), BigInt(text));
    });
  }

  test('a number that is no integer or does not fit is no number at all, and never a rounded one', () => {
    assert.deepEqual(parseExactJson('[1e400, -1e400, 4.99999999999999999999, 0.5]'), Array(4).fill(Number.NaN));
  });
});

describe('JSON as a whole', () => {
  test('what is no fraction and needs no exactness is read as ever', () => {
    const leaf = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.maxSafeInteger());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
    }));
    fc.assert(
      fc.property(value, (any) => {
        const text = JSON.stringify(any);
        assert.deepEqual(parseExactJson(text), JSON.parse(text));
      }),
    );
  });

  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '01',
    '+1',
    '.5',
    '5.',
    'NaN',
    '1 2',
    '\u0000',
  ]) {
    test(`${JSON.stringify(text)} is bad JSON and throws`, () => {
      assert.throws(() => parseExactJson(text), SyntaxError);
    });
  }

  test('nesting too deep throws, and the process lives on', () => {
    const deep = 1_000_000;
    assert.throws(() => parseExactJson('['.repeat(deep) + ']'.repeat(deep)), RangeError);
    assert.throws(() => parseExactJson(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`), RangeError);
    assert.deepEqual(parseExactJson('[1]'), [1]);
  });

  test('a key called __proto__ is a key like any other', () => {
    const parsed = parseExactJson('{"__proto__":{"quantity":5},"constructor":{"prototype":{"quantity":6}}}') as object;
    assert.deepEqual(Object.keys(parsed), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.equal('quantity' in parsed, false);
    assert.equal('quantity' in {}, false);
  });
});
