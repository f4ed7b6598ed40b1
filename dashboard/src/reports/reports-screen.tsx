import type { PawstockClient } from 'pawstock-client/client.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatDate } from '../messages/format.ts';
import { TimeZoneNote } from '../session/time-zone-note.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { type DateSpan, dateText, spanOfDays } from '../state/days.ts';
import { useObservable } from '../state/observable.ts';
import { replaceHash, urlHash } from '../state/screen.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { today } from '../state/today.ts';
import { details } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { printedAlone } from '../ui/printing.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { DateInput } from '../ui/text-input.tsx';
import { FigureTables } from './figure-tables.tsx';
import { loadReport } from './load-report.ts';
import reportsStyles from './reports.module.css';
import { type SpanName, spanNames, startOfSpan } from './span.ts';
import { tabIn, tabOptions } from './tabs.ts';
import { useReloads } from './use-reloads.ts';

const spanOptions = spanNames.map(
  (span) => [span, t('reports.spanName', { span, count: 30 })] as const,
);

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
