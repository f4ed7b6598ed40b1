import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafe, requireSafeSqlite } from '../../src/sqlite/version.ts';

test('SQLite is safe from 3.51.3 on, and in the last releases of two older branches', () => {
  for (const version of ['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0', '3.50.7', '3.44.6'])
    assert.ok(isSafe(version), version);
});

test('SQLite is refused before 3.51.3, and in other branches whatever their last number', () => {
  for (const version of ['3.51.2', '3.51.0', '3.50.6', '3.50.4', '3.49.9', '3.44.5', '3.45.7'])
    assert.ok(!isSafe(version), version);
});

test('a refused SQLite is named, with the Node to install', () => {
  assert.throws(
    () => requireSafeSqlite('3.50.4'),
    /contains SQLite 3\.50\.4, .* Install Node 24\.15 or a later Node 24, or Node 26 or later/,
  );
});
