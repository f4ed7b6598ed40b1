import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Observable } from '../state/observable.ts';

/**
 * The most rows of a table that are printed, on about 100 pages. Browsers take minutes to lay out
 * many more.
 */
export const printedRowsMax = 5_000;

/** What is printed instead of the current screen; undefined if the screen itself is printed. */
export const printedAlone = new Observable<'labels' | 'count-sheet' | 'order' | undefined>(
  undefined,
);

export function printAlone(what: typeof printedAlone.value): void {
  const end = () => printedAlone.set(undefined);
  flushSync(() => printedAlone.set(what));
  window.addEventListener('afterprint', end, { once: true });
  window.print();
  // In some browsers print() returns before printing. In these, printing is over when the window
  // has the focus again.
  window.addEventListener('focus', end, { once: true });
}

export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // React must render synchronously: the browser prints as soon as the handlers of `beforeprint`
    // have returned.
    const show = (isPrinted: boolean) => flushSync(() => setPrinting(isPrinted));
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('beforeprint', () => show(true), { signal });
    window.addEventListener('afterprint', () => show(false), { signal });
    media.addEventListener('change', ({ matches }) => show(matches), { signal });
    return () => controller.abort();
  }, []);
  return isPrinting;
}
