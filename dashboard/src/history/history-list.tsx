import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { QuantityChange } from '../controls/quantity-change.tsx';
import { StatusBadge } from '../controls/status-badge.tsx';
import { formatAgo, formatMoment } from '../format.ts';

const kinds: Readonly<Record<LedgerEntry['kind'], string>> = {
  set: 'Set',
  adjust: 'Adjusted',
  put: 'Entered',
  delete: 'Removed',
  import: 'Imported',
};

/** The ledger of one pet, newest first. */
export function HistoryList({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  return (
    <ol className="history-list">
      {entries.map((entry, index) => (
        <li key={entry.seq}>
          <div className="history-line">
            <QuantityChange before={entry.before} after={entry.after} />
            <time className="quiet small" dateTime={entry.at} title={formatMoment(entry.at)}>
              {formatAgo(entry.at)}
            </time>
          </div>
          <div className="history-line small">
            <span className="quiet">
              {entry.before === null && entry.kind !== 'import' ? 'Added' : kinds[entry.kind]}
              {entry.key !== null && ` by ${entry.key}`}
              {entry.reason !== null && `, ${entry.reason}`}
            </span>
            {entry.status !== entries[index + 1]?.status && <StatusBadge status={entry.status} />}
          </div>
          {entry.note !== null && <p className="history-note">{entry.note}</p>}
        </li>
      ))}
    </ol>
  );
}
