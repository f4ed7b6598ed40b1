import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { closeImport, type Progress, resumeImport } from './import-state.ts';

const stateNames = { running: 'Importing…', stopped: 'Stopped', done: 'Done' } as const;

/** How far the import has come, what was skipped and what is left. */
export function ImportProgress({ progress }: { readonly progress: Progress }) {
  const { total, added, changed, skipped, state, error } = progress;
  const settled = added + changed + skipped.length;
  const remaining = total - settled;
  return (
    <FocusRegion always key={state}>
      <ProgressBar className="progress" value={settled} maxValue={Math.max(1, total)}>
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
        {state !== 'running' && (
          <p>
            <strong>Imported:</strong> {formatNumber(added)} added, {formatNumber(changed)} changed.{' '}
            <strong>Skipped:</strong> {formatNumber(skipped.length)}
            {skipped.length > 0 && ', because they have changed since the preview'}.
            {remaining > 0 && (
              <>
                {' '}
                <strong>Remaining:</strong> {formatCount(remaining, 'pet')}.
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
          renderRow={(index) => (
            <span>
              Pet {String(skipped[index]?.petId)} {skipped[index]?.why}
            </span>
          )}
        />
      )}
      <div className="actions">
        {state === 'stopped' && (
          <Button className="button" data-primary onPress={() => void resumeImport()}>
            Resume with the remaining {formatCount(remaining, 'pet')}
          </Button>
        )}
        <Button className="button" isDisabled={state === 'running'} onPress={closeImport}>
          Close
        </Button>
      </div>
    </FocusRegion>
  );
}
