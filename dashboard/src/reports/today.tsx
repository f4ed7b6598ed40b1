import { useEffect } from 'react';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { latestEntry } from '../stock/live-updates.ts';
import { stock } from '../stock/store.ts';
import { dateText } from '../ui/days.ts';
import { formatNumber } from '../ui/format.ts';
import { useOrders } from './order-table.tsx';
import { currentSpan, loadReport, runningOut } from './report.ts';
import reportsStyles from './reports.module.css';

const quietMs = 2_000;
/** At most this share of the service's time for reports is for the headline of one dashboard. */
const loadShare = 1 / 20;

/** What an owner wants to know in the morning, by the sales of the last 30 days. */
export function Today() {
  const zone = useObservable(shopTimeZone);
  const { data, reload } = useLoaded(
    async (client, signal) => {
      const startedMs = performance.now();
      const { report } = await loadReport(client, currentSpan('days'), signal);
      return { report, tookMs: performance.now() - startedMs };
    },
    [zone],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` is another function at every rendering.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      timer = undefined;
      reload();
    };
    const stop = latestEntry.subscribe(() => {
      timer ??= setTimeout(load, Math.max(quietMs, (data?.tookMs ?? 0) / loadShare));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [data]);
  const orders = useOrders(data?.report);
  if (data === undefined) return undefined;
  const today = dateText(new Date());
  const sold = data.report.days?.find(({ day }) => day === today)?.sold ?? 0;
  const short = runningOut(data.report.pets, 7, (id) => stock.get(id)).length;
  const links = [
    [sold, 'sold today', '#activity?reason=sale'],
    [short, short === 1 ? 'runs out in 7 days' : 'run out in 7 days', '#reports?at=runs-out-first'],
    [orders.length, 'to order', '#reports?at=what-to-order'],
  ] as const;
  return links.map(([count, text, href]) => (
    <a key={href} className={reportsStyles.todayLink} href={href}>
      <strong>{formatNumber(count)}</strong> {text}
    </a>
  ));
}
