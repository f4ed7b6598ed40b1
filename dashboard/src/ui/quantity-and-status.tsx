import type { LedgerEntry, PetStatus } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/first.ts';
import { formatDelta, formatNumber } from '../messages/format.ts';
import { statusNames } from './names.ts';
import styles from './quantity-and-status.module.css';

export function Delta({ delta }: { readonly delta: number }) {
  return (
    <span className={styles.delta} data-sign={delta > 0 ? '+' : delta < 0 ? '-' : '0'}>
      {formatDelta(delta)}
    </span>
  );
}

/** A change of a quantity such as "97 → 100 (+3)". */
export function QuantityChange({
  before,
  after,
  className,
}: Pick<LedgerEntry, 'before' | 'after'> & { readonly className?: string }) {
  return (
    <span className={className} data-change>
      {before !== null && (
        <>
          {formatNumber(before)} <Arrow />{' '}
        </>
      )}
      {after === null ? t('ui.removed') : formatNumber(after)} (
      <Delta delta={(after ?? 0) - (before ?? 0)} />)
    </span>
  );
}

/** An arrow that screen readers pronounce as "to". */
export function Arrow() {
  return (
    <>
      <span className={styles.arrow} aria-hidden="true">
        →
      </span>
      <span className="visually-hidden">{t('ui.to')}</span>
    </>
  );
}

export function StatusMark({ status }: { readonly status: PetStatus }) {
  return (
    <span className={styles.status} data-tone={status}>
      <span className={styles.dot} aria-hidden="true" />
      {statusNames[status]}
    </span>
  );
}
