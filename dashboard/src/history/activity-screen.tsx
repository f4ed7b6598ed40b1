import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../messages/all.ts';
import { formatList } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { TimeZoneNote } from '../session/time-zone-note.tsx';
import { useObservable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { replaceHash, urlHash } from '../state/screen.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { today } from '../state/today.ts';
import { details, labelOf } from '../stock/details.ts';
import { latestEntries } from '../stock/live-updates.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { printedRowsMax, useIsPrinting } from '../ui/printing.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { activity, addLatestEntries, entriesMax, reloadActivity } from './activity.ts';
import { ActivityFilters, filterNames, nameOfPerson } from './activity-filters.tsx';
import { ActivityList, PrintedActivity } from './activity-list.tsx';
import styles from './activity-screen.module.css';
import { ActivitySums } from './activity-sums.tsx';
import {
  type ActivityFilter,
  describeRange,
  filterFromUrl,
  hashOf,
  isShown,
  spanOf,
} from './filter.ts';

/** Keeps the list current: with the changes of the event stream, and in the days that are chosen. */
function useActivity({ range, day, last }: ActivityFilter): void {
  const zone = useObservable(shopTimeZone);
  const currentDay = useObservable(today);
  useEffect(() => latestEntries.subscribe(addLatestEntries), []);
  useEffect(() => reconnections.subscribe(reloadActivity), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen days begin at other times in another time zone, and after midnight.
  useEffect(() => {
    const span = spanOf({ range, day, last });
    if (span !== undefined) activity.open(span);
  }, [range, day, last, zone, currentDay]);
}

export function ActivityScreen() {
  const { entries = [], error, isLoading = false } = useObservable(activity.state) ?? {};
  // The screen shows the names of pets, so it renders again when details change.
  useObservable(details);
  useObservable(urlHash);
  const filter = filterFromUrl();
  useActivity(filter);
  const isPrinting = useIsPrinting();
  const status = useRef<HTMLDivElement>(null);

  const shown = entries.filter((entry) => isShown(entry, filter));
  const change = (next: Partial<ActivityFilter>) => replaceHash(hashOf({ ...filter, ...next }));
  const hasDays = filter.range === 'week' || filter.range === 'any';
  /**
   * Moves the focus to the status before a pressed button disappears, so that keyboard users keep
   * their place.
   */
  const keepingFocus = (work: () => unknown) => () => {
    status.current?.focus({ preventScroll: true });
    void work();
  };

  return (
    <div>
      <ActivityHeader filter={filter} shown={shown} />
      <ActivityFilters
        filter={filter}
        entries={entries}
        onChange={change}
        onAllPets={keepingFocus(() => change({ pet: '' }))}
      />
      <ActivitySums
        entries={entries.filter((entry) => isShown(entry, { ...filter, reason: '' }))}
        reason={filter.reason}
        isLoading={isLoading}
        onReasonChange={(reason) => change({ reason })}
      />
      <div
        ref={status}
        className={`focus-region ${styles.activityStatus}`}
        role="status"
        tabIndex={-1}
      >
        <ActivityStatus isEmpty={shown.length === 0} onLoad={keepingFocus(activity.loadMore)} />
      </div>
      {isPrinting ? (
        <PrintedActivity entries={shown.slice(0, printedRowsMax)} hasDays={hasDays} />
      ) : (
        <ActivityList entries={shown} hasDays={hasDays} />
      )}
      {error !== undefined && (
        <Button onPress={keepingFocus(activity.loadMore)}>{t('stock.tryAgain')}</Button>
      )}
    </div>
  );
}

type HeaderProps = { readonly filter: ActivityFilter; readonly shown: readonly LedgerEntry[] };

/** The title. A print also says what was filtered, and whether it has all of it. */
function ActivityHeader({ filter, shown }: HeaderProps) {
  const { person, reason, pet } = filter;
  const printed = [
    describeRange(filter),
    nameOfPerson(person),
    filterNames[reason] ?? '',
    pet && labelOf(BigInt(pet)),
  ];
  return (
    <ScreenHeader title={t('history.activity')}>
      <TimeZoneNote />
      <p className="print-only">{formatList(printed.filter(Boolean), 'unit')}</p>
      {shown.length > printedRowsMax && (
        <p className="print-only">{t('history.newestPrinted', { max: printedRowsMax })}</p>
      )}
    </ScreenHeader>
  );
}

type StatusProps = { readonly isEmpty: boolean; readonly onLoad: () => void };

/** Whether changes are loading, could not be loaded, are not all loaded, or none match. */
function ActivityStatus({ isEmpty, onLoad }: StatusProps): ReactNode {
  const { entries = [], next, isLoading = false, error } = useObservable(activity.state) ?? {};
  if (isLoading) return <p className="muted">{t('ui.loading')}</p>;
  if (error !== undefined) return <p className="error">{error}</p>;
  const canLoad = entries.length < entriesMax;
  const load = (text: ReactNode) => <LinkButton onPress={onLoad}>{text}</LinkButton>;
  return (
    <>
      {next !== undefined && (
        <p className="muted">
          {withTags(
            t(canLoad ? 'history.newest' : 'history.newestOfMany', { count: entries.length }),
            { load },
          )}
        </p>
      )}
      {isEmpty && <p className="muted">{t('history.noChanges')}</p>}
    </>
  );
}
