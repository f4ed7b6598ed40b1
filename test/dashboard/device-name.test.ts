import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceIn, keyNameAt } from '../../dashboard/src/session/device-name.ts';

test('the key of a person at a device names both', () => {
  assert.equal(keyNameAt('Ada', 'Till 1'), 'Ada @ Till 1');
});

test('the device is found in the name of a key', () => {
  assert.equal(deviceIn('Ada @ Till 1'), 'Till 1');
  assert.equal(deviceIn('ada @ home @ Till 1'), 'Till 1');
});

test('a key that was not made for a device names none', () => {
  assert.equal(deviceIn('Ada'), undefined);
  assert.equal(deviceIn('ada@example.org'), undefined);
  assert.equal(deviceIn(' @ Till 1'), undefined);
});
