import type { Report, ReportedPet } from 'pawstock-client/inventory-types.ts';
import { activityLink } from '../history/filter.ts';
import { t } from '../messages/all.ts';
import { formatNumber } from '../messages/format.ts';
import { useLoaded } from '../session/use-loaded.ts';
import type { DateSpan } from '../state/days.ts';
import { stock } from '../stock/store.ts';
import { reasonNames } from '../ui/names.ts';
import { DayChart, dayLabel } from './day-chart.tsx';
import {
  barsOf,
  type Loss,
  loadRemarks,
  loadReport,
  lossesBy,
  type Remarks,
  runningOut,
} from './load-report.ts';
import { OrderTable } from './order-table.tsx';
import { formatValue, petColumn, type ReportColumn, ReportTable } from './report-table.tsx';
import { ReportTotals, reasonOf } from './report-totals.tsx';
import reportsStyles from './reports.module.css';
import { spanBefore } from './span.ts';
import type { Tab } from './tabs.ts';

type Figures = { readonly report: Report; readonly span: DateSpan };
type PetColumn = ReportColumn<ReportedPet>;

/** The tables of a tab, with their figures. */
export function FigureTables({ report, span, tab }: Figures & { readonly tab: Tab }) {
  const { data: before } = useLoaded(loadReport(spanBefore(span)), [span]);
  const { data: remarks } = useLoaded(loadRemarks(span), [span]);
  const isShown = (one: Tab) => tab === one || tab === 'all';
  return (
    <>
      {tab !== 'order' && (
        <ReportTotals
          report={report}
          before={before?.report}
          span={span}
          adjustments={remarks?.adjustments}
        />
      )}
      {isShown('order') && (
        <>
          <OrderTable report={report} />
          <RunsOutTable report={report} />
        </>
      )}
      {isShown('sold') && (
        <>
          <SalesChart report={report} />
          <SoldTables report={report} span={span} before={before?.report} />
        </>
      )}
      {isShown('losses') && <LossTable span={span} remarks={remarks} />}
    </>
  );
}

const pet = petColumn(({ petId }: { readonly petId: bigint }) => petId);
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

/** A number that leads to the changes that it counts. */
function linkedColumn(column: 'sold' | 'arrived', span: DateSpan): PetColumn {
  return {
    name: t(`total.${column}`),
    value: (row) => row[column],
    cell: (row) => (
      <a href={activityLink(span, reasonOf[column], row.petId)}>{formatValue(row[column])}</a>
    ),
    hasBar: column === 'sold',
  };
}

/** Pets that run out within this many days are shown at once. A button shows the others. */
const daysThatMatter = 30;

function RunsOutTable({ report }: { readonly report: Report }) {
  const rows = runningOut(report.pets, Number.POSITIVE_INFINITY, (id) => stock.get(id));
  const isAnySold = report.pets.some(({ sold }) => sold > 0);
  const noneLeft = t(isAnySold ? 'reports.nothingSoldInStock' : 'reports.nothingSold');
  return (
    <ReportTable
      title={t('reports.runsOutFirst')}
      note={t('reports.runsOutFirstNote')}
      file="runs-out-first"
      columns={[pet, daysLeft, inStock, perDay]}
      rows={rows}
      matters={(row) => (row.daysLeft ?? 0) < daysThatMatter}
      empty={rows.length > 0 ? t('reports.nothingRunsOut', { count: daysThatMatter }) : noneLeft}
    />
  );
}

function SalesChart({ report }: { readonly report: Report }) {
  const bars = barsOf(report);
  const isByMonth = bars[0]?.name.length === 7;
  return (
    <section className={reportsStyles.report} aria-label={t('reports.sales')}>
      <h3>{t(isByMonth ? 'reports.salesPerMonth' : 'reports.salesPerDay')}</h3>
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
  );
}

/**
 * A pet with its sales in the span of days before the report. These are null until they have been
 * loaded.
 */
type SoldPet = ReportedPet & { readonly soldBefore: number | null };

function withSalesBefore({ pets }: Report, before: Report | undefined): readonly SoldPet[] {
  const soldBefore = new Map(before?.pets.map(({ petId, sold }) => [petId, sold]));
  const missing = before === undefined ? null : 0;
  return pets.map((one) => ({ ...one, soldBefore: soldBefore.get(one.petId) ?? missing }));
}

/** What sells best, and what lies. */
function SoldTables({ report, span, before }: Figures & { readonly before: Report | undefined }) {
  const pets = withSalesBefore(report, before);
  const bestSellers = pets
    .filter(({ sold }) => sold > 0)
    .sort((one, other) => other.sold - one.sold);
  const slowMovers = pets
    .filter(({ sold, end }) => sold <= 0 && end > 0)
    .sort((one, other) => other.end - one.end);
  const isAnyInStock = pets.some(({ end }) => end > 0);
  return (
    <>
      <ReportTable
        title={t('reports.bestSellers')}
        file="best-sellers"
        columns={[
          pet,
          linkedColumn('sold', span),
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
          linkedColumn('arrived', span),
          { name: t('reports.soldBefore'), value: (row) => row.soldBefore },
        ]}
        rows={slowMovers}
        empty={isAnyInStock ? t('reports.allSold') : t('reports.nothingInStock')}
      />
    </>
  );
}

type LossProps = { readonly span: DateSpan; readonly remarks: Remarks | undefined };

/** What was damaged, died or vanished, by pet, by cause and by person. */
function LossTable({ span, remarks }: LossProps) {
  const losses = remarks?.losses ?? [];
  return (
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
  );
}

const sumColumns = (
  name: string,
): ReportColumn<{ readonly name: string; readonly lost: number }>[] => [
  { name, value: (sum) => sum.name },
  { name: t('reports.lost'), value: (sum) => sum.lost, hasBar: true },
];
