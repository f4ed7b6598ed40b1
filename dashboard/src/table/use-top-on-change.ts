import { type RefObject, useEffect, useRef } from 'react';
import type { View } from '../stock/view.ts';

/** Other rows, or another order, are looked at from their beginning. */
export function useTopOnChange(table: RefObject<HTMLElement | null>, { filter, order }: View): void {
  const last = useRef({ filter, order });
  useEffect(() => {
    if (last.current.filter === filter && last.current.order === order) return;
    last.current = { filter, order };
    const head = table.current?.querySelector('.table-head');
    if (table.current === null || head == null) return;
    // The head sticks to its place while the table scrolls away above it.
    const hidden = head.getBoundingClientRect().top - table.current.getBoundingClientRect().top;
    if (hidden > 1) window.scrollBy({ top: -hidden, behavior: 'instant' });
  }, [table, filter, order]);
}
