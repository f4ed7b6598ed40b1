import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { t } from '../messages/first.ts';
import styles from './virtual-list.module.css';

type Props = {
  readonly label: string;
  readonly count: number;
  readonly renderRow: (index: number) => ReactNode;
};

const rowHeight = 40;

/**
 * The most rows that a list shows: browsers limit the height of an element, Firefox to about 17
 * million pixels.
 */
const rowsMax = 400_000;

export function VirtualList({ label, count, renderRow }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = Math.min(count, rowsMax);
  const virtualizer = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list.
    <section ref={scroller} className={styles.virtualList} aria-label={label} tabIndex={0}>
      {count === 0 && <p className={`muted ${styles.virtualListNote}`}>{t('ui.none')}</p>}
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {renderRow(index)}
          </li>
        ))}
      </ul>
      {shown < count && (
        <p className={`muted ${styles.virtualListNote}`}>
          {t('ui.more', { count: count - shown })}
        </p>
      )}
    </section>
  );
}
