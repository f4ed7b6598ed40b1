import { type KeyboardEvent, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { openHistory } from '../history/history.ts';
import { useObservable } from '../state/observable.ts';
import { hasNames, labelOf } from '../stock/details.ts';
import { onDemand } from '../stock/on-demand.ts';
import { reserved } from '../stock/reserved.ts';
import { focusRow } from '../stock/store.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Message } from '../ui/message.tsx';
import { reasonNames } from '../ui/names.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { isTouched, type Mode, problemOf, reasonOf, targetOf, withMode, withReason } from './draft.ts';
import { closeEditor, editor as openEditor, setDraft } from './editor.ts';
import fieldsStyles from './editor-fields.module.css';
import { AmountField, Outcome } from './editor-fields.tsx';
import styles from './editor-panel.module.css';
import type { Editor } from './editor-state.ts';
import { saveDraft } from './save.ts';

export const ConflictPanel = onDemand(async () => (await import('./conflict-panel.tsx')).ConflictPanel);
const ReservationList = onDemand(async () => (await import('./reservation-list.tsx')).ReservationList);

const modes = optionsOf<Mode>({ set: 'Set to', add: 'Add', remove: 'Remove' });
const reasonChoices = optionsOf<Reason>({ ...reasonNames, adjustment: 'Other (adjustment)' });

type Props = {
  readonly editor: Editor;
  readonly top: number;
  readonly onHeightChange: (height: number) => void;
};

/** The form below the row of the pet that is being edited. */
export function EditorPanel({ editor, top, onHeightChange }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { draft } = editor;
  const { petId } = draft;
  const isSaving = editor.kind === 'saving';
  const count = useObservable(reserved).get(petId) ?? 0;

  useLayoutEffect(() => {
    const panel = element.current;
    if (panel === null) return;
    const measure = () => onHeightChange(panel.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    return () => {
      observer.disconnect();
      onHeightChange(0);
    };
  }, [onHeightChange]);

  // The row gets the focus when the editor closes, unless another editor has opened.
  useLayoutEffect(
    () => () => {
      if (openEditor.value === undefined) focusRow(petId);
    },
    [petId],
  );

  const conflict = editor.kind === 'saving' ? editor.settles : editor.kind === 'conflict' ? editor.conflict : undefined;
  const hasConflict = conflict !== undefined;
  useEffect(() => {
    if (hasConflict) element.current?.querySelector('.conflict')?.scrollIntoView({ block: 'nearest' });
  }, [hasConflict]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Escape in a dialog over the page closes the dialog alone.
    if (event.key !== 'Escape' || isSaving || !element.current?.contains(event.target as Node)) return;
    event.stopPropagation();
    closeEditor();
  };

  return (
    // biome-ignore-start lint/a11y: a row of the grid, see PetTable; the handler serves the fields inside.
    <div
      ref={element}
      role="row"
      className={styles.editor}
      style={{ transform: `translateY(${top}px)` }}
      onKeyDownCapture={onKeyDown}
    >
      <div role="gridcell" aria-colspan={hasNames.value ? 5 : 4}>
        {/* biome-ignore-end lint/a11y: end. */}
        <form
          className={styles.editorForm}
          aria-label={`Change ${labelOf(petId)}`}
          onSubmit={(event) => {
            event.preventDefault();
            void saveDraft();
          }}
        >
          <div className={styles.editorQuantity}>
            <SegmentedControl
              label="Kind of change"
              value={draft.mode}
              options={modes}
              isDisabled={isSaving}
              onChange={(mode) => setDraft(withMode(draft, mode))}
            />
            <AmountField editor={editor} />
            <Outcome editor={editor} />
          </div>
          <div className={styles.reasonAndNote}>
            <SegmentedControl
              label="Reason"
              isLabelVisible
              look={{ list: fieldsStyles.chips, option: fieldsStyles.chip }}
              value={reasonOf(draft)}
              options={reasonChoices}
              isDisabled={isSaving}
              onChange={(reason) => setDraft(withReason(draft, reason))}
            />
            <TextInput
              label="Note"
              value={draft.note}
              onChange={(note) => setDraft({ ...draft, note })}
              isReadOnly={isSaving}
              enterKeyHint="done"
            />
          </div>
          {conflict === undefined ? (
            <EditorActions editor={editor} />
          ) : (
            <Suspense>
              <ConflictPanel editor={editor} conflict={conflict} />
            </Suspense>
          )}
        </form>
        <Suspense>{count > 0 && <ReservationList petId={petId} count={count} />}</Suspense>
      </div>
    </div>
  );
}

function EditorActions({ editor }: { readonly editor: Editor }) {
  const { draft, doubted } = editor;
  const isSaving = editor.kind === 'saving';
  const error = isSaving ? undefined : editor.error;
  const canSave = isTouched(draft) && problemOf(draft) === undefined;
  return (
    <>
      <div role="alert">
        {error !== undefined && <Message tone="error">{error}</Message>}
        {error === undefined && doubted !== undefined && doubted === targetOf(draft) && (
          <Message tone="warning">
            From {formatNumber(draft.base.quantity)} to {formatNumber(doubted)}? Save again if that is right.
          </Message>
        )}
      </div>
      <div className={styles.editorActions}>
        <Button type="submit" data-primary isDisabled={!canSave} isPending={isSaving}>
          {isSaving ? 'Saving…' : error === undefined ? 'Save' : 'Try again'}
        </Button>
        <Button isDisabled={isSaving} onPress={closeEditor}>
          Cancel
        </Button>
        <Button
          icon="clock"
          className={styles.historyButton}
          data-plain
          aria-label="History"
          onPress={() => openHistory(draft.petId)}
        >
          <span className="wide-only">History</span>
        </Button>
      </div>
    </>
  );
}
