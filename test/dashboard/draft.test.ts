import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withEntry } from '../../dashboard/src/conflict/conflict.ts';
import {
  type Draft,
  isTouched,
  newDraft,
  problemOf,
  reasonOf,
  targetOf,
  withInput,
  withMode,
  withReason,
  withStep,
} from '../../dashboard/src/edit/draft.ts';
import { ledgerEntry } from './ledger-entry.ts';

const base = { quantity: 97, status: 'available', version: 3 } as const;
const draft = newDraft(1n, base);
const max = Number.MAX_SAFE_INTEGER;

describe('draft', () => {
  test('has a target or a problem', () => {
    const cases: [text: string, target: number | undefined, problem: RegExp | undefined][] = [
      ['100', 100, undefined],
      ['0', 0, undefined],
      ['+3', 100, undefined],
      ['-97', 0, undefined],
      ['− 7', 90, undefined],
      ['-98', -1, /Only 97 in stock/],
      ['+1 000', 1097, undefined],
      ['1,5', undefined, /whole number/],
      ['', undefined, /Enter a number/],
      ['+', undefined, /Enter a number/],
      ['9,007,199,254,740,991', max, undefined],
      ['-40063813', undefined, /looks like a barcode/],
      ['9,007,199,254,740,992', undefined, /whole number/],
      ['+9,007,199,254,740,991', max + 97, /too large/],
    ];
    for (const [text, target, problem] of cases) {
      const next = withInput(draft, text);
      assert.equal(targetOf(next), target, text);
      if (problem === undefined) assert.equal(problemOf(next), undefined, text);
      else assert.match(problemOf(next) ?? '', problem, text);
    }
  });

  test('is touched once there is something to save', () => {
    assert.ok(!isTouched(draft));
    assert.ok(isTouched(withInput(draft, '98')));
    assert.ok(!isTouched(withInput(draft, '97')));
    assert.ok(isTouched({ ...draft, reason: 'count' }));
    assert.ok(isTouched({ ...draft, note: 'x' }));
    assert.ok(!isTouched(withMode(draft, 'add')));
  });

  test('keeps the meaning of the amount when the mode changes', () => {
    assert.deepEqual(pick(withMode(withInput(draft, '100'), 'add')), ['add', '3']);
    assert.deepEqual(pick(withMode(withInput(draft, '90'), 'remove')), ['remove', '7']);
    assert.deepEqual(pick(withMode(withInput(draft, '90'), 'add')), ['add', '']);
    assert.deepEqual(pick(withMode(withInput(draft, '+3'), 'set')), ['set', '100']);
    assert.deepEqual(pick(withMode(withInput(draft, '+3'), 'remove')), ['remove', '3']);
  });

  test('one less is a sale, and one more an arrival', () => {
    const less = withStep(draft, -1);
    assert.deepEqual([pick(less), reasonOf(less)], [['remove', '1'], 'sale']);
    assert.deepEqual(pick(withStep(less, -1)), ['remove', '2']);
    assert.deepEqual(pick(withStep(less, 1)), ['set', '97']);
    const more = withStep(draft, 1);
    assert.deepEqual([pick(more), reasonOf(more)], [['add', '1'], 'arrival']);
    assert.deepEqual(pick(withStep(withInput(draft, '90'), -1)), ['set', '89']);
  });

  test('steps by 1 within the limits', () => {
    assert.equal(withStep(withInput(draft, '0'), -1).amount, '0');
    assert.deepEqual(pick(withStep(withInput(draft, '-97'), -1)), ['remove', '97']);
    assert.equal(
      withStep(withInput(draft, '9,007,199,254,740,991'), 1).amount,
      '9,007,199,254,740,991',
    );
    assert.equal(withStep(withMode(draft, 'add'), 1).amount, '1');
  });

  test('always has a reason: that of the letter, else the chosen one, else that of the mode', () => {
    const cases: [text: string, target: number | undefined, reason: string][] = [
      ['90', 90, 'count'],
      ['+3', 100, 'arrival'],
      ['-3', 94, 'sale'],
      ['-3d', 94, 'damage'],
      ['-3x', 94, 'died'],
      ['-1,000R', -903, 'return'],
      ['90 o', 90, 'adjustment'],
      // Texts that may be barcodes are not read as a quantity with the letter of a reason.
      ['d3', undefined, 'count'],
      ['8d5', undefined, 'count'],
      ['-8z', undefined, 'sale'],
      ['d', undefined, 'count'],
    ];
    for (const [text, target, reason] of cases) {
      const typed = withInput(draft, text);
      assert.deepEqual([targetOf(typed), reasonOf(typed)], [target, reason], text);
    }
    const chosen = withReason(withInput(draft, '-3d'), 'return');
    assert.deepEqual([pick(chosen), reasonOf(chosen)], [['remove', '3'], 'return']);
    assert.equal(reasonOf(withMode(chosen, 'add')), 'return');
    assert.equal(reasonOf(withMode(withInput(draft, '-3d'), 'set')), 'damage');
    assert.deepEqual(pick(withStep(withInput(draft, '-3d'), -1)), ['remove', '4']);
  });

  test('limits the note to 500 characters', () => {
    assert.equal(problemOf({ ...draft, note: '🐾'.repeat(500) }), undefined);
    assert.match(problemOf({ ...draft, note: '🐾'.repeat(501) }) ?? '', /at most 500/);
  });
});

describe('conflict', () => {
  test('knows the current state, whatever order entries arrive in', () => {
    const one = withEntry(undefined, ledgerEntry(5, 97, 90));
    const two = withEntry(one, ledgerEntry(6, 90, 80));
    assert.deepEqual(two.current, { quantity: 80, status: 'available', version: 6 });
    assert.deepEqual(withEntry(two, ledgerEntry(5, 97, 90)), two);
    assert.equal(withEntry(two, ledgerEntry(7, 80, null)).current, undefined);
  });
});

function pick({ mode, amount }: Draft): [string, string] {
  return [mode, amount];
}
