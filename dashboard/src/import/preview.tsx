import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Arrow, QuantityChange } from '../ui/quantity-change.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { closeImport, openImport, startImport } from './import-state.ts';
import type { Plan, Row } from './plan.ts';

type Section = 'errors' | 'changed' | 'added';

/** Everything the import would change, before it changes anything. */
export function ImportPreview({ plan }: { readonly plan: Plan }) {
  const { name, added, changed, unchanged, errors } = plan;
  const [chosen, setChosen] = useState<Section>();
  const hasErrors = errors.length > 0;
  const section = chosen ?? (hasErrors ? 'errors' : changed.length > 0 ? 'changed' : 'added');
  const total = added.length + changed.length;
  const options = [
    ...(hasErrors ? ([['errors', `Errors ${formatNumber(errors.length)}`]] as const) : []),
    ['changed', `Changed ${formatNumber(changed.length)}`],
    ['added', `New ${formatNumber(added.length)}`],
  ] as const;
  return (
    <FocusRegion always>
      <p>
        <strong>{name}</strong>: {formatCount(added.length, 'new pet')}, {formatNumber(changed.length)} changed,{' '}
        {formatNumber(unchanged)} unchanged. Nothing has been saved yet.
      </p>
      {hasErrors && (
        <p className="message" data-tone="error" role="alert">
          <Icon name="warning" />
          {formatCount(errors.length, 'error')} in the file. Correct {errors.length === 1 ? 'it' : 'them'} and choose
          the file again; a file with errors cannot be imported.
        </p>
      )}
      <SegmentedControl label="Show" value={section} options={options} onChange={setChosen} />
      {section === 'errors' ? (
        <VirtualList
          label="Errors"
          count={errors.length}
          renderRow={(index) => <span className="error">{errors[index]}</span>}
        />
      ) : (
        <VirtualList
          key={section}
          label={section === 'added' ? 'New pets' : 'Changed pets'}
          count={section === 'added' ? added.length : changed.length}
          renderRow={(index) => <PlannedChange row={(section === 'added' ? added : changed)[index]} />}
        />
      )}
      <div className="actions">
        <Button
          className="button"
          data-primary
          isDisabled={hasErrors || total === 0}
          onPress={() => void startImport()}
        >
          {total === 0 ? 'Nothing to import' : `Import ${formatCount(total, 'pet')}`}
        </Button>
        <Button className="button" onPress={openImport}>
          Choose another file
        </Button>
        <Button className="button" onPress={closeImport}>
          Cancel
        </Button>
      </div>
    </FocusRegion>
  );
}

function PlannedChange({ row }: { readonly row: Row | undefined }) {
  if (row === undefined) return undefined;
  const { petId, quantity, status, before } = row;
  const isSameQuantity = before === undefined || before.quantity === quantity;
  return (
    <>
      <span className="planned-pet">{String(petId)}</span>
      <span>
        {before !== undefined && before.status !== status && (
          <>
            <StatusBadge status={before.status} /> <Arrow />{' '}
          </>
        )}
        {(before === undefined || before.status !== status) && <StatusBadge status={status} />}
      </span>
      <span className="planned-quantity">
        {isSameQuantity ? formatNumber(quantity) : <QuantityChange before={before.quantity} after={quantity} />}
      </span>
    </>
  );
}
