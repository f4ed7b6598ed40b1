import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailRules, isValidText } from '@pawstock/shared/pet-details.ts';

const texts = {
  name: {
    good: [' x ', 'x'.repeat(200), '🐹'.repeat(200), '\u200d', "'; drop table pet_details; --"],
    bad: ['', ' ', '\u00a0\u2028', 'x'.repeat(201), 'a\nb', '\t', '\0', '\u009f', '\ud83d'],
  },
  barcode: {
    good: ['!', '~', 'x'.repeat(64), '0001', '=1+1', '"\\'],
    bad: ['', ' ', 'a b', 'x'.repeat(65), 'ä', '\n'],
  },
} as const;

test('what a name and a barcode may be', () => {
  for (const field of ['name', 'barcode'] as const) {
    const rule = detailRules[field];
    assert.ok(rule.kind !== 'quantity');
    const { good, bad } = texts[field];
    for (const text of good) assert.ok(isValidText(rule, text), `${field} ${JSON.stringify(text)}`);
    for (const text of bad) assert.ok(!isValidText(rule, text), `${field} ${JSON.stringify(text)}`);
  }
});
