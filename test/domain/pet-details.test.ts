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

/** A long text by its beginning and its length. */
const shown = (text: string) =>
  text.length > 30 ? `${text.slice(0, 2)}… of ${text.length}` : text;

for (const field of ['name', 'barcode'] as const) {
  const rule = detailRules[field];
  assert.ok(rule.kind !== 'quantity');

  for (const text of texts[field].good) {
    test(`${JSON.stringify(shown(text))} may be a ${field}`, () => {
      assert.ok(isValidText(rule, text));
    });
  }

  for (const text of texts[field].bad) {
    test(`${JSON.stringify(shown(text))} may be no ${field}`, () => {
      assert.ok(!isValidText(rule, text));
    });
  }
}
