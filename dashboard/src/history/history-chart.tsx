import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { count, formatMoment, formatNumber } from '../format.ts';
import { stepChart } from './steps.ts';

type Props = { readonly petId: bigint; readonly entries: readonly LedgerEntry[] };

export function HistoryChart({ petId, entries }: Props) {
  const chart = stepChart(entries, Date.now());
  const newest = entries[0];
  if (chart === undefined || newest === undefined) return undefined;
  const from = formatMoment(new Date(chart.fromMs).toISOString());
  const now = newest.after === null ? 'removed' : formatNumber(newest.after);
  const description =
    `Quantity of pet ${petId} since ${from}, ${count(entries.length, 'change')}: ` +
    `lowest ${formatNumber(chart.lowest)}, highest ${formatNumber(chart.highest)}, now ${now}.`;
  return (
    <figure className="chart">
      <div className="chart-scale" aria-hidden="true">
        <span>{formatNumber(Math.max(1, chart.highest))}</span>
        <span>0</span>
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={description}>
        <path className="chart-grid" d="M0 0H100M0 50H100M0 100H100" />
        <path className="chart-area" d={chart.area} />
        <path className="chart-line" d={chart.line} />
      </svg>
      <figcaption aria-hidden="true">
        <span>{from}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
