import { ledgerColumns } from '@pawstock/shared/import/csv-export.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { memo, useEffect, useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { formatDay, formatForSpreadsheet, formatList, formatTime } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { TimeZoneNote } from '../session/time-zone-note.tsx';
import { useObservable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { replaceHash, urlHash } from '../state/screen.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { today } from '../state/today.ts';
import { details, labelOf, nameOf, titleOf } from '../stock/details.ts';
import { latestEntries } from '../stock/live-updates.ts';
import { isTooSoon } from '../ui/answer-time.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { downloadTable } from '../ui/download.ts';
import { Icon } from '../ui/icon.tsx';
import { fieldNames, reasonName, reasonNames, statusNames } from '../ui/names.ts';
import { notify } from '../ui/notifications.tsx';
import { printedRowsMax, useIsPrinting } from '../ui/printing.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import sumsStyles from '../ui/sums.module.css';
import { DateInput } from '../ui/text-input.tsx';
import tileStyles from '../ui/tile.module.css';
import {
  activity,
  addLatestEntries,
  entriesMax,
  readActivity,
  reloadActivity,
} from './activity.ts';
import styles from './activity-screen.module.css';
import {
  type ActivityFilter,
  describeRange,
  filterFromUrl,
  hashOf,
  isShown,
  none,
  noteOf,
  ranges,
  spanOf,
  sumNameOf,
  sumNames,
  unitsOf,
} from './filter.ts';
import { openHistory } from './history.ts';

const rowsPerStep = 100;

const filterNames: Readonly<Record<string, string>> = {
  ...reasonNames,
  other: t('history.otherReasons'),
  [none]: t('history.noReason'),
};

function nameOfPerson(person: string): string {
  return person === none ? t('history.imports') : person;
}

export function ActivityScreen() {
  const { entries = [], next, isLoading = false, error } = useObservable(activity.state) ?? {};
  // The screen shows the names of pets, so it renders again when details change.
  useObservable(details);
  useObservable(urlHash);
  const filter = filterFromUrl();
  const { range, day, last, person, reason, pet } = filter;
  const [rowsMax, setRowsMax] = useState(rowsPerStep);
  const status = useRef<HTMLDivElement>(null);
  /**
   * Moves the focus to the status before a pressed button disappears, so that keyboard users keep
   * their place.
   */
  const keepingFocus = (work: () => unknown) => () => {
    status.current?.focus({ preventScroll: true });
    void work();
  };
  const showMore = () => setRowsMax(rowsMax + rowsPerStep);
  const zone = useObservable(shopTimeZone);
  const currentDay = useObservable(today);
  const isPrinting = useIsPrinting();

  useEffect(() => latestEntries.subscribe(addLatestEntries), []);
  useEffect(() => reconnections.subscribe(reloadActivity), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen days begin at other times in another time zone, and after midnight.
  useEffect(() => {
    const span = spanOf({ range, day, last });
    if (span !== undefined) activity.open(span);
    setRowsMax(rowsPerStep);
  }, [range, day, last, zone, currentDay]);
  const change = (next: Partial<ActivityFilter>) => replaceHash(hashOf({ ...filter, ...next }));

  const people = [
    ...new Set([...entries.map(({ key }) => key ?? none), ...(person === '' ? [] : [person])]),
  ].sort();
  const shown = entries.filter((entry) => isShown(entry, filter));
  const withAnyReason = entries.filter((entry) => isShown(entry, { ...filter, reason: '' }));
  const bySum = Object.groupBy(withAnyReason, sumNameOf);
  const printed = [
    describeRange(filter),
    nameOfPerson(person),
    filterNames[reason] ?? '',
    pet && labelOf(BigInt(pet)),
  ];
  const canLoad = next !== undefined && entries.length < entriesMax;

  return (
    <div>
      <ScreenHeader title={t('history.activity')}>
        <TimeZoneNote />
        <p className="print-only">{formatList(printed.filter(Boolean), 'unit')}</p>
        {shown.length > printedRowsMax && (
          <p className="print-only">{t('history.newestPrinted', { max: printedRowsMax })}</p>
        )}
      </ScreenHeader>
      <div className={styles.activityFilters}>
        <SegmentedControl
          label={t('history.days')}
          value={range}
          options={ranges.map((one) => [one, t('history.range', { range: one })] as const)}
          onChange={(next) => change({ range: next })}
        />
        {(range === 'day' || range === 'any') && (
          <DateInput
            label={t(range === 'day' ? 'history.day' : 'history.firstDay')}
            isLabelHidden
            value={day}
            onChange={(next) => change({ day: next })}
          />
        )}
        {range === 'any' && (
          <DateInput
            label={t('history.last')}
            isLabelHidden
            value={last}
            onChange={(next) => change({ last: next })}
          />
        )}
        <SelectField
          label={t('history.person')}
          isLabelHidden
          value={person}
          options={[
            ['', t('history.everyone')],
            ...people.map((name) => [name, nameOfPerson(name)] as const),
          ]}
          onChange={(next) => change({ person: next })}
        />
        <SelectField
          label={t('edit.reason')}
          isLabelHidden
          value={reason}
          options={[['', t('history.anyReason')], ...optionsOf(filterNames)]}
          onChange={(next) => change({ reason: next })}
        />
        {pet !== '' && (
          <Button onPress={keepingFocus(() => change({ pet: '' }))}>
            {t('history.only', { pet: labelOf(BigInt(pet)) })}
            <Icon name="close" />
          </Button>
        )}
        <ActivityExport filter={filter} />
      </div>
      <dl className={`${sumsStyles.sums} ${sumsStyles.five}`} aria-busy={isLoading}>
        {sumNames.map((name) => {
          const units = unitsOf(name, bySum[name]);
          return (
            <div key={name} className={tileStyles.tile}>
              <dt className={tileStyles.tileName}>{t('history.sum', { name })}</dt>
              <dd>
                <LinkButton
                  className={tileStyles.tileValue}
                  aria-label={t('history.showOnly', { name, units })}
                  aria-pressed={reason === name}
                  onPress={() => change({ reason: reason === name ? '' : name })}
                >
                  {units}
                </LinkButton>
                <span className="muted small">
                  {t('history.changeCount', { count: bySum[name]?.length ?? 0 })}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
      <div
        ref={status}
        className={`focus-region ${styles.activityStatus}`}
        role="status"
        tabIndex={-1}
      >
        {isLoading && <p className="muted">{t('ui.loading')}</p>}
        {error !== undefined && <p className="error">{error}</p>}
        {!isLoading && error === undefined && next !== undefined && (
          <p className="muted">
            {withTags(
              t(canLoad ? 'history.newest' : 'history.newestOfMany', { count: entries.length }),
              {
                load: (text) => (
                  <LinkButton onPress={keepingFocus(activity.loadMore)}>{text}</LinkButton>
                ),
              },
            )}
          </p>
        )}
        {!isLoading && error === undefined && shown.length === 0 && (
          <p className="muted">{t('history.noChanges')}</p>
        )}
      </div>
      <ActivityList
        entries={shown.slice(0, isPrinting ? printedRowsMax : rowsMax)}
        hasDays={range === 'week' || range === 'any'}
        isPrinted={isPrinting}
      />
      {error !== undefined ? (
        <Button onPress={keepingFocus(activity.loadMore)}>{t('stock.tryAgain')}</Button>
      ) : (
        shown.length > rowsMax && (
          <Button
            onPress={shown.length > rowsMax + rowsPerStep ? showMore : keepingFocus(showMore)}
          >
            {t('history.more')}
          </Button>
        )
      )}
    </div>
  );
}

/** Exports all changes that match the filter, including those that the screen has not loaded. */
function ActivityExport({ filter }: { readonly filter: ActivityFilter }) {
  const [progress, setProgress] = useState<{
    readonly count: number;
    readonly startedMs: number;
    readonly controller: AbortController;
  }>();
  const start = async () => {
    const span = spanOf(filter);
    if (span === undefined) return;
    const controller = new AbortController();
    const startedMs = performance.now();
    setProgress({ count: 0, startedMs, controller });
    const all: LedgerEntry[] = [];
    try {
      for await (const entries of readActivity(span, filter, controller.signal)) {
        all.push(...entries);
        setProgress({ count: all.length, startedMs, controller });
      }
      const head = [
        fieldNames.name,
        ...ledgerColumns.map((column) => t('history.column', { column })),
      ];
      downloadTable('pawstock-activity.csv', [head, ...all.map(cellsOf)]);
      notify({ tone: 'success', text: t('history.exported', { count: all.length }) });
    } catch (error) {
      if (!controller.signal.aborted)
        notify({ tone: 'error', text: describeError(error, t('history.notExported')) });
    }
    setProgress(undefined);
  };
  return (
    <span className={styles.activityExport}>
      {progress && <span role="status">{t('history.readSoFar', { count: progress.count })}</span>}
      {/* The same button cancels the export, so it keeps the focus. A double click does not. */}
      <Button
        icon={progress ? undefined : 'download'}
        onPress={() => {
          if (progress === undefined) void start();
          else if (!isTooSoon(progress.startedMs, performance.now())) progress.controller.abort();
        }}
      >
        {t(progress ? 'ui.cancel' : 'table.export')}
      </Button>
    </span>
  );
}

/** The cells of a change in the exported spreadsheet. */
function cellsOf(entry: LedgerEntry) {
  const { petId, kind, status, reason, at } = entry;
  const words = {
    kind: t('history.what', { kind }),
    status: statusNames[status],
    note: noteOf(entry),
  };
  const cells = {
    ...entry,
    ...words,
    reason: reason && reasonName(reason),
    at: formatForSpreadsheet(at),
  };
  return [nameOf(petId) ?? '', ...ledgerColumns.map((column) => cells[column])];
}

type ListProps = {
  readonly entries: readonly LedgerEntry[];
  readonly hasDays: boolean;
  /** A printed list has no buttons: thousands of them would take long to render. */
  readonly isPrinted: boolean;
};

function ActivityList({ entries, hasDays, isPrinted }: ListProps) {
  return (
    <ol className={styles.activityList} aria-label={t('history.newestFirst')}>
      {entries.map((entry, index) => {
        const { seq, petId, at } = entry;
        const day = formatDay(at);
        const previous = entries[index - 1];
        const isNewDay = hasDays && (previous === undefined || formatDay(previous.at) !== day);
        return (
          <ActivityRow
            key={seq}
            entry={entry}
            day={isNewDay ? day : undefined}
            title={titleOf(petId)}
            isPrinted={isPrinted}
          />
        );
      })}
    </ol>
  );
}

type RowProps = {
  readonly entry: LedgerEntry;
  /** The heading before the first change of a day. */
  readonly day: string | undefined;
  readonly title: string;
  readonly isPrinted: boolean;
};

/** One change. Only new changes render when others follow, hundreds of them a second. */
const ActivityRow = memo(function ActivityRow({ entry, day, title, isPrinted }: RowProps) {
  const { petId, before, after, at, key } = entry;
  const what = whatOf(entry);
  return (
    <li>
      {day !== undefined && <h3>{day}</h3>}
      <div className={styles.activityRow} data-entry>
        <time className="muted" dateTime={at.toISOString()}>
          {formatTime(at)}
        </time>
        {isPrinted ? (
          <span>{title}</span>
        ) : (
          <LinkButton
            aria-label={t('stock.historyOf', { pet: labelOf(petId) })}
            onPress={() => openHistory(petId)}
          >
            {title}
          </LinkButton>
        )}
        <QuantityChange className={styles.activityChange} before={before} after={after} />
        <span className={`${styles.activityWhy} muted`} data-why>
          {key === null ? what : t('history.by', { what, key })}
          {entry.note !== null && [
            ' ',
            <q key="note" dir="auto">
              {noteOf(entry)}
            </q>,
          ]}
        </span>
      </div>
    </li>
  );
});

function whatOf({ kind, reason, before, after }: LedgerEntry): string {
  if (reason !== null) return reasonName(reason);
  if (kind === 'import') return t('history.import');
  if (after === null) return t('history.removed');
  return t(before === null ? 'history.added' : 'history.noReason');
}
