import { useState } from 'react';
import { t } from '../messages/all.ts';
import { withTags } from '../messages/tags.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { today } from '../state/today.ts';
import { stock } from '../stock/store.ts';
import { loadReport, runningOut } from './load-report.ts';
import { useOrders } from './order-table.tsx';
import reportsStyles from './reports.module.css';
import { startOfSpan } from './span.ts';
import { useReloads } from './use-reloads.ts';

const daysAhead = 7;

/**
 * Links above the stock with the units sold today, the pets that run out soon and the pets to
 * order.
 */
export function Today() {
  const zone = useObservable(shopTimeZone);
  const currentDay = useObservable(today);
  const [tookMs, setTookMs] = useState<number>();
  const loads = useReloads(tookMs);
  const { data } = useLoaded(
    async (client, signal) => {
      const startedMs = performance.now();
      const { report } = await loadReport({ since: startOfSpan('days') })(client, signal);
      setTookMs((known) => known ?? performance.now() - startedMs);
      return { report };
    },
    [zone, loads, currentDay],
  );
  const orders = useOrders(data?.report);
  if (data === undefined) return undefined;
  const sold = data.report.days?.find(({ day }) => day === currentDay)?.sold ?? 0;
  const count = runningOut(data.report.pets, daysAhead, (id) => stock.get(id)).length;
  const links = [
    [t('reports.soldToday', { count: sold }), '#activity?reason=sale'],
    [t('reports.runOutSoon', { count, days: daysAhead }), '#reports?show=order'],
    [t('reports.toOrder', { count: orders.length }), '#reports?show=order'],
  ] as const;
  return links.map(([text, href]) => (
    <a key={href} className={reportsStyles.todayLink} href={href}>
      <span>{withTags(text)}</span>
    </a>
  ));
}
