import { useState } from 'react';
import type { Report, ReportedPet } from '../../../client/inventory-types.ts';
import { activityLink } from '../history/activity.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { details, titleOf } from '../stock/details.ts';
import { type DateSpan, dateText, spanOfDays } from '../ui/days.ts';
import { formatDate, formatDelta, formatNumber, reasonNames } from '../ui/format.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import sumsStyles from '../ui/sums.module.css';
import { DateInput } from '../ui/text-input.tsx';
import tileStyles from '../ui/tile.module.css';
import { DayChart } from './day-chart.tsx';
import { OrderTable } from './order-table.tsx';
import { barsOf, currentSpan, type Figures, type Loss, loadFigures, type SpanName, spanNames } from './report.ts';
import { type ReportColumn, ReportTable, shown } from './report-table.tsx';
import reportsStyles from './reports.module.css';

export function ReportsScreen() {
  // Pets are shown with their names, so new details render the screen again.
  useObservable(details);
  const [name, setName] = useState<SpanName>('month');
  const [first, setFirst] = useState(() => dateText(currentSpan('month').since));
  const [last, setLast] = useState(() => dateText(new Date()));
  // The fields are empty while a date is being typed.
  const span = name === 'any' ? spanOfDays(first, last) : currentSpan(name);
  const { data: figures, error } = useLoaded(span && ((client, signal) => loadFigures(client, span, signal)), [
    name,
    first,
    last,
  ]);

  return (
    <div className={reportsStyles.reports}>
      <ScreenHeader title="Reports">
        <p className="muted" role="status">
          {error ?? (figures === undefined ? 'Loading…' : spanText(figures.span))}
        </p>
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
      {figures !== undefined && <FigureTables figures={figures} />}
    </div>
  );
}

function spanText({ since, until }: DateSpan): string {
  const days = [since, new Date(until.getTime() - 1)].map((date) => formatDate(date.toISOString()));
  return `${days[0]} to ${days[1]}, compared with the time before`;
}

type SoldPet = ReportedPet & { readonly soldBefore: number };

function FigureTables({ figures }: { readonly figures: Figures }) {
  const { report, before, losses, hasMoreLosses, span } = figures;
  const soldBefore = new Map(before.pets.map(({ petId, sold }) => [petId, sold]));
  const pets: SoldPet[] = report.pets.map((pet) => ({ ...pet, soldBefore: soldBefore.get(pet.petId) ?? 0 }));
  const bars = barsOf(report);
  const pet: ReportColumn<{ readonly petId: bigint }> = { name: 'Pet', value: ({ petId }) => titleOf(petId) };
  const linked = (column: 'sold' | 'arrived' | 'damaged', title: string): ReportColumn<ReportedPet> => ({
    name: title,
    value: (row) => row[column],
    cell: (row) => <a href={activityLink(span, reasonOf[column], row.petId)}>{shown(row[column])}</a>,
  });
  const inStock: ReportColumn<ReportedPet> = { name: 'In stock', value: ({ end }) => end };
  const perDay: ReportColumn<ReportedPet> = {
    name: 'Per day',
    value: ({ soldPerDay }) => Number(soldPerDay.toFixed(2)),
  };
  const key = ({ petId }: { readonly petId: bigint }) => String(petId);
  return (
    <>
      <Totals report={report} before={before} span={span} />
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
            rowKey={(bar) => bar.name}
            empty="No days."
          />
        </details>
      </section>
      <ReportTable
        title="Best sellers"
        file="best-sellers"
        columns={[pet, linked('sold', 'Sold'), { name: 'Before', value: (row) => row.soldBefore }, perDay, inStock]}
        rows={pets.filter(({ sold }) => sold > 0).sort((one, other) => other.sold - one.sold)}
        rowKey={key}
        empty="Nothing was sold."
      />
      <ReportTable
        title="Runs out first"
        note="How long the stock lasts at the rate of this span."
        file="runs-out-first"
        columns={[pet, { name: 'Days left', value: ({ daysLeft }) => daysLeft }, inStock, perDay]}
        rows={pets
          .filter(({ daysLeft, end }) => daysLeft !== null && end > 0)
          .sort((one, other) => (one.daysLeft ?? 0) - (other.daysLeft ?? 0))}
        rowKey={key}
        empty="Nothing was sold."
      />
      <OrderTable report={report} />
      <ReportTable
        title="Slow movers"
        note="In stock, and nothing was sold."
        file="slow-movers"
        columns={[pet, inStock, linked('arrived', 'Arrived'), { name: 'Sold before', value: (row) => row.soldBefore }]}
        rows={pets.filter(({ sold, end }) => sold <= 0 && end > 0).sort((one, other) => other.end - one.end)}
        rowKey={key}
        empty="Everything in stock was sold at least once."
      />
      <ReportTable<Loss>
        title="Losses"
        note={hasMoreLosses ? 'Of the newest changes only: choose a shorter span to see all.' : undefined}
        file="losses"
        columns={[
          pet,
          {
            name: 'Lost',
            value: ({ units }) => units,
            cell: (row) => <a href={activityLink(span, row.reason, row.petId)}>{formatNumber(row.units)}</a>,
          },
          { name: 'Reason', value: ({ reason }) => reasonNames[reason] },
          { name: 'Person', value: (row) => row.key },
          { name: 'Notes', value: ({ notes }) => notes },
        ]}
        rows={losses}
        rowKey={({ petId, reason, key: person }) => `${petId} ${reason} ${person}`}
        empty="Nothing was lost."
      />
    </>
  );
}

const reasonOf = { sold: 'sale', arrived: 'arrival', damaged: 'damage', returned: 'return' } as const;
const totalNames = { sold: 'Sold', arrived: 'Arrived', returned: 'Returned', damaged: 'Damaged' } as const;

type TotalsProps = { readonly report: Report; readonly before: Report; readonly span: DateSpan };

function Totals({ report, before, span }: TotalsProps) {
  return (
    <dl className={sumsStyles.sums}>
      {(Object.keys(totalNames) as (keyof typeof totalNames)[]).map((column) => (
        <div key={column} className={tileStyles.tile}>
          <dt className={tileStyles.tileName}>{totalNames[column]}</dt>
          <dd>
            <a className={tileStyles.tileValue} href={activityLink(span, reasonOf[column])}>
              {formatNumber(report.totals[column])}
            </a>
            <span className="muted small">
              {formatNumber(before.totals[column])} before ({formatDelta(report.totals[column] - before.totals[column])}
              )
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
