import type { PetStatus } from '../../../client/inventory-types.ts';

export const statusNames: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'Pending',
  sold: 'Sold',
};

export function StatusBadge({ status }: { readonly status: PetStatus }) {
  return (
    <span className="badge" data-tone={status}>
      <span className="dot" aria-hidden="true" />
      {statusNames[status]}
    </span>
  );
}
