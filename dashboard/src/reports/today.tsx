import { useEffect, useState } from 'react';
import { loadShare } from '../api/long-call.ts';
import { t } from '../messages/all.ts';
import { withTags } from '../messages/tags.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { dateText } from '../state/days.ts';
import { useObservable } from '../state/observable.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { latestEntry } from '../stock/live-updates.ts';
import { stock } from '../stock/store.ts';
import { useOrders } from './order-table.tsx';
import { loadReport, runningOut } from './report.ts';
import reportsStyles from './reports.module.css';
import { startOfSpan } from './span.ts';

const daysAhead = 7;
const quietMs = 2_000;

/**
 * Links above the stock with the units sold today, the pets that run out soon and the pets to
 * order.
 */
export function Today() {
  const zone = useObservable(shopTimeZone);
  const [loads, setLoads] = useState(1);
  const { data, error } = useLoaded(
    async (client, signal) => {
      const startedMs = performance.now();
      const { report } = await loadReport({ since: startOfSpan('days') })(client, signal);
      return { report, tookMs: performance.now() - startedMs };
    },
    [zone, loads],
  );
  useEffect(() => {
    // While today's report is loading for the first time, changes of the stock do not reload it:
    // that would abort it.
    if (data === undefined && error === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = latestEntry.subscribe(() => {
      timer ??= setTimeout(
        () => setLoads(loads + 1),
        Math.max(quietMs, (data?.tookMs ?? 0) / loadShare),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [data, error, loads]);
  const orders = useOrders(data?.report);
  if (data === undefined) return undefined;
  const today = dateText(new Date());
  const sold = data.report.days?.find(({ day }) => day === today)?.sold ?? 0;
  const count = runningOut(data.report.pets, daysAhead, (id) => stock.get(id)).length;
  const links = [
    [t('reports.soldToday', { count: sold }), '#activity?reason=sale'],
    [t('reports.runOutSoon', { count, days: daysAhead }), '#reports?at=runs-out-first'],
    [t('reports.toOrder', { count: orders.length }), '#reports?at=what-to-order'],
  ] as const;
  return links.map(([text, href]) => (
    <a key={href} className={reportsStyles.todayLink} href={href}>
      <span>{withTags(text)}</span>
    </a>
  ));
}
