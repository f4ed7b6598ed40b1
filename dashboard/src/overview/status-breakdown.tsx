import { statuses } from '../stock/pet.ts';
import type { Totals } from '../stock/totals.ts';
import { formatCompact, formatCount, formatNumber } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

/** Kinds of pets and units by status, as a bar and in numbers. */
export function StatusBreakdown({ totals, isLoaded }: { readonly totals: Totals; readonly isLoaded: boolean }) {
  return (
    <div className="tile by-status">
      <h2 className="tile-name">By status</h2>
      <div className="status-bar" aria-hidden="true">
        {isLoaded &&
          statuses.map((status) => (
            <span key={status} data-tone={status} style={{ flexGrow: totals.byStatus[status].pets }} />
          ))}
      </div>
      <ul className="status-list">
        {statuses.map((status) => {
          const { pets, units } = totals.byStatus[status];
          return (
            <li key={status}>
              <StatusBadge status={status} />
              {isLoaded ? (
                <>
                  <strong>{formatCount(pets, 'kind')}</strong>
                  <span className="muted small">{formatCompact(units)} units</span>
                  <span className="phone-only">{formatNumber(pets)}</span>
                </>
              ) : (
                <span className="skeleton" />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
