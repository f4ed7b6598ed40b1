import { useEffect, useState } from 'react';
import type { LedgerEntry, Report, ReportedPet } from '../../../client/inventory-types.ts';
import { activityLink, none } from '../history/activity.ts';
import { TimeZoneNote } from '../session/time-zone-note.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { details } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { type DateSpan, dateText, spanOfDays } from '../ui/days.ts';
import { formatCount, formatDate, formatDelta, formatNumber } from '../ui/format.ts';
import { reasonNames } from '../ui/names.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import sumsStyles from '../ui/sums.module.css';
import { DateInput } from '../ui/text-input.tsx';
import tileStyles from '../ui/tile.module.css';
import { DayChart } from './day-chart.tsx';
import { isOrderPrinted, OrderTable } from './order-table.tsx';
import {
  barsOf,
  currentSpan,
  type Loss,
  type LossSum,
  loadRemarks,
  loadReport,
  lossesBy,
  runningOut,
  type SpanName,
  spanBefore,
  spanNames,
  unexplained,
} from './report.ts';
import { formatValue, petColumn, type ReportColumn, ReportTable } from './report-table.tsx';
import reportsStyles from './reports.module.css';

export function ReportsScreen() {
  // Pets are shown with their names, so new details render the screen again.
  useObservable(details);
  const zone = useObservable(shopTimeZone);
  const isOrderAlone = useObservable(isOrderPrinted);
  const [name, setName] = useState<SpanName>('days');
  // Until the user chooses days, they follow the shop's time zone.
  const [first = dateText(currentSpan('days').since), setFirst] = useState<string>();
  const [last = dateText(new Date()), setLast] = useState<string>();
  // The fields are empty while a date is being typed.
  const span = name === 'any' ? spanOfDays(first, last) : currentSpan(name);
  const { data: figures, error } = useLoaded(span && ((client, signal) => loadReport(client, span, signal)), [
    name,
    first,
    last,
    zone,
  ]);
  const isLoaded = figures !== undefined;
  useEffect(() => {
    const place = new URLSearchParams(location.hash.split('?')[1]).get('at');
    if (isLoaded && place !== null) document.getElementById(place)?.scrollIntoView();
  }, [isLoaded]);

  return (
    <div className={reportsStyles.reports} data-prints={isOrderAlone ? 'order' : undefined}>
      <ScreenHeader title="Reports">
        <p className="muted" role="status">
          {error ?? (isLoaded ? spanText(figures.span) : 'Loading…')}
        </p>
        <TimeZoneNote />
      </ScreenHeader>
      <div className={reportsStyles.reportSpan}>
        <SegmentedControl label="Span" value={name} options={optionsOf(spanNames)} onChange={setName} />
        {name === 'any' && (
          <>
            <DateInput label="First day" value={first} onChange={setFirst} />
            <DateInput label="Last day" value={last} onChange={setLast} />
          </>
        )}
      </div>
      {isLoaded &&
        (figures.report.pets.length === 0 && stock.totals.value.pets === 0 ? (
          <p className="muted">There are no pets yet, so there is nothing to report.</p>
        ) : (
          // What belongs to one span is never shown beside the figures of another.
          <FigureTables key={spanText(figures.span)} {...figures} />
        ))}
    </div>
  );
}

function spanText({ since, until }: DateSpan): string {
  const days = [since, new Date(until.getTime() - 1)].map((date) => formatDate(date));
  return `${days[0]} to ${days[1]}, compared with the time before`;
}

type Figures = { readonly report: Report; readonly span: DateSpan };
/** `soldBefore` is null until the report on the time before has been loaded. */
type SoldPet = ReportedPet & { readonly soldBefore: number | null };

/** What runs out within so many days is shown at once. */
const daysThatMatter = 30;

