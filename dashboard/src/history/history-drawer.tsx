import { Button } from 'react-aria-components/Button';
import { StatusBadge } from '../controls/status-badge.tsx';
import { formatNumber } from '../format.ts';
import { useValue } from '../observable.ts';
import { Panel } from '../shell/panel.tsx';
import { revision, stock } from '../stock/shop.ts';
import { closeHistory, history, loadMore } from './history.ts';
import { HistoryChart } from './history-chart.tsx';
import { HistoryList } from './history-list.tsx';

export function HistoryDrawer() {
  const open = useValue(history);
  useValue(revision);
  if (open === undefined) return undefined;
  const { petId, entries, loading, next, failure } = open;
  const pet = stock.get(petId);
  return (
    <Panel title={`Pet ${petId}`} open onClose={closeHistory} shape="drawer">
      {pet !== undefined && (
        <p className="history-now">
          <strong>{formatNumber(pet.quantity)}</strong> in stock
          <StatusBadge status={pet.status} />
        </p>
      )}
      <HistoryChart petId={petId} entries={entries} />
      <h3>Changes</h3>
      <HistoryList entries={entries} />
      <div role="status" className="history-end">
        {loading && entries.length === 0 && <p className="quiet">Loading…</p>}
        {failure !== undefined && <p className="fault">{failure}</p>}
        {!loading && failure === undefined && next === undefined && entries.length > 0 && (
          <p className="quiet small">That is all of it.</p>
        )}
      </div>
      {(next !== undefined || failure !== undefined) && (
        <Button className="button" isPending={loading} onPress={() => void loadMore()}>
          {loading ? 'Loading…' : failure === undefined ? 'Load more' : 'Try again'}
        </Button>
      )}
    </Panel>
  );
}
