import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { outcomeOf, withEntry } from '../../dashboard/src/edit/conflict.ts';
import {
  type Draft,
  isTouched,
  newDraft,
  problemOf,
  stepped,
  targetOf,
  typed,
  withMode,
} from '../../dashboard/src/edit/draft.ts';

const base = { quantity: 97, status: 'available', version: 3 } as const;
const draft = newDraft(1n, base);
const max = Number.MAX_SAFE_INTEGER;

describe('a draft', () => {
  test('says what it would leave, or what is wrong with it', () => {
    const cases: [text: string, target: number | undefined, problem: RegExp | undefined][] = [
      ['100', 100, undefined],
      ['0', 0, undefined],
      ['+3', 100, undefined],
      ['-97', 0, undefined],
      ['− 7', 90, undefined],
      ['-98', -1, /only 97 to remove/],
      ['1,000', 1000, undefined],
      ['', undefined, /Enter a number/],
      ['+', undefined, /Enter a number/],
      ['1.5', undefined, /whole number/],
      ['1e3', undefined, /whole number/],
      [String(max), max, undefined],
      ['9007199254740992', undefined, /whole number/],
      [`+${max}`, max + 97, /The most there can be/],
    ];
    for (const [text, target, problem] of cases) {
      const next = typed(draft, text);
      assert.equal(targetOf(next), target, text);
      if (problem === undefined) assert.equal(problemOf(next), undefined, text);
      else assert.match(problemOf(next) ?? '', problem, text);
    }
  });

  test('is touched as soon as anything is typed that saving would send', () => {
    assert.ok(!isTouched(draft));
    assert.ok(isTouched(typed(draft, '98')));
    assert.ok(!isTouched(typed(draft, '97')));
    assert.ok(isTouched({ ...draft, reason: 'count' }));
    assert.ok(isTouched({ ...draft, note: 'x' }));
    assert.ok(!isTouched(withMode(draft, 'add')));
  });

  test('keeps its meaning when the mode changes', () => {
    assert.deepEqual(pick(withMode(typed(draft, '100'), 'add')), ['add', '3']);
    assert.deepEqual(pick(withMode(typed(draft, '90'), 'remove')), ['remove', '7']);
    assert.deepEqual(pick(withMode(typed(draft, '90'), 'add')), ['add', '']);
    assert.deepEqual(pick(withMode(typed(draft, '+3'), 'set')), ['set', '100']);
    assert.deepEqual(pick(withMode(typed(draft, '+3'), 'remove')), ['remove', '3']);
  });

  test('steps by one and stops at the ends', () => {
    assert.equal(stepped(draft, 1).amount, '98');
    assert.equal(stepped(typed(draft, '0'), -1).amount, '0');
    assert.equal(stepped(typed(draft, String(max)), 1).amount, String(max));
    assert.equal(stepped(withMode(draft, 'add'), 1).amount, '1');
  });

  test('takes a note of 500 characters and no more', () => {
    assert.equal(problemOf({ ...draft, note: '🐾'.repeat(500) }), undefined);
    assert.match(problemOf({ ...draft, note: '🐾'.repeat(501) }) ?? '', /at most 500/);
  });
});

describe('a conflict', () => {
  const entry = (seq: number, before: number, after: number | null) =>
    ({
      seq,
      petId: 1n,
      kind: 'set',
      before,
      after,
      delta: 0,
      status: 'sold',
      reason: null,
      note: null,
      key: 'k',
      requestId: 'r',
      at: '',
    }) as const;

  test('knows how the pet is now, whatever the order of arrival', () => {
    const one = withEntry(undefined, entry(5, 97, 90));
    const two = withEntry(one, entry(6, 90, 80));
    assert.deepEqual(two.now, { quantity: 80, status: 'sold', version: 6 });
    assert.deepEqual(withEntry(two, entry(5, 97, 90)), two);
    assert.equal(withEntry(two, entry(7, 80, null)).now, undefined);
  });

  test('offers the number or the difference', () => {
    const now = { quantity: 90, status: 'available', version: 9 } as const;
    assert.equal(outcomeOf('mine', typed(draft, '100'), now), 100);
    assert.equal(outcomeOf('difference', typed(draft, '100'), now), 93);
    assert.equal(outcomeOf('difference', typed(draft, '-95'), now), -5);
    assert.equal(outcomeOf('mine', typed(draft, ''), now), undefined);
  });
});

function pick({ mode, amount }: Draft): [string, string] {
  return [mode, amount];
}
