import type { Column } from '../stock/sort.ts';
import { setSort, useStockView } from '../stock/store.ts';
import { Icon } from '../ui/icon.tsx';

const columns: readonly (readonly [Column, string])[] = [
  ['pet', 'Pet'],
  ['name', 'Name'],
  ['status', 'Status'],
  ['quantity', 'Quantity'],
];

/** A click on a column sorts by it; a second click reverses the order. */
export function TableHeader({ hasNames }: { readonly hasNames: boolean }) {
  const { sort } = useStockView().view;
  return (
    // biome-ignore-start lint/a11y: see PetTable.
    <div role="rowgroup" className="table-header">
      <div role="row" aria-rowindex={1} className="header-row">
        {columns.map(([by, name]) => {
          if (by === 'name' && !hasNames) return undefined;
          const isSorted = sort.by === by;
          return (
            <div
              key={by}
              role="columnheader"
              className={`cell-${by}`}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button
                type="button"
                className="sort"
                onClick={() => setSort({ by, descending: isSorted && !sort.descending })}
              >
                {name}
                {isSorted && <Icon name={sort.descending ? 'down' : 'up'} />}
              </button>
            </div>
          );
        })}
        <div role="columnheader" className="cell-actions">
          <span className="visually-hidden">Actions</span>
        </div>
      </div>
    </div>
    // biome-ignore-end lint/a11y: end.
  );
}
