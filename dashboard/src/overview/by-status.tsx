import { StatusBadge } from '../controls/status-badge.tsx';
import { count, formatBriefly, formatNumber } from '../format.ts';
import { statuses } from '../stock/pet.ts';
import type { Totals } from '../stock/totals.ts';

/** How the pets are spread over the three states, as a bar and in numbers. */
export function ByStatus({ totals, known }: { readonly totals: Totals; readonly known: boolean }) {
  return (
    <div className="tile by-status">
      <h2 className="tile-name">By status</h2>
      <div className="status-bar" aria-hidden="true">
        {known &&
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
              {known ? (
                <>
                  <strong>{count(pets, 'pet')}</strong>
                  <span className="quiet small">{formatBriefly(units)} units</span>
                  <span className="brief">{formatNumber(pets)}</span>
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
