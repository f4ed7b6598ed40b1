import { useEffect } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useObservable } from '../state/observable.ts';
import { titleOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { notify } from '../ui/notifications.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import styles from './import-dialog.module.css';
import {
  closeImport,
  dispatch,
  type ImportState,
  importState,
  isImporting,
  type StartedImport,
} from './import-state.ts';
import { ImportPreview } from './preview.tsx';
import { chooseFile, resumeImport, undoImport } from './run-import.ts';

export function ImportDialog() {
  const open = useObservable(importState);
  const isRunning = isImporting(open);

  // The browser asks before it closes a tab with a running import.
  useEffect(() => {
    if (!isRunning) return;
    const askFirst = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isRunning]);

  if (open === undefined) return undefined;
  const title = 'run' in open && open.run.isUndo ? 'Undo an import' : 'Import a spreadsheet';
  return (
    <ModalDialog title={title} onClose={close} shape="wide" isBusy={isRunning}>
      {open.kind === 'choosing' && <FileChooser {...open} />}
      {open.kind === 'mapping' && <ColumnMapping plan={open.plan} />}
      {open.kind === 'preview' && <ImportPreview plan={open.plan} />}
      {'run' in open && <ImportProgress open={open} />}
    </ModalDialog>
  );
}

/** Closes the dialog. An import can still be undone for a moment. */
function close(): void {
  const open = importState.value;
  closeImport();
  if (!canUndo(open)) return;
  const { run, stored } = open;
  const action = { label: 'Undo', run: () => undoImport(run) };
  notify({ tone: 'success', text: `Import finished: ${formatCount(stored, 'row')} stored.`, action });
}

function canUndo(open: ImportState | undefined): open is StartedImport {
  if (open === undefined || !('run' in open) || open.run.isUndo || open.stored === 0) return false;
  // After an error it may be unknown whether the last rows were stored. Resuming finds out.
  return open.kind === 'done' || (open.kind === 'stopped' && open.error === undefined);
}

/** Also types that cannot be imported: choosing such a file shows what to do instead. */
const fileTypes = ['.xlsx', '.csv', '.tsv', '.txt', '.json', '.ndjson', '.xls', '.ods', '.numbers', '.pdf', 'text/csv'];

function FileChooser({ fileName, reading, error }: ImportState & { kind: 'choosing' }) {
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) void chooseFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button does the same.
    <div
      className={styles.fileChooser}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <p>
        An Excel (.xlsx) or CSV file with a column for the quantity and one for the pet’s ID, or for a code such as an
        SKU or EAN. Columns for the status, the name and the level at which a pet counts as low are optional.
      </p>
      <p className="muted">
        Exports of Shopify, Square, WooCommerce and Lightspeed are understood as they are. From Numbers, export to Excel
        or CSV. You review every change before anything is saved. Pets not in the file stay as they are.
      </p>
      <FileTrigger acceptedFileTypes={fileTypes} onSelect={choose}>
        <Button data-primary autoFocus isDisabled={reading !== undefined}>
          {reading === undefined ? 'Choose a file' : `Reading ${fileName}…`}
        </Button>
      </FileTrigger>
      <ErrorText>{error}</ErrorText>
    </div>
  );
}

const stateNames = {
  preparing: 'Checking the pets…',
  storing: 'Storing…',
  cancelling: 'Finishing the last step…',
  stopped: 'Stopped',
  done: 'Done',
} as const;

function ImportProgress({ open }: { readonly open: StartedImport }) {
  const { total, stored, skipped, kind } = open;
  const error = kind === 'stopped' ? open.error : undefined;
  const settled = stored + skipped.length;
  const remaining = total - settled;
  const isRunning = isImporting(open);
  return (
    <FocusRegion always key={String(isRunning)}>
      <div className={styles.importProgress}>
        <span>{stateNames[kind]}</span>
        <span className="muted">
          {formatNumber(settled)} of {formatCount(total, 'row')}
        </span>
        <progress value={settled} max={Math.max(1, total)} data-state={kind} aria-label={stateNames[kind]} />
      </div>
      <div role="status" className="stack">
        {!isRunning && (
          <p>
            <strong>Stored:</strong> {formatCount(stored, 'row')}. <strong>Skipped:</strong>{' '}
            {formatNumber(skipped.length)}
            {skipped.length > 0 && `, because they have changed since the ${open.run.isUndo ? 'import' : 'preview'}`}.
            {remaining > 0 && (
              <>
                {' '}
                <strong>Not stored:</strong> {formatCount(remaining, 'row')}.{' '}
                {open.run.isUndo
                  ? 'Resume now: what is closed cannot be undone later.'
                  : 'Resume now, or import the same file again later: it changes only what is left.'}
              </>
            )}
          </p>
        )}
        {error !== undefined && <Message tone="error">{error}</Message>}
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
          <Button isDisabled={kind === 'cancelling'} onPress={() => dispatch({ kind: 'cancelled' })}>
            Cancel
          </Button>
        ) : (
          <>
            {kind === 'stopped' && (
              <Button data-primary onPress={resumeImport}>
                Resume with the remaining {formatCount(remaining, 'row')}
              </Button>
            )}
            {canUndo(open) && <Button onPress={() => undoImport(open.run)}>Undo</Button>}
            <Button onPress={close}>Close</Button>
          </>
        )}
      </div>
    </FocusRegion>
  );
}
