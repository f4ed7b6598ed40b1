import { t } from '../messages/all.ts';
import { formatCompact } from '../messages/format.ts';
import { locale } from '../messages/language.ts';
import { axisTop, type ChartBar } from './load-report.ts';
import reportsStyles from './reports.module.css';

const height = 200;
const left = 44;
const bottom = 22;

/**
 * Sales and arrivals as pairs of bars. A table with the same values is for people who cannot see
 * the chart.
 */
export function DayChart({ bars }: { readonly bars: readonly ChartBar[] }) {
  // On a phone the chart is narrower and has fewer dates, so that its texts are not smaller.
  const width = window.innerWidth < 768 ? 440 : 960;
  const top = axisTop(Math.max(1, ...bars.flatMap(({ sold, arrived }) => [sold, arrived])));
  const slot = (width - left) / Math.max(1, bars.length);
  const bar = Math.max(1, Math.min(18, slot * 0.4));
  const heightOf = (value: number) => (Math.max(0, value) / top) * (height - bottom - 14);
  // In charts, time runs from left to right in every language.
  const every = Math.ceil(bars.length / Math.floor(width / 80));
  return (
    <figure className={reportsStyles.dayChart}>
      <figcaption>
        {(['sold', 'arrived'] as const).map((series) => (
          <span key={series} className={reportsStyles.chartKey} data-series={series}>
            {t(`total.${series}`)}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[0, top / 2, top].map((value) => {
          const y = height - bottom - heightOf(value);
          return (
            <g key={value}>
              <line className={reportsStyles.axisLine} x1={left} x2={width} y1={y} y2={y} />
              <text
                className={reportsStyles.chartText}
                x={left - 6}
                y={y + 4}
                direction="ltr"
                textAnchor="end"
              >
                {formatCompact(value)}
              </text>
            </g>
          );
        })}
        {bars.map(({ name, sold, arrived }, index) => {
          const x = left + slot * (index + 0.5);
          const base = height - bottom;
          return (
            <g key={name}>
              <title>{t('reports.barOf', { day: dayLabel(name), sold, arrived })}</title>
              <rect
                data-series="sold"
                x={x - bar}
                y={base - heightOf(sold)}
                width={bar}
                height={heightOf(sold)}
              />
              <rect
                data-series="arrived"
                x={x}
                y={base - heightOf(arrived)}
                width={bar}
                height={heightOf(arrived)}
              />
              {index % every === 0 && (
                <text className={reportsStyles.chartText} x={x} y={height - 6} textAnchor="middle">
                  {dayLabel(name)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

const dayFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat(locale, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export function dayLabel(name: string): string {
  return (name.length === 7 ? monthFormat : dayFormat).format(new Date(name));
}
