import { formatDelta, formatNumber } from '../format.ts';

export function Delta({ delta }: { readonly delta: number }) {
  return (
    <span className="delta" data-sign={delta > 0 ? '+' : delta < 0 ? '-' : '0'}>
      {formatDelta(delta)}
    </span>
  );
}

/** "97 → 100 (+3)". A side that is missing is a pet that was not there. */
export function QuantityChange({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  return (
    <span className="quantity-change">
      {before !== null && (
        <>
          {formatNumber(before)} <span aria-hidden="true">→</span>
          <span className="unseen">to</span>{' '}
        </>
      )}
      {after === null ? 'removed' : formatNumber(after)} (<Delta delta={(after ?? 0) - (before ?? 0)} />)
    </span>
  );
}