function FigureTables({ report, span }: Figures) {
  const { data: before } = useLoaded((client, signal) => loadReport(client, spanBefore(span), signal), [span]);
  const { data: remarks } = useLoaded((client, signal) => loadRemarks(client, span, signal), [span]);
  const soldBefore = new Map(before?.report.pets.map(({ petId, sold }) => [petId, sold]));
  const missing = before === undefined ? null : 0;
  const pets = report.pets.map((pet): SoldPet => ({ ...pet, soldBefore: soldBefore.get(pet.petId) ?? missing }));
  const bestSellers = pets.filter(({ sold }) => sold > 0).sort((one, other) => other.sold - one.sold);
  const slowMovers = pets.filter(({ sold, end }) => sold <= 0 && end > 0).sort((one, other) => other.end - one.end);
  const runsOut = runningOut(pets, Number.POSITIVE_INFINITY, (id) => stock.get(id));
  const bars = barsOf(report);
  const pet = petColumn(({ petId }: { readonly petId: bigint }) => petId);
  const linked = (column: 'sold' | 'arrived', title: string): ReportColumn<ReportedPet> => ({
    name: title,
    value: (row) => row[column],
    cell: (row) => <a href={activityLink(span, reasonOf[column], row.petId)}>{formatValue(row[column])}</a>,
    hasBar: column === 'sold',
  });
  const inStock: ReportColumn<ReportedPet> = { name: 'In stock', value: ({ end }) => end };
  const perDay: ReportColumn<ReportedPet> = {
    name: 'Per day',
    value: ({ soldPerDay }) => Number(soldPerDay.toFixed(2)),
  };
  const losses = remarks?.losses ?? [];
  return (
    <>
      <Totals report={report} before={before?.report} span={span} adjustments={remarks?.adjustments} />
      <section className={reportsStyles.report} aria-label="Sales and arrivals">
        <h3>Sales and arrivals per {bars[0]?.name.length === 7 ? 'month' : 'day'}</h3>
        <DayChart bars={bars} />
        <details className={reportsStyles.chartValues}>
          <summary>Values</summary>
          <ReportTable
            title="Sales and arrivals, values"
            file="sales-per-day"
            columns={[
              { name: 'Day', value: (bar) => bar.name },
              { name: 'Sold', value: (bar) => bar.sold },
              { name: 'Arrived', value: (bar) => bar.arrived },
            ]}
            rows={bars}
            empty="No days."
          />
        </details>
      </section>
      <ReportTable
        title="Best sellers"
        file="best-sellers"
        columns={[pet, linked('sold', 'Sold'), { name: 'Before', value: (row) => row.soldBefore }, perDay, inStock]}
        rows={bestSellers}
        empty="Nothing was sold."
      />
      <ReportTable
        title="Runs out first"
        note="How long the stock lasts at the rate of this span."
        file="runs-out-first"
        columns={[pet, { name: 'Days left', value: ({ daysLeft }) => daysLeft, hasBar: true }, inStock, perDay]}
        rows={runsOut}
        matters={({ daysLeft }) => (daysLeft ?? 0) < daysThatMatter}
        empty={
          runsOut.length > 0
            ? `Nothing runs out within ${daysThatMatter} days.`
            : bestSellers.length > 0
              ? 'Nothing that was sold is in stock.'
              : 'Nothing was sold.'
        }
      />
      <OrderTable report={report} />
      <ReportTable
        title="Slow movers"
        note="In stock, and nothing was sold."
        file="slow-movers"
        columns={[
          pet,
          { ...inStock, hasBar: true },
          linked('arrived', 'Arrived'),
          { name: 'Sold before', value: (row) => row.soldBefore },
        ]}
        rows={slowMovers}
        empty={pets.some(({ end }) => end > 0) ? 'Everything in stock was sold at least once.' : 'Nothing is in stock.'}
      />
      <ReportTable<Loss>
        title="Losses"
        note={
          remarks?.areLossesComplete === false
            ? 'Of the newest changes only: choose a shorter span to see all.'
            : undefined
        }
        file="losses"
        columns={[
          pet,
          {
            name: 'Lost',
            value: ({ units }) => units,
            cell: (row) => <a href={activityLink(span, row.reason, row.petId)}>{formatNumber(row.units)}</a>,
            hasBar: true,
          },
          { name: 'Reason', value: ({ reason }) => reasonNames[reason] },
          { name: 'Person', value: (row) => row.key },
          { name: 'Notes', value: ({ notes }) => notes },
        ]}
        rows={losses}
        empty={remarks === undefined ? 'Loading…' : 'Nothing was lost.'}
      >
        {losses.length > 0 && (
          <div className={reportsStyles.lossSums}>
            <LossSums name="Cause" losses={losses} nameOf={({ reason }) => reasonNames[reason]} />
            <LossSums name="Person" losses={losses} nameOf={(loss) => loss.key} />
          </div>
        )}
      </ReportTable>
    </>
  );
}

type LossSumsProps = {
  readonly name: string;
  readonly losses: readonly Loss[];
  readonly nameOf: (loss: Loss) => string;
};

function LossSums({ name, losses, nameOf }: LossSumsProps) {
  const columns = [
    { name, value: (sum: LossSum) => sum.name },
    { name: 'Lost', value: (sum: LossSum) => sum.lost, hasBar: true },
  ];
  const rows = lossesBy(losses, nameOf);
  return <ReportTable title={`By ${name.toLowerCase()}`} columns={columns} rows={rows} empty="" />;
}

const totalNames = { sold: 'Sold', arrived: 'Arrived', returned: 'Returned', damaged: 'Damaged' };
const reasonOf = { sold: 'sale', arrived: 'arrival', returned: 'return', damaged: 'damage' } as const;

type TotalsProps = Figures & {
  readonly before: Report | undefined;
  readonly adjustments: readonly LedgerEntry[] | undefined;
};

function Totals({ report, before, span, adjustments }: TotalsProps) {
  const tiles = (Object.keys(totalNames) as (keyof typeof totalNames)[]).map((column) => {
    const [now, earlier] = [report.totals[column], before?.totals[column]];
    const detail = earlier === undefined ? '…' : `${formatNumber(earlier)} before (${formatDelta(now - earlier)})`;
    return { name: totalNames[column], value: formatNumber(now), href: activityLink(span, reasonOf[column]), detail };
  });
  const { pets, units } = unexplained(report.pets, adjustments);
  if (pets > 0) {
    const detail = `of ${formatCount(pets, 'pet')}`;
    tiles.push({ name: 'No reason', value: formatDelta(units), href: activityLink(span, none), detail });
  }
  return (
    <dl className={sumsStyles.sums}>
      {tiles.map(({ name, value, href, detail }) => (
        <div key={name} className={tileStyles.tile}>
          <dt className={tileStyles.tileName}>{name}</dt>
          <dd>
            <a className={tileStyles.tileValue} href={href}>
              {value}
            </a>
            <span className="muted small">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
