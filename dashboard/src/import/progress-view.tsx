import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { Icon } from '../controls/icon.tsx';
import { Step } from '../controls/step.tsx';
import { count, formatNumber } from '../format.ts';
import { closeImport, type Progress, resumeImport } from './importing.ts';
import { LongList } from './long-list.tsx';

/** What has been written, what has not, and what is left. */
export function ProgressView({ progress }: { readonly progress: Progress }) {
  const { total, added, changed, skipped, state, failure } = progress;
  const settled = added + changed + skipped.length;
  const left = total - settled;
  return (
    <Step always key={state}>
      <ProgressBar className="progress" value={settled} maxValue={Math.max(1, total)}>
        {({ percentage = 0, valueText }) => (
          <>
            <Label>{state === 'writing' ? 'Writing…' : state === 'done' ? 'Done' : 'Stopped'}</Label>
            <span className="quiet">{valueText}</span>
            <div className="progress-track">
              <div className="progress-fill" data-state={state} style={{ width: `${percentage}%` }} />
            </div>
          </>
        )}
      </ProgressBar>
      <div role="status" className="stack">
        {state !== 'writing' && (
          <p>
            <strong>Written:</strong> {formatNumber(added)} added, {formatNumber(changed)} changed.{' '}
            <strong>Not written:</strong> {formatNumber(skipped.length)}
            {skipped.length > 0 && ', because they were changed by others after the preview'}.
            {left > 0 && (
              <>
                {' '}
                <strong>Left:</strong> {count(left, 'pet')}.
              </>
            )}
          </p>
        )}
        {failure !== undefined && (
          <p className="message" data-tone="bad">
            <Icon name="warning" />
            {failure}
          </p>
        )}
      </div>
      {skipped.length > 0 && (
        <LongList
          label="Not written"
          count={skipped.length}
          row={(index) => (
            <span>
              Pet {String(skipped[index]?.petId)} {skipped[index]?.why}
            </span>
          )}
        />
      )}
      <div className="actions">
        {state === 'stopped' && (
          <Button className="button" data-primary onPress={() => void resumeImport()}>
            Go on with the {count(left, 'pet')} left
          </Button>
        )}
        <Button className="button" isDisabled={state === 'writing'} onPress={closeImport}>
          Close
        </Button>
      </div>
    </Step>
  );
}
