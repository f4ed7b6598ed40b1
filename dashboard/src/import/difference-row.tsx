import { QuantityChange } from '../controls/quantity-change.tsx';
import { StatusBadge } from '../controls/status-badge.tsx';
import { formatNumber } from '../format.ts';
import type { Row } from './plan.ts';

export function DifferenceRow({ row }: { readonly row: Row | undefined }) {
  if (row === undefined) return undefined;
  const { petId, quantity, status, before } = row;
  const sameQuantity = before === undefined || before.quantity === quantity;
  return (
    <>
      <span className="difference-pet">{String(petId)}</span>
      <span className="difference-status">
        {before !== undefined && before.status !== status && (
          <>
            <StatusBadge status={before.status} /> <span aria-hidden="true">→</span>
            <span className="unseen">to</span>{' '}
          </>
        )}
        {(before === undefined || before.status !== status) && <StatusBadge status={status} />}
      </span>
      <span className="difference-quantity">
        {sameQuantity ? formatNumber(quantity) : <QuantityChange before={before.quantity} after={quantity} />}
      </span>
    </>
  );
}
