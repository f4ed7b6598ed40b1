import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { titleOf } from '../names/names.ts';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { closeImport, isImporting, type Progress } from './import-state.ts';
import { cancelImport, resumeImport } from './run-import.ts';

const stateNames: Readonly<Record<Progress['state'], string>> = {
  preparing: 'Checking the pets…',
  running: 'Importing…',
  cancelling: 'Finishing the last step…',
  stopped: 'Stopped',
  done: 'Done',
};

/** How far the import has come, what was skipped and what is left. */
export function ImportProgress({ progress }: { readonly progress: Progress }) {
  const { total, stored, skipped, state, error } = progress;
  const settled = stored + skipped.length;
  const remaining = total - settled;
  const isRunning = isImporting(progress);
  const text = `${formatNumber(settled)} of ${formatCount(total, 'row')}`;
  return (
    <FocusRegion always key={String(isRunning)}>
      <ProgressBar className="progress" value={settled} maxValue={Math.max(1, total)} valueLabel={text}>
        {({ percentage = 0, valueText }) => (
          <>
            <Label>{stateNames[state]}</Label>
            <span className="muted">{valueText}</span>
            <div className="progress-track">
              <div className="progress-fill" data-state={state} style={{ width: `${percentage}%` }} />
            </div>
          </>
        )}
      </ProgressBar>
      <div role="status" className="stack">
        {!isRunning && (
          <p>
            <strong>Stored:</strong> {formatCount(stored, 'row')}. <strong>Skipped:</strong>{' '}
            {formatNumber(skipped.length)}
            {skipped.length > 0 && ', because they have changed since the preview'}.
            {remaining > 0 && (
              <>
                {' '}
                <strong>Not stored:</strong> {formatCount(remaining, 'row')}. Resume now, or import the same file again
                later: it changes only what is left.
              </>
            )}
          </p>
        )}
        {error !== undefined && (
          <p className="message" data-tone="error">
            <Icon name="warning" />
            {error}
          </p>
        )}
      </div>
      {skipped.length > 0 && (
        <VirtualList
          label="Skipped"
          count={skipped.length}
          renderRow={(index) => {
            const row = skipped[index];
            return row !== undefined && <span>{`${titleOf(row.petId)} ${row.why}`}</span>;
          }}
        />
      )}
      <div className="actions">
        {isRunning ? (
          <Button className="button" isDisabled={state === 'cancelling'} onPress={cancelImport}>
            Cancel
          </Button>
        ) : (
          <>
            {state === 'stopped' && (
              <Button className="button" data-primary onPress={() => void resumeImport()}>
                Resume with the remaining {formatCount(remaining, 'row')}
              </Button>
            )}
            <Button className="button" onPress={closeImport}>
              Close
            </Button>
          </>
        )}
      </div>
    </FocusRegion>
  );
}
