import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawnHeight, type Layout, type Range, rangeAt, ratioOf, topOf } from './virtual-rows.ts';

type Rows = {
  readonly range: Range;
  readonly height: number;
  /** Where to draw a row, within the body. */
  readonly drawnTop: (index: number) => number;
  /** Scrolls as little as needed to bring a row into view. */
  readonly reveal: (index: number, covered?: number) => void;
};

/**
 * Follows the scrolling of `body` within the page, or within `scroller`. Drawn at once and not with React's next turn:
 * a scrolled page that waits for its rows is a blank page.
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  layout: Layout,
  scroller?: RefObject<HTMLElement | null>,
): Rows {
  const [range, setRange] = useState<Range>({ first: 0, last: Math.min(layout.count, 40), shift: 0 });
  const { count, rowHeight, panel } = layout;
  const panelIndex = panel?.index;
  const panelHeight = panel?.height;

  const look = useCallback((): Range | undefined => {
    if (body.current === null) return undefined;
    const port = scroller?.current?.getBoundingClientRect() ?? { top: 0, height: window.innerHeight };
    const open =
      panelIndex === undefined || panelHeight === undefined ? undefined : { index: panelIndex, height: panelHeight };
    const scrolled = port.top - body.current.getBoundingClientRect().top;
    return rangeAt({ count, rowHeight, panel: open }, { scrolled, height: port.height });
  }, [body, scroller, count, rowHeight, panelIndex, panelHeight]);

  useLayoutEffect(() => {
    const update = (draw: (next: Range) => void) => {
      const next = look();
      if (next !== undefined) draw(next);
    };
    const settle = (next: Range) => setRange((now) => (isSame(now, next) ? now : next));
    const onMove = () => update((next) => flushSync(() => settle(next)));
    update(settle);
    document.addEventListener('scroll', onMove, { capture: true, passive: true });
    window.addEventListener('resize', onMove);
    return () => {
      document.removeEventListener('scroll', onMove, { capture: true });
      window.removeEventListener('resize', onMove);
    };
  }, [look]);

  const reveal = (index: number, covered = 0) => {
    if (body.current === null) return;
    const inner = scroller?.current ?? undefined;
    const port = inner?.getBoundingClientRect() ?? { top: 0, height: window.innerHeight };
    const viewTop = port.top + covered;
    const bodyTop = body.current.getBoundingClientRect().top;
    const drawn = bodyTop + topOf(index, layout) + range.shift;
    const bottom = port.top + port.height - rowHeight;
    const by = drawn < viewTop ? drawn - viewTop : drawn > bottom ? drawn - bottom : 0;
    if (by !== 0) (inner ?? window).scrollBy({ top: by / ratioOf(layout, port.height), behavior: 'instant' });
  };

  return {
    range: range.last <= count ? range : { ...range, first: Math.min(range.first, count), last: count },
    height: drawnHeight(layout),
    drawnTop: (index) => topOf(index, layout) + range.shift,
    reveal,
  };
}

function isSame(one: Range, other: Range): boolean {
  return one.first === other.first && one.last === other.last && one.shift === other.shift;
}
