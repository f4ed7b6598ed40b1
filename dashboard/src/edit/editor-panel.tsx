import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { openHistory } from '../history/history.ts';
import { t } from '../messages/first.ts';
import { useObservable } from '../state/observable.ts';
import { hasNames, labelOf } from '../stock/details.ts';
import { onDemand } from '../stock/on-demand.ts';
import { writeQuantity } from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { focusRow } from '../stock/store.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { reasonChoices } from '../ui/names.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { TextInput } from '../ui/text-input.tsx';
import {
  isTouched,
  problemOf,
  reasonOf,
  targetOf,
  withInput,
  withMode,
  withReason,
  withStep,
} from './draft.ts';
import { closeEditor, editor as openEditor, setDraft } from './editor.ts';
import styles from './editor-panel.module.css';
import type { Editor } from './editor-state.ts';
import { saveDraft } from './save.ts';

export const ConflictPanel = onDemand(
  async () => (await import('./conflict-panel.tsx')).ConflictPanel,
);
const ReservationList = onDemand(
  async () => (await import('./reservation-list.tsx')).ReservationList,
);

const modes = optionsOf({ set: t('edit.setTo'), add: t('edit.add'), remove: t('edit.remove') });
const amountLabels = {
  set: t('edit.newQuantity'),
  add: t('edit.quantityToAdd'),
  remove: t('edit.quantityToRemove'),
};
const outcomeId = 'editor-outcome';

type PartProps = { readonly editor: Editor };
type Props = PartProps & {
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
      // When the editor closes, the pet's row gets the focus, unless another editor or a field
      // elsewhere has it.
      const isHere =
        document.activeElement === document.body || panel.contains(document.activeElement);
      if (openEditor.value === undefined && isHere) focusRow(petId);
    };
  }, [onHeightChange, petId]);

  const conflict =
    editor.kind === 'saving'
      ? editor.settles
      : editor.kind === 'conflict'
        ? editor.conflict
        : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    // If a dialog is open over the page, Escape closes only the dialog.
    if (event.key !== 'Escape' || isSaving || !element.current?.contains(event.target as Node))
      return;
    event.stopPropagation();
    closeEditor();
  };

  return (
    // biome-ignore-start lint/a11y: PetTable explains why it sets ARIA roles; keys come from the fields inside.
    <div
      ref={element}
      role="row"
      className={styles.editor}
      data-editor
      style={{ transform: `translateY(${top}px)` }}
      onKeyDownCapture={onKeyDown}
    >
      <div role="gridcell" aria-colspan={hasNames.value ? 5 : 4}>
        {/* biome-ignore-end lint/a11y: end. */}
        <form
          className={styles.editorForm}
          aria-label={t('stock.changePet', { pet: labelOf(petId) })}
          onKeyDown={(event) => {
            // A held Enter saves nothing, and answers no question.
            if (event.key === 'Enter' && event.repeat) event.preventDefault();
          }}
          onSubmit={(event) => {
            event.preventDefault();
            void saveDraft(event.timeStamp);
          }}
        >
          <div className={styles.editorQuantity}>
            <SegmentedControl
              label={t('edit.kindOfChange')}
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
              label={t('edit.reason')}
              isLabelVisible
              look={{ list: styles.chips, option: styles.chip }}
              value={reasonOf(draft)}
              options={optionsOf(reasonChoices)}
              isDisabled={isSaving}
              onChange={(reason) => setDraft(withReason(draft, reason))}
            />
            <TextInput
              label={t('edit.note')}
              value={draft.note}
              onChange={(note) => setDraft({ ...draft, note })}
              isReadOnly={isSaving}
              enterKeyHint="done"
            />
          </div>
          {conflict === undefined ? (
            <EditorActions editor={editor} />
          ) : (
            <ConflictPanel editor={editor} conflict={conflict} />
          )}
        </form>
        {count > 0 && <ReservationList petId={petId} count={count} />}
      </div>
    </div>
  );
}

function AmountField({ editor: { draft, kind } }: PartProps) {
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each mode (set, add, remove) selects the amount again.
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [draft.mode]);

  // While the user has not typed, the field shows the pet's latest quantity. Each new quantity is selected again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change by others replaces the text.
  useLayoutEffect(() => {
    if (!isTouched(draft) && document.activeElement === input.current) input.current?.select();
  }, [draft.base.quantity]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setDraft(withStep(draft, event.key === 'ArrowUp' ? 1 : -1));
  };

  const stepButton = (step: 1 | -1) => (
    <Button
      icon={step === 1 ? 'plus' : 'minus'}
      aria-label={step === 1 ? t('edit.increase') : t('edit.decrease')}
      isDisabled={kind === 'saving'}
      onPress={() => setDraft(withStep(draft, step))}
    />
  );

  return (
    <div className={styles.amount}>
      {stepButton(-1)}
      <TextInput
        label={amountLabels[draft.mode]}
        isLabelHidden
        value={draft.amount}
        onChange={(text) => setDraft(withInput(draft, text))}
        onKeyDown={onKeyDown}
        isReadOnly={kind === 'saving'}
        isInvalid={draft.amount !== '' && problemOf(draft) !== undefined}
        inputMode="numeric"
        enterKeyHint="done"
        aria-describedby={outcomeId}
        input={{
          ref: input,
          className: styles.amountInput,
          placeholder: writeQuantity(draft.mode === 'set' ? draft.base.quantity : 0),
        }}
      />
      {stepButton(1)}
    </div>
  );
}

function Outcome({ editor: { draft } }: PartProps) {
  const { amount, base } = draft;
  const target = targetOf(draft);
  const problem = amount === '' ? undefined : problemOf(draft);
  const content =
    problem !== undefined ? (
      <span className="error">{problem}</span>
    ) : target === undefined || !isTouched(draft) ? (
      <span className="muted">{t('edit.now', { quantity: base.quantity })}</span>
    ) : (
      <QuantityChange before={base.quantity} after={target} />
    );
  return (
    <div id={outcomeId} className={styles.outcome} data-outcome aria-live="polite">
      {content}
    </div>
  );
}

function EditorActions({ editor }: PartProps) {
  const { draft, doubted, error } = editor;
  const isSaving = editor.kind === 'saving';
  const canSave = isTouched(draft) && problemOf(draft) === undefined;
  return (
    <>
      <div role="alert">
        {error !== undefined && <Message tone="error">{error}</Message>}
        {error === undefined && doubted !== undefined && doubted.target === targetOf(draft) && (
          <Message tone="warning">
            {t('edit.isThatRight', { before: draft.base.quantity, after: doubted.target })}
          </Message>
        )}
      </div>
      <div className={styles.editorActions}>
        <Button type="submit" data-primary isDisabled={!canSave} isPending={isSaving}>
          {isSaving ? t('ui.saving') : error === undefined ? t('edit.save') : t('stock.tryAgain')}
        </Button>
        <Button isDisabled={isSaving} onPress={closeEditor}>
          {t('ui.cancel')}
        </Button>
        <Button
          icon="clock"
          className={styles.historyButton}
          data-plain
          aria-label={t('stock.history')}
          onPress={() => openHistory(draft.petId)}
        >
          <span className="wide-only">{t('stock.history')}</span>
        </Button>
      </div>
    </>
  );
}
