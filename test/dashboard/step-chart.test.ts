import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepChart } from '../../dashboard/src/history/step-chart.ts';
import { ledgerEntry } from './ledger-entry.ts';

test('draws the quantity over time as steps', () => {
  const chart = stepChart([ledgerEntry(5, 20, 10), ledgerEntry(0, null, 20)], 10_000);
  assert.equal(chart?.line, 'M0 0H0V0H50V50H100');
  assert.equal(chart?.area, `${chart?.line}V100H0Z`);
  assert.deepEqual([chart?.lowest, chart?.highest], [10, 20]);
});

test('starts with the quantity before the first known change; a removed pet is 0', () => {
  const chart = stepChart([ledgerEntry(5, 20, null), ledgerEntry(0, 10, 20)], 10_000);
  assert.equal(chart?.line, 'M0 50H0V0H50V100H100');
  assert.equal(chart?.lowest, 0);
});

test('no chart without entries; a flat line for one', () => {
  assert.equal(stepChart([], 0), undefined);
  assert.equal(stepChart([ledgerEntry(1, null, 0)], 1_000)?.line, 'M0 100H0V100H100');
});
