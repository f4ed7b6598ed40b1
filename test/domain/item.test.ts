import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asDelta,
  asPetId,
  asQuantity,
  isPetStatus,
  parsePetId,
  quantityMax,
} from '@pawstock/shared/item.ts';
import fc from 'fast-check';
import { itemJson } from '../../src/json/item-json.ts';

const max = 9007199254740991n;
const [int64Min, int64Max] = [-(2n ** 63n), 2n ** 63n - 1n];
const int64 = fc.bigInt({ min: int64Min, max: int64Max });

test('a quantity goes from 0 up to what every reader of JSON can count to', () => {
  assert.equal(BigInt(quantityMax), max);
  for (const value of [0n, 1n, max - 1n, max]) assert.equal(asQuantity(value), Number(value));
  for (const value of [-1n, -max, max + 1n, int64Max, undefined])
    assert.equal(asQuantity(value), undefined);
});

test('a delta goes as far in both directions', () => {
  for (const value of [0n, 1n, -1n, max, -max]) assert.equal(asDelta(value), Number(value));
  for (const value of [max + 1n, -max - 1n, int64Min, undefined])
    assert.equal(asDelta(value), undefined);
});

test('a status is one of three words', () => {
  for (const status of ['available', 'pending', 'sold']) assert.equal(isPetStatus(status), true);
  for (const status of [
    '',
    'Available',
    ' sold',
    'gone',
    'constructor',
    0,
    null,
    undefined,
    ['sold'],
  ])
    assert.equal(isPetStatus(status), false, JSON.stringify(status));
});

const refused = [
  '',
  '-',
  '-0',
  '007',
  '00',
  '-01',
  '+1',
  '--1',
  '1.0',
  '1e3',
  '0x1',
  ' 1',
  '1 ',
  '1\n',
  '1\n2',
];
const strange = [
  '1_000',
  '1n',
  '１',
  '١',
  'abc',
  '9999999999999999999',
  '10000000000000000000',
  '1'.repeat(60_000),
];
for (const text of [...refused, ...strange, `${int64Max + 1n}`, `${int64Min - 1n}`]) {
  test(`a petId is not written ${JSON.stringify(text.slice(0, 30))}`, () =>
    assert.equal(parsePetId(text), undefined));
}

test('a petId of any 64-bit integer survives being written and read', () => {
  const examples: [bigint][] = [0n, 1n, -1n, max, max + 1n, 10n ** 18n, int64Max, int64Min].map(
    (petId) => [petId],
  );
  fc.assert(
    fc.property(int64, (petId) => {
      assert.equal(parsePetId(String(petId)), petId);
      assert.equal(asPetId(petId), petId);
    }),
    { examples },
  );
});

test('a petId is no larger integer', () => {
  for (const value of [int64Max + 1n, int64Min - 1n, 2n ** 64n, undefined])
    assert.equal(asPetId(value), undefined);
});

test('an item in JSON has the three specified fields with every digit', () => {
  const item = { petId: int64Min, quantity: quantityMax, status: 'pending', version: 3 } as const;
  assert.equal(
    itemJson(item),
    '{"petId":-9223372036854775808,"quantity":9007199254740991,"status":"pending"}',
  );
});
