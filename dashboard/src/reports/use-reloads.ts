import { useEffect, useState } from 'react';
import { loadShare } from '../api/long-call.ts';
import { latestEntries } from '../stock/live-updates.ts';

const quietMs = 2_000;

/**
 * Counts up when a report should be loaded again, because the stock has changed. A report that takes
 * long is loaded less often. `tookMs` is undefined while the report is loading for the first time:
 * loading it again would abort it.
 */
export function useReloads(tookMs: number | undefined): number {
  const [loads, setLoads] = useState(1);
  useEffect(() => {
    if (tookMs === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const delayMs = Math.max(quietMs, tookMs / loadShare);
    const stop = latestEntries.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setLoads((count) => count + 1);
      }, delayMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [tookMs]);
  return loads;
}
