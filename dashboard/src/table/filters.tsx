import { Button } from 'react-aria-components/Button';
import type { PetStatus } from '../../../client/inventory-types.ts';
import { Icon } from '../controls/icon.tsx';
import { Segments } from '../controls/segments.tsx';
import { statusNames } from '../controls/status-badge.tsx';
import { exportShown } from '../import/export-shown.ts';
import { useValue } from '../observable.ts';
import type { StockLevel } from '../stock/filter.ts';
import { statuses } from '../stock/pet.ts';
import { revision, show, view } from '../stock/shop.ts';
import { Search } from './search.tsx';
import { ShownCount } from './shown-count.tsx';

const statusOptions: readonly (readonly [PetStatus | 'all', string])[] = [
  ['all', 'All'],
  ...statuses.map((status) => [status, statusNames[status]] as const),
];

const levelOptions: readonly (readonly [StockLevel, string])[] = [
  ['all', 'Any stock'],
  ['low', 'Low'],
  ['out', 'Out'],
];

export function Filters() {
  useValue(revision);
  const { filter } = view;
  return (
    <div className="filters">
      <div className="choices">
        <Segments
          label="Status"
          value={filter.status}
          options={statusOptions}
          onChange={(status) => show({ ...filter, status })}
        />
        <Segments
          label="Stock"
          value={filter.level}
          options={levelOptions}
          onChange={(level) => show({ ...filter, level })}
        />
      </div>
      <div className="search-bar">
        <Search />
        <ShownCount />
        <Button className="button wide-only" onPress={exportShown}>
          <Icon name="download" />
          Export
        </Button>
      </div>
    </div>
  );
}
