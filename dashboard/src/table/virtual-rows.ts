/**
 * Which rows of a long list to draw, and where. All rows are equally high, but one may have a panel under it. Browsers
 * cannot make an element higher than some 17 million pixels; a longer list is drawn within fewer, and one pixel of
 * scrolling then stands for more than one of the list.
 */

type Panel = { readonly index: number; readonly height: number };

export type Layout = { readonly count: number; readonly rowHeight: number; readonly panel: Panel | undefined };

export type Window = {
  /** How far the list has been scrolled, in its own pixels; negative where it begins below the top. */
  readonly scrolled: number;
  readonly height: number;
};

/** From the first row up to, and without, the last. */
export type Range = { readonly first: number; readonly last: number; readonly shift: number };

const heightMax = 12_000_000;
const overscanRows = 16;

function fullHeight({ count, rowHeight, panel }: Layout): number {
  return count * rowHeight + (panel?.height ?? 0);
}

export function drawnHeight(layout: Layout): number {
  return Math.min(fullHeight(layout), heightMax);
}

/** How many pixels of the list one pixel of scrolling is. */
export function ratioOf(layout: Layout, viewHeight: number): number {
  const full = fullHeight(layout);
  return full <= heightMax ? 1 : (full - viewHeight) / (heightMax - viewHeight);
}

export function rangeAt(layout: Layout, view: Window): Range {
  const { count, rowHeight, panel } = layout;
  const scrolled = Math.max(0, view.scrolled);
  const offset = scrolled * ratioOf(layout, view.height);
  const rowAt = (y: number) => {
    if (panel === undefined || y < (panel.index + 1) * rowHeight) return Math.floor(y / rowHeight);
    return Math.max(panel.index, Math.floor((y - panel.height) / rowHeight));
  };
  const first = Math.max(0, rowAt(offset) - overscanRows);
  const last = Math.min(count, rowAt(offset + view.height) + 1 + overscanRows);
  return { first: Math.min(first, count), last, shift: scrolled - offset };
}

/** Where a row begins in the list, whatever is drawn of it. */
export function topOf(index: number, { rowHeight, panel }: Layout): number {
  return index * rowHeight + (panel !== undefined && index > panel.index ? panel.height : 0);
}
