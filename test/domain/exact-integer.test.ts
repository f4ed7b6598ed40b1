import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { exactInteger } from '../../src/domain/exact-json.ts';

const integers: readonly (readonly [literal: string, value: bigint])[] = [
  ['0', 0n],
  ['-0', 0n],
  ['-0.0', 0n],
  ['0e5', 0n],
  ['0.0e999999999999', 0n],
  ['0e-999999999999', 0n],
  ['5', 5n],
  ['-5', -5n],
  ['5.0', 5n],
  ['5.000000000000000000000000', 5n],
  ['5e0', 5n],
  ['5E0', 5n],
  ['5e+0', 5n],
  ['5e-0', 5n],
  ['50e-1', 5n],
  ['0.5e1', 5n],
  ['0.05e2', 5n],
  ['-12.50e1', -125n],
  ['1e18', 10n ** 18n],
  ['9007199254740991', 9007199254740991n],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['9007199254740993.0', 9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['9223372036854775.807e3', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
];

const noIntegers = [
  ...['5.5', '-5.5', '0.1', '5e-1', '4.99999999999999999999', '5.00000000000000000001', '9007199254740991.5', '1e-400'],
  '1e-999999999999999999999',
];

/** Twenty digits or more: past every range that we allow, and so not worth the memory. */
const tooLong = ['1e19', '1e400', '1e999999999999', `1e${'9'.repeat(400)}`, '12345678901234567890', '-1e400'];

const noNumbers = ['', '-', '+5', '.5', '5.', '5.e1', 'e5', '1e', '1e+', '0x5', '5n', '1_0', '5,0', ' 5', '5 ', '5\n'];
const noJsonNumbers = ['NaN', 'Infinity', '-Infinity', '--5', '5-', '1e1.0', '٥', 'five'];

describe('the exact integer of a number as it was written', () => {
  for (const [literal, value] of integers) {
    test(`${literal} is ${value}`, () => assert.equal(exactInteger(literal), value));
  }

  for (const literal of noIntegers) {
    test(`${literal} is a fraction`, () => assert.equal(exactInteger(literal), undefined));
  }

  for (const literal of tooLong) {
    test(`${literal.slice(0, 30)} is too long`, () => assert.equal(exactInteger(literal), undefined));
  }

  for (const literal of [...noNumbers, ...noJsonNumbers]) {
    test(`${JSON.stringify(literal)} is no number`, () => assert.equal(exactInteger(literal), undefined));
  }
});

test('sixty thousand digits are judged exactly and at once', () => {
  const many = 60_000;
  const zeros = '0'.repeat(many);
  const rows: readonly (readonly [literal: string, value: bigint | undefined])[] = [
    ['9'.repeat(many), undefined],
    [`1${zeros}`, undefined],
    [`5.${zeros}`, 5n],
    [`5.${zeros}1`, undefined],
    [`5${zeros}e-${many}`, 5n],
    [`0.${zeros}5e${many + 1}`, 5n],
    [`${zeros}5`, 5n],
    [`0.${zeros}`, 0n],
    [`1e${'9'.repeat(many)}`, undefined],
    [`1e-${'9'.repeat(many)}`, undefined],
    [`${'1'.repeat(many)}x`, undefined],
    [`1.${'1'.repeat(many)}x`, undefined],
    [`1e${'1'.repeat(many)}x`, undefined],
  ];
  const startedMs = performance.now();
  for (const [literal, value] of rows) {
    assert.equal(exactInteger(literal), value, `${literal.slice(0, 10)}… of ${literal.length} characters`);
  }
  // A quadratic search would need several seconds; a linear one needs some milliseconds.
  assert.ok(performance.now() - startedMs < 1_000);
});

test('any way to write a number agrees with arithmetic on bigints', () => {
  // Mostly zeros, so that many of them are integers after all.
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
      assert.equal(
        exactInteger(literal),
        valueWritten(BigInt(whole + fraction), sign, exponent - fraction.length),
        literal,
      );
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
