import { Icon } from '../controls/icon.tsx';
import { useValue } from '../observable.ts';
import type { Column } from '../stock/order.ts';
import { revision, show, view } from '../stock/shop.ts';

const columns: readonly (readonly [Column, string])[] = [
  ['pet', 'Pet'],
  ['status', 'Status'],
  ['quantity', 'Quantity'],
];

/** Each name sorts by its column; once more, the other way round. */
export function TableHead() {
  useValue(revision);
  const { order, filter } = view;
  const sort = (by: Column) => show(filter, { by, descending: order.by === by && !order.descending });
  return (
    // biome-ignore-start lint/a11y: see PetTable.
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="head-row">
        {columns.map(([by, name]) => {
          const sorted = order.by === by;
          return (
            <div
              key={by}
              role="columnheader"
              className={`cell-${by}`}
              aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" className="sort" onClick={() => sort(by)}>
                {name}
                {sorted && <Icon name={order.descending ? 'down' : 'up'} />}
              </button>
            </div>
          );
        })}
        <div role="columnheader" className="cell-actions">
          <span className="unseen">Actions</span>
        </div>
      </div>
    </div>
    // biome-ignore-end lint/a11y: end.
  );
}
