import { Button } from 'react-aria-components/Button';
import { exportShownPets } from '../import/export.ts';
import type { Filter } from '../stock/filter.ts';
import { statuses } from '../stock/pet.ts';
import { setFilter, useStockView } from '../stock/store.ts';
import { Icon } from '../ui/icon.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { statusNames } from '../ui/status-badge.tsx';
import { SearchField } from './search-field.tsx';

const statusOptions: readonly (readonly [Filter['status'], string])[] = [
  ['all', 'All'],
  ...statuses.map((status) => [status, statusNames[status]] as const),
];

const levelOptions: readonly (readonly [Filter['level'], string])[] = [
  ['all', 'Any stock'],
  ['low', 'Low'],
  ['out', 'Out'],
];

/** The filters, the search and the export above the table. */
export function Toolbar() {
  const { filter } = useStockView().view;
  return (
    <div className="toolbar">
      <div className="filters">
        <SegmentedControl
          label="Status"
          value={filter.status}
          options={statusOptions}
          onChange={(status) => setFilter({ ...filter, status })}
        />
        <SegmentedControl
          label="Stock"
          value={filter.level}
          options={levelOptions}
          onChange={(level) => setFilter({ ...filter, level })}
        />
      </div>
      <div className="search-bar">
        <SearchField />
        <Button className="button wide-only" onPress={exportShownPets}>
          <Icon name="download" />
          Export
        </Button>
      </div>
    </div>
  );
}
