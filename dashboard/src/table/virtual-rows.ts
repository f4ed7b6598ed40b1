import {
  defaultRangeExtractor,
  observeWindowOffset,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * The greatest height of the table, in pixels. Browsers limit the height of an element: Firefox to
 * about 17 million pixels. If the rows are higher than this, each pixel of scrolling moves them by
 * several pixels.
 */
const heightMax = 12_000_000;

type Options = {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** The editor panel below one of the rows, if it is open. */
  readonly panel: { readonly index: number; readonly height: number } | undefined;
  /** The indexes of rows that are rendered even out of view. */
  readonly alwaysRendered: readonly number[];
};

/** Tells which rows of the table to render at the current scroll position, and where. */
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
        // If all rows together exceed heightMax, each scroll moves them. TanStack Virtual does not
        // always render that.
        if (
          isScrolling &&
          instance.scrollOffset !== renderedOffset.current &&
          scaleOf(instance.getTotalSize()) > 1
        ) {
          flushSync(rerender);
        }
      });
    },
    // TanStack Virtual must not scroll the page itself: only the user and scrollToRow do.
    scrollToFn: () => undefined,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor panel adds to the cached height of its row.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, panel?.index, panel?.height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows and the panel determine the scroll offset.
  useLayoutEffect(() => reportOffset.current?.(), [count, panel?.height]);

  const items = virtualizer.getVirtualItems();
  // TanStack Virtual learns the height of a new editor only after this render, so the height is
  // added here.
  const totalHeight = count * rowHeight + (panel?.height ?? 0);
  const scale = scaleOf(totalHeight);
  const offset = virtualizer.scrollOffset ?? 0;
  const shift = offset / scale - offset;
  renderedOffset.current = offset;

  /**
   * Scrolls until a row, and as much of its editor panel as fits, is between two heights in the
   * window.
   */
  const scrollToRow = (index: number, edges: { readonly top: number; readonly bottom: number }) => {
    if (body.current === null) return;
    const start =
      index * rowHeight + (panel !== undefined && index > panel.index ? panel.height : 0);
    const height = rowHeight + (index === panel?.index ? panel.height : 0);
    const bodyTop = body.current.getBoundingClientRect().top;
    const top = bodyTop > 0 ? bodyTop + start : start - scrolledBy(body.current) * scale;
    const targetTop = Math.max(Math.min(top, edges.bottom - height), edges.top);
    const distance = start - targetTop;
    const by = bodyTop + (distance > 0 ? distance / scale : distance);
    // The scroll distance is rounded away from zero: rounding it down would stop short of the row.
    if (targetTop !== top)
      window.scrollBy({ top: by < 0 ? Math.floor(by) : Math.ceil(by), behavior: 'instant' });
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
