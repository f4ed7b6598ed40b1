import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exactInteger, integerIn, parseExactJson } from '@pawstock/shared/exact-json.ts';
import fc from 'fast-check';

const integers: readonly (readonly [value: bigint, ...literals: string[]])[] = [
  [0n, '0', '-0', '-0.0', '0e5', '0.0e999999999999', '0e-999999999999'],
  [
    5n,
    '5',
    '5.0',
    '5.000000000000000000000000',
    '5e0',
    '5E0',
    '5e+0',
    '5e-0',
    '50e-1',
    '0.5e1',
    '0.05e2',
  ],
  [-125n, '-12.50e1'],
  [10n ** 18n, '1e18', '1000000000000000000'],
  [9007199254740991n, '9007199254740991'],
  // From 2^53 on, JavaScript numbers cannot represent all integers, although some of them are
  // printed correctly.
  [9007199254740992n, '9007199254740992'],
  [-9007199254740992n, '-9007199254740992'],
  [9007199254740993n, '9007199254740993', '9007199254740993.0'],
  [9223372036854775807n, '9223372036854775807', '9223372036854775.807e3'],
  [-9223372036854775808n, '-9223372036854775808'],
];
const fractions = [
  '5.5',
  '-5.5',
  '0.1',
  '5e-1',
  '4.99999999999999999999',
  '5.00000000000000000001',
  '1e-400',
];
/**
 * Numbers of twenty digits or more exceed every allowed range, so the parser does not expand them.
 */
const tooLong = [
  '1e19',
  '1e400',
  '1e999999999999',
  `1e${'9'.repeat(400)}`,
  '12345678901234567890',
  '-1e400',
];
const noIntegers = [...fractions, ...tooLong, '9007199254740991.5', '1e-999999999999999999999'];
const noNumbers = [
  '',
  '-',
  '+5',
  '.5',
  '5.',
  '5.e1',
  'e5',
  '1e',
  '1e+',
  '0x5',
  '5n',
  '1_0',
  '5,0',
  ' 5',
  '5 ',
  '5\n',
];
const noJsonNumbers = ['NaN', 'Infinity', '-Infinity', '--5', '5-', '1e1.0', '٥', 'five'];

describe('the exact integer', () => {
  for (const [value, ...literals] of integers) {
    for (const literal of literals) {
      test(`of ${literal} is ${value}`, () => {
        assert.equal(exactInteger(literal), value);
      });

      test(`of ${literal} in JSON is ${value}`, () => {
        assert.equal(integerIn(parseExactJson(literal)), value);
      });
    }
  }

  for (const literal of noIntegers) {
    test(`of ${literal} is none`, () => {
      assert.equal(exactInteger(literal), undefined);
    });

    test(`of ${literal} in JSON is none, and never a rounded one`, () => {
      assert.deepEqual(parseExactJson(literal), Number.NaN);
    });
  }

  for (const text of [...noNumbers, ...noJsonNumbers]) {
    test(`of ${JSON.stringify(text)}, which is no number, is none`, () => {
      assert.equal(exactInteger(text), undefined);
    });
  }

  for (const text of ['true', 'null', '"5"', '[5]', '{"valueOf":5}']) {
    test(`of ${text} in JSON is none`, () => {
      assert.equal(integerIn(parseExactJson(text)), undefined);
    });
  }
});

describe('two hundred thousand digits', () => {
  const many = 200_000;
  const zeros = '0'.repeat(many);
  const fives = [`5.${zeros}`, `5${zeros}e-${many}`, `0.${zeros}5e${many + 1}`, `${zeros}5`];
  const none = [
    '9'.repeat(many),
    `1${zeros}`,
    `5.${zeros}1`,
    `1e${'9'.repeat(many)}`,
    `1e-${'9'.repeat(many)}`,
    `${'1'.repeat(many)}x`,
    `1.${'1'.repeat(many)}x`,
    `1e${'1'.repeat(many)}x`,
  ];

  test('are judged exactly', () => {
    assert.deepEqual(new Set(fives.map(exactInteger)), new Set([5n]));
    assert.deepEqual(new Set(none.map(exactInteger)), new Set([undefined]));
    assert.equal(exactInteger(`0.${zeros}`), 0n);
  });

  test('are judged in linear time', () => {
    const before = process.threadCpuUsage();
    for (const text of [...fives, ...none]) exactInteger(text);
    const { user, system } = process.threadCpuUsage(before);

    // In linear time, the processor needs milliseconds. In quadratic time, it would need minutes.
    // The time of the processor does not depend on what else the machine does.
    const seconds = (user + system) / 1e6;
    assert.ok(seconds < 10, `it took ${seconds} s`);
  });
});

test('any way to write a number agrees with arithmetic on bigints', () => {
  // Most of the random digits are zeros, so that many of the random numbers are integers.
  const digits = (minLength: number) =>
    fc.string({ unit: fc.constantFrom(...'000000123456789'), minLength, maxLength: 12 });
  const written = fc.record({
    sign: fc.constantFrom('', '-'),
    whole: digits(1),
    fraction: digits(0),
    exponent: fc.integer({ min: -25, max: 25 }),
  });
  fc.assert(
    fc.property(written, ({ sign, whole, fraction, exponent }) => {
      const literal = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}e${exponent}`;
      const value = valueWritten(BigInt(whole + fraction), sign, exponent - fraction.length);
      assert.equal(exactInteger(literal), value, literal);
    }),
    { numRuns: 2_000 },
  );
});

function valueWritten(digits: bigint, sign: string, exponent: number): bigint | undefined {
  const power = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && digits % power !== 0n) return undefined;
  const size = exponent < 0 ? digits / power : digits * power;
  if (size >= 10n ** 19n) return undefined;
  return sign === '-' ? -size : size;
}

test('JSON without fractions and large numbers is read as ever', () => {
  const text = JSON.stringify({
    note: ' 1.5e3 "\\ 🐹 ',
    rows: [{}, [], null, true, -7, 0],
    long: ' x'.repeat(1_000),
  });
  assert.deepEqual(parseExactJson(text), JSON.parse(text));
});
