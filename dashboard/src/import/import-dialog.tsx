import { useEffect } from 'react';
import { useValue } from '../observable.ts';
import { Panel } from '../shell/panel.tsx';
import { ChooseFile } from './choose-file.tsx';
import { closeImport, importing } from './importing.ts';
import { Preview } from './preview.tsx';
import { ProgressView } from './progress-view.tsx';

export function ImportDialog() {
  const open = useValue(importing);
  const busy = open?.progress?.state === 'writing';

  // Whoever closes the tab halfway is asked first.
  useEffect(() => {
    if (!busy) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);

  if (open === undefined) return undefined;
  const { plan, progress, failure } = open;
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
