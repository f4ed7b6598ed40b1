import type { LedgerEntry, Report } from 'pawstock-client/inventory-types.ts';
import { activityLink, none } from '../history/filter.ts';
import { t } from '../messages/all.ts';
import { formatDelta, formatNumber } from '../messages/format.ts';
import type { DateSpan } from '../state/days.ts';
import sumsStyles from '../ui/sums.module.css';
import tileStyles from '../ui/tile.module.css';
import { unexplained } from './load-report.ts';

/** The reason of the changes that a column of a report counts. */
export const reasonOf = {
  sold: 'sale',
  arrived: 'arrival',
  returned: 'return',
  damaged: 'damage',
  died: 'died',
} as const;

type Props = {
  readonly report: Report;
  readonly span: DateSpan;
  /** The report on the days before; undefined until it has been loaded. */
  readonly before: Report | undefined;
  readonly adjustments: readonly LedgerEntry[] | undefined;
};

/** How many units were sold, arrived and so on, each compared with the days before. */
export function ReportTotals({ report, before, span, adjustments }: Props) {
  const tiles = (Object.keys(reasonOf) as (keyof typeof reasonOf)[]).map((column) => {
    const [now, earlier] = [report.totals[column], before?.totals[column]];
    const detail =
      earlier === undefined
        ? '…'
        : t('reports.earlier', { count: earlier, delta: formatDelta(now - earlier) });
    return {
      name: t(`total.${column}`),
      value: formatNumber(now),
      href: activityLink(span, reasonOf[column]),
      detail,
    };
  });
  const { pets, units } = unexplained(report.pets, adjustments);
  if (pets > 0) {
    const detail = t('reports.ofPets', { count: pets });
    tiles.push({
      name: t('reports.noReason'),
      value: formatDelta(units),
      href: activityLink(span, none),
      detail,
    });
  }
  return (
    <dl className={`${sumsStyles.sums} ${sumsStyles.wrapping}`}>
      {tiles.map(({ name, value, href, detail }) => (
        <div key={name} className={tileStyles.tile}>
          <dt className={tileStyles.tileName}>{name}</dt>
          <dd>
            <a className={tileStyles.tileValue} href={href} aria-label={`${name}: ${value}`}>
              {value}
            </a>
            <span className="muted small">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
