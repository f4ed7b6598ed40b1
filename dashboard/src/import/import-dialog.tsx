import { useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useObservable } from '../app/observable.ts';
import { Icon } from '../ui/icon.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { chooseFile, closeImport, importState } from './import-state.ts';
import { ImportPreview } from './preview.tsx';
import { ImportProgress } from './progress.tsx';

export function ImportDialog() {
  const open = useObservable(importState);
  const isRunning = open?.progress?.state === 'running';

  // The browser asks before it closes a tab with a running import.
  useEffect(() => {
    if (!isRunning) return;
    const askFirst = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isRunning]);

  if (open === undefined) return undefined;
  const { plan, progress, error } = open;
  return (
    <ModalDialog title="Import CSV" isOpen onClose={closeImport} shape="wide" isBusy={isRunning}>
      {progress !== undefined ? (
        <ImportProgress progress={progress} />
      ) : plan !== undefined ? (
        <ImportPreview plan={plan} />
      ) : (
        <FileChooser error={error} />
      )}
    </ModalDialog>
  );
}

function FileChooser({ error }: { readonly error: string | undefined }) {
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) void chooseFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button does the same.
    <div
      className="file-chooser"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <p>
        A file with the header <code>petId,quantity,status</code>.
      </p>
      <p className="muted">You review every change before anything is saved. Pets not in the file stay as they are.</p>
      <FileTrigger acceptedFileTypes={['.csv', 'text/csv', '.json', '.ndjson']} onSelect={choose}>
        <Button className="button" data-primary autoFocus>
          Choose a file
        </Button>
      </FileTrigger>
      <p role="alert" className="error">
        {error}
      </p>
    </div>
  );
}
