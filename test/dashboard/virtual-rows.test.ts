import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawnHeight, rangeAt, topOf } from '../../dashboard/src/table/virtual-rows.ts';

test('the rows that are drawn cover all that is in sight, however long the list and wherever its panel', () => {
  const layouts = fc
    .record({
      count: fc.oneof(fc.nat(50), fc.nat(3_000_000)),
      height: fc.integer({ min: 1, max: 900 }),
      panel: fc.option(fc.nat()),
    })
    .map(({ count, height, panel }) => ({
      count,
      rowHeight: 52,
      panel: panel === null || count === 0 ? undefined : { index: panel % count, height },
    }));
  fc.assert(
    fc.property(
      layouts,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 200, max: 2_000 }),
      (layout, at, height) => {
        const scrolled = Math.round(at * Math.max(0, drawnHeight(layout) - height));
        const { first, last, shift } = rangeAt(layout, { scrolled, height });
        assert.ok(first >= 0 && first <= last && last <= layout.count);
        assert.ok(last - first < 100);
        if (layout.count === 0) return;
        const before = first === 0 ? 0 : topOf(first, layout) + shift;
        const after = last === layout.count ? Number.POSITIVE_INFINITY : topOf(last, layout) + shift;
        assert.ok(before <= scrolled + 1, `begins at ${before}, seen from ${scrolled}`);
        assert.ok(after >= scrolled + height - 1, `ends at ${after}, seen until ${scrolled + height}`);
      },
    ),
  );
});

test('the end of a list that is too long for a browser can be scrolled to', () => {
  const layout = { count: 2_000_000, rowHeight: 52, panel: undefined };
  const height = 800;
  const { last, shift } = rangeAt(layout, { scrolled: drawnHeight(layout) - height, height });
  assert.equal(last, layout.count);
  assert.ok(Math.abs(topOf(layout.count, layout) + shift - drawnHeight(layout)) < 1);
});
