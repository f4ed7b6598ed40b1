import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry, Report, ReportedPet } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { activityLink, none } from '../history/filter.ts';
import { t } from '../messages/all.ts';
import { formatDate, formatDelta, formatNumber } from '../messages/format.ts';
import { TimeZoneNote } from '../session/time-zone-note.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { type DateSpan, dateText, spanOfDays } from '../state/days.ts';
import { useObservable } from '../state/observable.ts';
import { replaceHash, urlHash } from '../state/screen.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { today } from '../state/today.ts';
import { details } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { reasonNames } from '../ui/names.ts';
import { printedAlone } from '../ui/printing.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import sumsStyles from '../ui/sums.module.css';
import { DateInput } from '../ui/text-input.tsx';
import tileStyles from '../ui/tile.module.css';
import { DayChart, dayLabel } from './day-chart.tsx';
import {
  barsOf,
  type Loss,
  loadRemarks,
  loadReport,
  lossesBy,
  runningOut,
  unexplained,
} from './load-report.ts';
import { OrderTable } from './order-table.tsx';
import { formatValue, petColumn, type ReportColumn, ReportTable } from './report-table.tsx';
import reportsStyles from './reports.module.css';
import { type SpanName, spanBefore, spanNames, startOfSpan } from './span.ts';
import { useReloads } from './use-reloads.ts';

const spanOptions = spanNames.map(
  (span) => [span, t('reports.spanName', { span, count: 30 })] as const,
);

/** Which reports are shown. What to order comes first: it is what a manager opens reports for. */
const tabs = ['order', 'sold', 'losses', 'all'] as const;
type Tab = (typeof tabs)[number];

const tabOptions = tabs.map((tab) => [tab, t('reports.tab', { tab })] as const);

/** The tab is in the URL, so that links lead to it and a reload keeps it. */
function tabIn(hash: string): Tab {
  const show = new URLSearchParams(hash.split('?')[1]).get('show');
  return tabs.find((tab) => tab === show) ?? 'order';
}

export function ReportsScreen() {
  // The screen shows the names of pets, so it renders again when details change.
  useObservable(details);
  const zone = useObservable(shopTimeZone);
  const isOrderAlone = useObservable(printedAlone) === 'order';
  const [name, setName] = useState<SpanName>('days');
  // Until the user chooses dates, the first and the last day follow the shop's time zone.
  const [first = dateText(startOfSpan('days')), setFirst] = useState<string>();
  const [last = dateText(new Date()), setLast] = useState<string>();
  // While the user is typing a date, its field is empty, and no report is loaded.
  const span = name === 'any' ? spanOfDays(first, last) : { since: startOfSpan(name) };
  const currentDay = useObservable(today);
  const [tookMs, setTookMs] = useState<number>();
  const loads = useReloads(tookMs);
  const load =
    span &&
    (async (client: PawstockClient, signal: AbortSignal) => {
      const startedMs = performance.now();
      const loaded = await loadReport(span)(client, signal);
      setTookMs(performance.now() - startedMs);
      return loaded;
    });
  const { data: figures, error } = useLoaded(load, [name, first, last, zone, currentDay, loads]);
  const isLoaded = figures !== undefined;
  const isEmpty = figures?.report.pets.length === 0 && stock.totals.pets === 0;
  const tab = tabIn(useObservable(urlHash));

  return (
    <div className={reportsStyles.reports} data-prints={isOrderAlone ? 'order' : undefined}>
      <ScreenHeader title={t('reports.title')}>
        <p className="muted" role="status">
          {error ?? (isLoaded ? spanText(figures.span) : t('ui.loading'))}
        </p>
        <TimeZoneNote />
      </ScreenHeader>
      <div className={reportsStyles.reportTabs}>
        <SegmentedControl
          label={t('reports.tabs')}
          value={tab}
          options={tabOptions}
          onChange={(next) => replaceHash(`#reports?show=${next}`)}
        />
      </div>
      <div className={reportsStyles.reportSpan}>
        <SegmentedControl
          label={t('reports.span')}
          value={name}
          options={spanOptions}
          onChange={setName}
        />
        {name === 'any' && (
          <DateInput label={t('history.firstDay')} value={first} onChange={setFirst} />
        )}
        {name === 'any' && <DateInput label={t('history.last')} value={last} onChange={setLast} />}
      </div>
      {isEmpty && <p className="muted">{t('reports.noPets')}</p>}
      {/* Each span has its own tables, so that figures of two spans are never shown together. */}
      {isLoaded && !isEmpty && <FigureTables key={spanText(figures.span)} {...figures} tab={tab} />}
    </div>
  );
}

