import { useValue } from '../observable.ts';
import { Panel } from '../shell/panel.tsx';
import { ChooseFile } from './choose-file.tsx';
import { closeImport, importing } from './importing.ts';
import { Preview } from './preview.tsx';
import { ProgressView } from './progress-view.tsx';

export function ImportDialog() {
  const open = useValue(importing);
  if (open === undefined) return undefined;
  const { plan, progress, failure } = open;
  const busy = progress?.state === 'writing';
  return (
    <Panel title="Import CSV" open onClose={closeImport} shape="wide" busy={busy}>
      {progress !== undefined ? (
        <ProgressView progress={progress} />
      ) : plan !== undefined ? (
        <Preview plan={plan} />
      ) : (
        <ChooseFile failure={failure} />
      )}
    </Panel>
  );
}
