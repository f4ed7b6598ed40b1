import { type FileKind, fileKinds } from '@pawstock/shared/import/file-kind.ts';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { t } from '../messages/all.ts';
import { withTags } from '../messages/tags.ts';
import { useObservable } from '../state/observable.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { notify } from '../ui/notifications.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import styles from './import-dialog.module.css';
import {
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
  const title = 'run' in open && open.run.isUndo ? t('import.titleUndo') : t('import.title');
  return (
    <ModalDialog title={title} onClose={close} shape="wide" isBusy={isRunning}>
      {open.kind === 'choosing' && <FileChooser {...open} />}
      {open.kind === 'mapping' && <ColumnMapping plan={open.plan} />}
      {open.kind === 'preview' && <ImportPreview {...open} />}
      {'run' in open && <ImportProgress open={open} />}
    </ModalDialog>
  );
}

/** Closes the dialog. A toast offers to undo a finished import. */
function close(): void {
  const open = importState.value;
  dispatch({ kind: 'closed' });
  if (!canUndo(open)) return;
  const { run, stored } = open;
  const action = { label: t('stock.undo'), run: () => undoImport(run) };
  notify({ tone: 'success', text: t('import.finished', { count: stored }), action });
}

function canUndo(open: ImportState | undefined): open is StartedImport {
  if (open === undefined || !('run' in open) || open.run.isUndo || open.stored === 0) return false;
  // After an error it may be unknown whether the last rows were stored. Resuming the import settles
  // that.
  return open.kind === 'done' || (open.kind === 'stopped' && open.error === undefined);
}

/**
 * The types of files that the user can choose. For types that cannot be imported, the dashboard
 * says what to do.
 */
const fileTypes = [
  '.xlsx',
  '.csv',
  '.tsv',
  '.txt',
  '.json',
  '.ndjson',
  '.xls',
  '.ods',
  '.numbers',
  '.pdf',
  'text/csv',
];

function FileChooser({ fileName, reading, error }: ImportState & { kind: 'choosing' }) {
  const [kind, setKind] = useState<FileKind>('stock');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button does the same.
    <div
      className={styles.fileChooser}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void chooseFile(event.dataTransfer.files[0], kind);
      }}
    >
      <Icon name="upload" />
      <SegmentedControl
        label={t('import.kindQuestion')}
        isLabelVisible
        value={kind}
        options={fileKinds.map((one) => [one, t('import.kind', { kind: one })] as const)}
        onChange={setKind}
      />
      <p>{t('import.kindMeaning', { kind })}</p>
      <p>{t('import.columnsNeeded')}</p>
      <p className="muted">{t('import.programs')}</p>
      <FileTrigger
        acceptedFileTypes={fileTypes}
        onSelect={(files) => void chooseFile(files?.[0], kind)}
      >
        <Button data-primary autoFocus isDisabled={reading !== undefined}>
          {reading === undefined ? t('import.chooseFile') : t('import.reading', { file: fileName })}
        </Button>
      </FileTrigger>
      <ErrorText>{error}</ErrorText>
    </div>
  );
}

function ImportProgress({ open }: { readonly open: StartedImport }) {
  const { run, stored, skipped, kind } = open;
  const error = kind === 'stopped' ? open.error : undefined;
  const settled = stored + skipped.length;
  const remaining = run.total - settled;
  const isRunning = isImporting(open);
  return (
    <FocusRegion always key={String(isRunning)}>
      <div className={styles.importProgress}>
        <span>{t('import.state', { kind })}</span>
        <span className="muted">{t('import.progress', { settled, total: run.total })}</span>
        <progress
          value={settled}
          max={run.total}
          data-state={kind}
          aria-label={t('import.state', { kind })}
        />
      </div>
      <div role="status" className="stack">
        {!isRunning && <p>{withTags(outcomeText(open, remaining))}</p>}
        {error !== undefined && <Message tone="error">{error}</Message>}
      </div>
      {skipped.length > 0 && (
        <VirtualList
          label={t('import.skipped')}
          count={skipped.length}
          renderRow={(index) => <span>{skipped[index]}</span>}
        />
      )}
      <div className="actions">
        {isRunning && (
          <Button
            isDisabled={kind === 'cancelling'}
            onPress={() => dispatch({ kind: 'cancelled' })}
          >
            {t('ui.cancel')}
          </Button>
        )}
        {kind === 'stopped' && (
          <Button data-primary onPress={resumeImport}>
            {t('import.resume', { count: remaining })}
          </Button>
        )}
        {canUndo(open) && <Button onPress={() => undoImport(run)}>{t('stock.undo')}</Button>}
        {!isRunning && <Button onPress={close}>{t('ui.close')}</Button>}
      </div>
    </FocusRegion>
  );
}

function outcomeText(
  { run: { isUndo }, stored, skipped }: StartedImport,
  remaining: number,
): string {
  const [run, count] = [isUndo ? 'undo' : 'import', skipped.length];
  const sentences = [
    t('import.stored', { count: stored }),
    count === 0 ? t('import.skippedNone', { count }) : t('import.skippedSome', { run, count }),
    remaining > 0 && t('import.notStored', { run, count: remaining }),
  ];
  return sentences.filter(Boolean).join(' ');
}
