import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importEndsInMs } from '../../src/domain/announced-import.ts';

const beganMs = 1_000_000;
const large = { rows: 500_000, startedAtMs: beganMs };

test('an import takes as long as its rows do', () => {
  assert.equal(importEndsInMs(large, beganMs), 10_000);
});

test('an import ends the sooner the longer it has taken', () => {
  assert.equal(importEndsInMs(large, beganMs + 4_000), 6_000);
});

test('an import on a slow machine is not said to end at any moment, but after half as long again', () => {
  assert.equal(importEndsInMs(large, beganMs + 30_000), 15_000);
});

test('no import is announced if there is none', () => {
  assert.equal(importEndsInMs({ rows: 0, startedAtMs: 0 }, beganMs), undefined);
});

test('an import that was killed long ago is announced no more', () => {
  assert.equal(importEndsInMs(large, beganMs + 3_600_000), undefined);
});

test('an import that began in the future proves that the clock was set back, and is not believed', () => {
  assert.equal(importEndsInMs(large, beganMs - 1), undefined);
});
