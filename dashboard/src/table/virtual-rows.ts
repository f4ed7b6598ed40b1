import { type RefObject, useSyncExternalStore } from 'react';

/**
 * Browsers limit the height of an element: Firefox to about 17 million pixels, which is 340,000 rows. A longer table gets
 * this height, and each pixel of scrolling moves the rows by several.
 */
const heightMax = 12_000_000;

/** So many rows above and below the window are in the document, too. */
const overscan = 8;

type Options = {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** A panel below one of the rows. */
  readonly panel: { readonly index: number; readonly height: number } | undefined;
  /** Rows to render wherever the user has scrolled to. */
  readonly alwaysRendered: readonly number[];
};

/** Finds the rows to render while the page scrolls, and their places. */
export function useVirtualRows({ body, count, rowHeight, panel, alwaysRendered }: Options) {
  const panelHeight = panel?.height ?? 0;
  const height = count * rowHeight + panelHeight;
  const scale = scaleOf(height);
  const topOf = (index: number) => index * rowHeight + (panel !== undefined && index > panel.index ? panelHeight : 0);
  const windowHeight = useSyncExternalStore(followWindow, () => window.innerHeight);
  const offset = useSyncExternalStore(followWindow, () => {
    const scrolled = scrolledBy(body.current) * scale;
    // Rows that move with the page are rendered again only when another one comes into view.
    return scale > 1 ? scrolled : scrolled - (scrolled % rowHeight);
  });
  // The panel may be anywhere above the window or in it.
  const first = Math.max(0, Math.floor((offset - panelHeight) / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((offset + windowHeight) / rowHeight) + overscan);
  const visible = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  const indexes = [...new Set([...visible, ...alwaysRendered])].filter((index) => index < count).sort((a, b) => a - b);

  /** Scrolls just enough to show a row, and the panel below it as far as there is room, between two edges. */
  const scrollToRow = (index: number, edges: { readonly top: number; readonly bottom: number }) => {
    if (body.current === null) return;
    const start = topOf(index);
    const shownHeight = rowHeight + (index === panel?.index ? panelHeight : 0);
    const bodyTop = body.current.getBoundingClientRect().top;
    const top = bodyTop > 0 ? bodyTop + start : start - scrolledBy(body.current) * scale;
    const targetTop = Math.max(Math.min(top, edges.bottom - shownHeight), edges.top);
    const distance = start - targetTop;
    const by = bodyTop + (distance > 0 ? distance / scale : distance);
    // Rounded away from zero: rounding down would stop short of the row.
    if (targetTop !== top) window.scrollBy({ top: by < 0 ? Math.floor(by) : Math.ceil(by), behavior: 'instant' });
  };

  return {
    rows: indexes.map((index) => ({ index, top: topOf(index) + offset / scale - offset })),
    height: Math.min(height, heightMax),
    scrollToRow,
  };
}

function followWindow(onChange: () => void): () => void {
  const events = ['scroll', 'resize'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

/** How far the body has been scrolled past the top of the window. */
function scrolledBy(body: HTMLElement | null): number {
  return Math.max(0, -(body?.getBoundingClientRect().top ?? 0));
}

/** By how many pixels the rows move for each pixel of scrolling. */
function scaleOf(height: number): number {
  if (height <= heightMax) return 1;
  return (height - window.innerHeight) / (heightMax - window.innerHeight);
}
