import { defaultRangeExtractor, observeWindowOffset, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * Browsers limit the height of an element (Firefox to about 17 million pixels, which is 340,000 rows), and TanStack
 * Virtual leaves that to its caller. A longer table gets this height, and each pixel of scrolling moves the rows by
 * several.
 */
const heightMax = 12_000_000;

type Options = {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** The panel below one of the rows, if there is one. */
  readonly panel: { readonly index: number; readonly height: number } | undefined;
  /** Rows to render wherever the user has scrolled to. */
  readonly alwaysRendered: readonly number[];
};

/** Finds the rows to render while the page scrolls, and their places. */
export function useVirtualRows({ body, count, rowHeight, panel, alwaysRendered }: Options) {
  const rerender = useReducer((renders: number) => renders + 1, 0)[1];
  const reportOffset = useRef<() => void>(undefined);
  const renderedOffset = useRef(0);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => (index === panel?.index ? rowHeight + panel.height : rowHeight),
    overscan: 8,
    rangeExtractor: (range) => {
      const indexes = new Set([...defaultRangeExtractor(range), ...alwaysRendered]);
      return [...indexes].filter((index) => index < range.count).sort((a, b) => a - b);
    },
    observeElementOffset: (instance, report) => {
      const offset = () => scrolledBy(body.current) * scaleOf(instance.getTotalSize());
      reportOffset.current = () => report(offset(), false);
      return observeWindowOffset(instance, (_scrollY, isScrolling) => {
        report(offset(), isScrolling);
        // The virtualizer renders only when other rows come into view, but scaled rows move with every pixel.
        if (isScrolling && instance.scrollOffset !== renderedOffset.current && scaleOf(instance.getTotalSize()) > 1) {
          flushSync(rerender);
        }
      });
    },
    // The virtualizer must not scroll the page: only the user and scrollToRow do.
    scrollToFn: () => undefined,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: estimateSize depends on these, and its results are cached.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, panel?.index, panel?.height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale, and with it the offset, depends on these.
  useLayoutEffect(() => reportOffset.current?.(), [count, panel?.height]);

  const items = virtualizer.getVirtualItems();
  // The virtualizer learns the height of a new panel only after this render, so the height is added here.
  const totalHeight = count * rowHeight + (panel?.height ?? 0);
  const scale = scaleOf(totalHeight);
  const offset = virtualizer.scrollOffset ?? 0;
  const shift = offset / scale - offset;
  renderedOffset.current = offset;

  /** Scrolls just enough to show a row between two edges of the window, and as much of the panel below it as fits. */
  const scrollToRow = (index: number, edges: { readonly top: number; readonly bottom: number }) => {
    if (body.current === null) return;
    const start = index * rowHeight + (panel !== undefined && index > panel.index ? panel.height : 0);
    const height = rowHeight + (index === panel?.index ? panel.height : 0);
    const bodyTop = body.current.getBoundingClientRect().top;
    const top = bodyTop > 0 ? bodyTop + start : start - scrolledBy(body.current) * scale;
    const targetTop = Math.max(Math.min(top, edges.bottom - height), edges.top);
    const distance = start - targetTop;
    const by = bodyTop + (distance > 0 ? distance / scale : distance);
    // The distance is rounded away from zero: rounding down would stop short of the row.
    if (targetTop !== top) window.scrollBy({ top: by < 0 ? Math.floor(by) : Math.ceil(by), behavior: 'instant' });
  };

  return {
    rows: items.map(({ index, start }) => ({ index, top: start + shift })),
    height: Math.min(totalHeight, heightMax),
    scrollToRow,
  };
}

/** How far the table has been scrolled past the top of the window, in pixels. */
function scrolledBy(body: HTMLElement | null): number {
  return Math.max(0, -(body?.getBoundingClientRect().top ?? 0));
}

/** By how many pixels the rows move for each pixel of scrolling. */
function scaleOf(totalHeight: number): number {
  if (totalHeight <= heightMax) return 1;
  return (totalHeight - window.innerHeight) / (heightMax - window.innerHeight);
}
