import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../messages/all.ts';
import { formatDay, formatTime } from '../messages/format.ts';
import { labelOf, titleOf } from '../stock/details.ts';
import { LinkButton } from '../ui/button.tsx';
import { reasonName } from '../ui/names.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import styles from './activity-list.module.css';
import { noteOf } from './filter.ts';
import { openHistory } from './history.ts';

type ListProps = {
  readonly entries: readonly LedgerEntry[];
  /** Whether the first change of each day has the day above it. */
  readonly hasDays: boolean;
};

/** The height of a change that takes one line, in pixels. */
const rowHeight = 41;

/** All changes, newest first, of which those near the window are in the document. */
export function ActivityList({ entries, hasDays }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [listTop, setListTop] = useState(0);
  const [focusedSeq, setFocusedSeq] = useState<number>();

  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]?.seq ?? index,
    overscan: 8,
    scrollMargin: listTop,
    // The change that has the focus stays in the document wherever the user scrolls to.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const focused = entries.findIndex(({ seq }) => seq === focusedSeq);
      if (focused < 0 || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
  });

  // The filters and the sums above the list may need more lines than before.
  useLayoutEffect(() => {
    if (list.current !== null)
      setListTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });

  return (
    <ol
      ref={list}
      className={styles.activityList}
      style={{ height: virtualizer.getTotalSize() }}
      aria-label={t('history.newestFirst')}
      onBlur={() => setFocusedSeq(undefined)}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const entry = entries[index];
        if (entry === undefined) return undefined;
        return (
          <li
            key={entry.seq}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start - listTop}px)` }}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            onFocus={() => setFocusedSeq(entry.seq)}
          >
            <DayAbove entries={entries} index={index} hasDays={hasDays} />
            <ActivityRow entry={entry} title={titleOf(entry.petId)} />
          </li>
        );
      })}
    </ol>
  );
}

/** The changes as they are printed: all in the document, and without buttons. */
export function PrintedActivity({ entries, hasDays }: ListProps) {
  return (
    <ol className={styles.printedList} aria-label={t('history.newestFirst')}>
      {entries.map((entry, index) => (
        <li key={entry.seq}>
          <DayAbove entries={entries} index={index} hasDays={hasDays} />
          <ChangeLine entry={entry} pet={<span>{titleOf(entry.petId)}</span>} />
        </li>
      ))}
    </ol>
  );
}

function DayAbove({ entries, index, hasDays }: ListProps & { readonly index: number }) {
  const entry = entries[index];
  const previous = entries[index - 1];
  if (!hasDays || entry === undefined) return undefined;
  const day = formatDay(entry.at);
  if (previous !== undefined && formatDay(previous.at) === day) return undefined;
  return <h3>{day}</h3>;
}

type RowProps = { readonly entry: LedgerEntry; readonly title: string };

/** A change with a link to its pet. Only new changes render when others follow, hundreds a second. */
const ActivityRow = memo(function ActivityRow({ entry, title }: RowProps) {
  const { petId } = entry;
  const link = (
    <LinkButton
      aria-label={t('stock.historyOf', { pet: labelOf(petId) })}
      onPress={() => openHistory(petId)}
    >
      {title}
    </LinkButton>
  );
  return <ChangeLine entry={entry} pet={link} />;
});

type LineProps = { readonly entry: LedgerEntry; readonly pet: ReactNode };

function ChangeLine({ entry, pet }: LineProps) {
  const { before, after, at, key } = entry;
  const what = whatOf(entry);
  return (
    <div className={styles.activityRow} data-entry data-unchanged={before === after || undefined}>
      <time className="muted" dateTime={at.toISOString()}>
        {formatTime(at)}
      </time>
      {pet}
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
  );
}

function whatOf({ kind, reason, before, after }: LedgerEntry): string {
  if (reason !== null) return reasonName(reason);
  if (kind === 'import') return t('history.import');
  if (after === null) return t('history.removed');
  return t(before === null ? 'history.added' : 'history.noReason');
}