function spanText({ since, until }: DateSpan): string {
  return t('reports.comparedSpan', {
    first: formatDate(since),
    last: formatDate(new Date(until.getTime() - 1)),
  });
}

type Figures = { readonly report: Report; readonly span: DateSpan };
type PetColumn = ReportColumn<ReportedPet>;
/**
 * A pet with its sales in the span of days before the report. These are null until they have been
 * loaded.
 */
type SoldPet = ReportedPet & { readonly soldBefore: number | null };

/** Pets that run out within this many days are shown at once. A button shows the others. */
const daysThatMatter = 30;

function FigureTables({ report, span, tab }: Figures & { readonly tab: Tab }) {
  const { data: before } = useLoaded(loadReport(spanBefore(span)), [span]);
  const { data: remarks } = useLoaded(loadRemarks(span), [span]);
  const soldBefore = new Map(before?.report.pets.map(({ petId, sold }) => [petId, sold]));
  const missing = before === undefined ? null : 0;
  const pets = report.pets.map(
    (pet): SoldPet => ({ ...pet, soldBefore: soldBefore.get(pet.petId) ?? missing }),
  );
  const bestSellers = pets
    .filter(({ sold }) => sold > 0)
    .sort((one, other) => other.sold - one.sold);
  const slowMovers = pets
    .filter(({ sold, end }) => sold <= 0 && end > 0)
    .sort((one, other) => other.end - one.end);
  const runsOut = runningOut(pets, Number.POSITIVE_INFINITY, (id) => stock.get(id));
  const noneLeft = t(bestSellers.length > 0 ? 'reports.nothingSoldInStock' : 'reports.nothingSold');
  const bars = barsOf(report);
  const pet = petColumn(({ petId }: { readonly petId: bigint }) => petId);
  const linked = (column: 'sold' | 'arrived'): PetColumn => ({
    name: t(`total.${column}`),
    value: (row) => row[column],
    cell: (row) => (
      <a href={activityLink(span, reasonOf[column], row.petId)}>{formatValue(row[column])}</a>
    ),
    hasBar: column === 'sold',
  });
  const inStock: PetColumn = { name: t('reports.inStock'), value: ({ end }) => end };
  const daysLeft: PetColumn = {
    name: t('reports.daysLeft'),
    value: (row) => row.daysLeft,
    hasBar: true,
  };
  const perDay: PetColumn = {
    name: t('reports.perDay'),
    value: (row) => Number(row.soldPerDay.toFixed(2)),
  };
  const losses = remarks?.losses ?? [];
  const isShown = (one: Tab) => tab === one || tab === 'all';
  return (
    <>
      {tab !== 'order' && (
        <Totals
          report={report}
          before={before?.report}
          span={span}
          adjustments={remarks?.adjustments}
        />
      )}
      {isShown('order') && (
        <>
          <OrderTable report={report} />
          <ReportTable
            title={t('reports.runsOutFirst')}
            note={t('reports.runsOutFirstNote')}
            file="runs-out-first"
            columns={[pet, daysLeft, inStock, perDay]}
            rows={runsOut}
            matters={(row) => (row.daysLeft ?? 0) < daysThatMatter}
            empty={
              runsOut.length > 0 ? t('reports.nothingRunsOut', { count: daysThatMatter }) : noneLeft
            }
          />
        </>
      )}
      {isShown('sold') && (
        <>
          <section className={reportsStyles.report} aria-label={t('reports.sales')}>
            <h3>
              {t(bars[0]?.name.length === 7 ? 'reports.salesPerMonth' : 'reports.salesPerDay')}
            </h3>
            <DayChart bars={bars} />
            <details className={reportsStyles.chartValues}>
              <summary>{t('reports.values')}</summary>
              <ReportTable
                title={t('reports.salesValues')}
                file="sales-per-day"
                columns={[
                  {
                    name: t('history.day'),
                    value: (bar) => bar.name,
                    cell: (bar) => dayLabel(bar.name),
                  },
                  { name: t('total.sold'), value: (bar) => bar.sold },
                  { name: t('total.arrived'), value: (bar) => bar.arrived },
                ]}
                rows={bars}
                empty={t('reports.noDays')}
              />
            </details>
          </section>
          <ReportTable
            title={t('reports.bestSellers')}
            file="best-sellers"
            columns={[
              pet,
              linked('sold'),
              { name: t('reports.before'), value: (row) => row.soldBefore },
              perDay,
              inStock,
            ]}
            rows={bestSellers}
            empty={t('reports.nothingSold')}
          />
          <ReportTable
            title={t('reports.slowMovers')}
            note={t('reports.slowMoversNote')}
            file="slow-movers"
            columns={[
              pet,
              { ...inStock, hasBar: true },
              linked('arrived'),
              { name: t('reports.soldBefore'), value: (row) => row.soldBefore },
            ]}
            rows={slowMovers}
            empty={
              pets.some(({ end }) => end > 0) ? t('reports.allSold') : t('reports.nothingInStock')
            }
          />
        </>
      )}
      {isShown('losses') && (
        <ReportTable<Loss>
          title={t('reports.losses')}
          note={remarks?.areLossesComplete === false ? t('reports.lossesNotAll') : undefined}
          file="losses"
          columns={[
            pet,
            {
              name: t('reports.lost'),
              value: ({ units }) => units,
              cell: (row) => (
                <a href={activityLink(span, row.reason, row.petId)}>{formatNumber(row.units)}</a>
              ),
              hasBar: true,
            },
            { name: t('edit.reason'), value: ({ reason }) => reasonNames[reason] },
            { name: t('history.person'), value: (row) => row.key },
            { name: t('reports.notes'), value: ({ notes }) => notes },
          ]}
          rows={losses}
          empty={remarks === undefined ? t('ui.loading') : t('reports.nothingLost')}
        >
          {losses.length > 0 && (
            <div className={reportsStyles.lossSums}>
              <ReportTable
                title={t('reports.lossesByCause')}
                columns={sumColumns(t('reports.cause'))}
                rows={lossesBy(losses, ({ reason }) => reasonNames[reason])}
              />
              <ReportTable
                title={t('reports.lossesByPerson')}
                columns={sumColumns(t('history.person'))}
                rows={lossesBy(losses, ({ key }) => key)}
              />
            </div>
          )}
        </ReportTable>
      )}
    </>
  );
}

const sumColumns = (
  name: string,
): ReportColumn<{ readonly name: string; readonly lost: number }>[] => [
  { name, value: (sum) => sum.name },
  { name: t('reports.lost'), value: (sum) => sum.lost, hasBar: true },
];

const reasonOf = {
  sold: 'sale',
  arrived: 'arrival',
  returned: 'return',
  damaged: 'damage',
  died: 'died',
} as const;

type TotalsProps = Figures & {
  readonly before: Report | undefined;
  readonly adjustments: readonly LedgerEntry[] | undefined;
};

function Totals({ report, before, span, adjustments }: TotalsProps) {
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
