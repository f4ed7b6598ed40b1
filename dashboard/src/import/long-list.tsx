import { type ReactNode, useRef } from 'react';
import { useVirtualRows } from '../table/use-virtual-rows.ts';

type Props = { readonly label: string; readonly count: number; readonly row: (index: number) => ReactNode };

const rowHeight = 40;

/** A list in a window of its own, with only what is in sight in the document. */
export function LongList({ label, count, row }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLUListElement>(null);
  const { range, height, drawnTop } = useVirtualRows(body, { count, rowHeight, panel: undefined }, scroller);
  const indexes = Array.from({ length: range.last - range.first }, (_, offset) => range.first + offset);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroller} className="long-list" aria-label={label} tabIndex={0}>
      {count === 0 && <p className="quiet long-list-empty">None.</p>}
      <ul ref={body} style={{ height }}>
        {indexes.map((index) => (
          <li
            key={index}
            style={{ transform: `translateY(${drawnTop(index)}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
