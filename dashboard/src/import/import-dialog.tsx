import { useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useObservable } from '../app/observable.ts';
import { Icon } from '../ui/icon.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { closeImport, importState, isImporting } from './import-state.ts';
import { ImportPreview } from './preview.tsx';
import { ImportProgress } from './progress.tsx';
import { chooseFile } from './run-import.ts';

export function ImportDialog() {
  const open = useObservable(importState);
  const isRunning = isImporting(open?.progress);

  // The browser asks before it closes a tab with a running import.
  useEffect(() => {
    if (!isRunning) return;
    const askFirst = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isRunning]);

  if (open === undefined) return undefined;
  const { plan, progress, reading, error, isMapping } = open;
  return (
    <ModalDialog title="Import a spreadsheet" isOpen onClose={closeImport} shape="wide" isBusy={isRunning}>
      {progress !== undefined ? (
        <ImportProgress progress={progress} />
      ) : plan === undefined ? (
        <FileChooser reading={reading} error={error} />
      ) : isMapping ? (
        <ColumnMapping plan={plan} />
      ) : (
        <ImportPreview plan={plan} />
      )}
    </ModalDialog>
  );
}

/** Those of other programs, too: they are refused with advice, which a file that cannot be chosen is not. */
const fileTypes = ['.csv', '.tsv', '.txt', '.json', '.ndjson', '.xlsx', '.xls', '.ods', 'text/csv'];

type ChooserProps = { readonly reading: string | undefined; readonly error: string | undefined };

function FileChooser({ reading, error }: ChooserProps) {
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
        A CSV file with a column for the pet’s ID and one for the quantity. Columns for the status and the name are
        optional.
      </p>
      <p className="muted">
        In Excel, Google Sheets or Numbers, save or download the sheet as CSV. You review every change before anything
        is saved. Pets not in the file stay as they are.
      </p>
      <FileTrigger acceptedFileTypes={fileTypes} onSelect={choose}>
        <Button className="button" data-primary autoFocus isDisabled={reading !== undefined}>
          {reading === undefined ? 'Choose a file' : `Reading ${reading}…`}
        </Button>
      </FileTrigger>
      <p role="alert" className="error">
        {error}
      </p>
    </div>
  );
}
