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
  const targets = [
    { text: '100', target: 100 },
    { text: '0', target: 0 },
    { text: '+3', target: 100 },
    { text: '-97', target: 0 },
    { text: '− 7', target: 90 },
    { text: '+1 000', target: 1097 },
    { text: '9,007,199,254,740,991', target: max },
  ];
  for (const { text, target } of targets) {
    test(`with ${text} for 97 pieces has ${target} as its target`, () => {
      const next = withInput(draft, text);
      assert.equal(targetOf(next), target);
      assert.equal(problemOf(next), undefined);
    });
  }

  const problems = [
    { text: '-98', target: -1, problem: /Only 97 in stock/ },
    { text: '+9,007,199,254,740,991', target: max + 97, problem: /too large/ },
    { text: '1,5', target: undefined, problem: /whole number/ },
    { text: '', target: undefined, problem: /Enter a number/ },
    { text: '+', target: undefined, problem: /Enter a number/ },
    { text: '-40063813', target: undefined, problem: /looks like a barcode/ },
    { text: '9,007,199,254,740,992', target: undefined, problem: /whole number/ },
  ];
  for (const { text, target, problem } of problems) {
    test(`with “${text}” for 97 pieces has a problem: ${problem.source}`, () => {
      const next = withInput(draft, text);
      assert.equal(targetOf(next), target);
      assert.match(problemOf(next) ?? '', problem);
    });
  }

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

  test('with one less is a sale', () => {
    const less = withStep(draft, -1);
    assert.deepEqual(pick(less), ['remove', '1']);
    assert.equal(reasonOf(less), 'sale');
  });

  test('with one more is an arrival', () => {
    const more = withStep(draft, 1);
    assert.deepEqual(pick(more), ['add', '1']);
    assert.equal(reasonOf(more), 'arrival');
  });

  test('steps on from one less', () => {
    const less = withStep(draft, -1);
    assert.deepEqual(pick(withStep(less, -1)), ['remove', '2']);
    assert.deepEqual(pick(withStep(less, 1)), ['set', '97']);
  });

  test('steps a number that is set', () => {
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

  const reasons = [
    { title: 'that of a count', text: '90', target: 90, reason: 'count' },
    { title: 'that of a delivery', text: '+3', target: 100, reason: 'arrival' },
    { title: 'that of a sale', text: '-3', target: 94, reason: 'sale' },
    { title: 'that of its letter', text: '-3d', target: 94, reason: 'damage' },
    { title: 'that of another letter', text: '-3x', target: 94, reason: 'died' },
    { title: 'that of a capital letter', text: '-1,000R', target: -903, reason: 'return' },
    { title: 'that of a letter after a space', text: '90 o', target: 90, reason: 'adjustment' },
    // Texts that may be barcodes are not read as a quantity with the letter of a reason.
    { title: 'that of its mode for a code', text: 'd3', target: undefined, reason: 'count' },
    { title: 'that of its mode for a number', text: '8d5', target: undefined, reason: 'count' },
    { title: 'that of its sign', text: '-8z', target: undefined, reason: 'sale' },
    { title: 'that of its mode for a letter', text: 'd', target: undefined, reason: 'count' },
  ];
  for (const { title, text, target, reason } of reasons) {
    test(`has a reason: ${title} (${text})`, () => {
      const next = withInput(draft, text);
      assert.equal(targetOf(next), target);
      assert.equal(reasonOf(next), reason);
    });
  }

  test('has the reason that is chosen, in place of that of a letter', () => {
    const chosen = withReason(withInput(draft, '-3d'), 'return');
    assert.deepEqual(pick(chosen), ['remove', '3']);
    assert.equal(reasonOf(chosen), 'return');
  });

  test('keeps the reason that is chosen when the mode changes', () => {
    const chosen = withReason(withInput(draft, '-3d'), 'return');
    assert.equal(reasonOf(withMode(chosen, 'add')), 'return');
  });

  test('keeps the reason of a letter when the mode changes', () => {
    assert.equal(reasonOf(withMode(withInput(draft, '-3d'), 'set')), 'damage');
  });

  test('loses its letter when it is stepped', () => {
    assert.deepEqual(pick(withStep(withInput(draft, '-3d'), -1)), ['remove', '4']);
  });

  test('limits the note to 500 characters', () => {
    assert.equal(problemOf({ ...draft, note: '🐾'.repeat(500) }), undefined);
    assert.match(problemOf({ ...draft, note: '🐾'.repeat(501) }) ?? '', /at most 500/);
  });
});

describe('conflict', () => {
  test('knows the current state for entries that arrive in any order', () => {
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
