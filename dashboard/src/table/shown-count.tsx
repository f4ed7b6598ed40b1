import { count } from '../format.ts';
import { useValue } from '../observable.ts';
import { isNarrowed } from '../stock/filter.ts';
import { connection } from '../stock/live.ts';
import { revision, view } from '../stock/shop.ts';

export function ShownCount() {
  useValue(revision);
  const { loaded } = useValue(connection);
  if (loaded !== 'all') return <span className="shown-count" role="status" />;
  return (
    <span className="shown-count" role="status">
      {isNarrowed(view.filter) && `${count(view.rows.length, 'pet')} found`}
    </span>
  );
}
