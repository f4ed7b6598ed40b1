import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseExactJson } from '../../src/domain/exact-json.ts';
import { asDelta, asQuantity, isPetStatus, itemJson, petStatuses, quantityMax } from '../../src/domain/item.ts';

const max = 9007199254740991n;

describe('a quantity', () => {
  test('goes up to what every reader of JSON can count to', () => assert.equal(BigInt(quantityMax), max));

  for (const value of [0n, 1n, max - 1n, max]) {
    test(`can be ${value}`, () => assert.equal(asQuantity(value), Number(value)));
  }

  for (const value of [-1n, -max, max + 1n, 2n ** 63n - 1n, undefined]) {
    test(`cannot be ${value}`, () => assert.equal(asQuantity(value), undefined));
  }
});

describe('a delta', () => {
  for (const value of [0n, 1n, -1n, max, -max]) {
    test(`can be ${value}`, () => assert.equal(asDelta(value), Number(value)));
  }

  for (const value of [max + 1n, -max - 1n, -(2n ** 63n), undefined]) {
    test(`cannot be ${value}`, () => assert.equal(asDelta(value), undefined));
  }
});

describe('a status', () => {
  for (const status of ['available', 'pending', 'sold']) {
    test(`can be ${status}`, () => assert.equal(isPetStatus(status), true));
  }

  for (const status of ['', 'Available', ' sold', 'gone', 'constructor', 0, null, undefined, ['sold']]) {
    test(`cannot be ${JSON.stringify(status)}`, () => assert.equal(isPetStatus(status), false));
  }
});

describe('an item in JSON', () => {
  test('has exactly the three specified fields, in their order', () => {
    const item = { petId: 42n, quantity: 7, status: 'pending', version: 3 } as const;
    assert.equal(itemJson(item), '{"petId":42,"quantity":7,"status":"pending"}');
  });

  test('keeps every digit of any petId and quantity', () => {
    const items = fc.record({
      petId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      quantity: fc.maxSafeNat(),
      status: fc.constantFrom(...petStatuses),
    });
    fc.assert(
      fc.property(items, (item) => {
        const text = itemJson(item);
        assert.match(text, new RegExp(`^\\{"petId":${item.petId},"quantity":${item.quantity},`));
        const { quantity, status } = parseExactJson(text) as typeof item;
        assert.deepEqual({ quantity, status }, { quantity: item.quantity, status: item.status });
      }),
    );
  });
});
