import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafe, requireSafeSqlite } from '../../src/sqlite/version.ts';

const safe = ['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0', '3.50.7', '3.44.6'];
for (const version of safe) {
  test(`SQLite ${version} is taken`, () => assert.ok(isSafe(version)));
}

const unsafe = ['3.51.2', '3.51.0', '3.50.6', '3.50.4', '3.49.9', '3.44.5', '3.45.7'];
for (const version of unsafe) {
  test(`SQLite ${version} is refused`, () => assert.ok(!isSafe(version)));
}

test('a refused SQLite is named, with the Node to install', () => {
  assert.throws(
    () => requireSafeSqlite('3.50.4'),
    /contains SQLite 3\.50\.4, .* Install Node 24\.15 or a later Node 24, or Node 26 or later/,
  );
});
