import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { openHistory } from '../history/history.ts';
import { labelOf, names, titleOf } from '../stock/names.ts';
import { focusRow } from '../stock/store.ts';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatAgo, formatDateTime, formatDelta, formatNumber, reasonNames } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { type Conflict, isTouched, outcomeOf, problemOf, type Resolution, targetOf } from './draft.ts';
import { closeEditor, type Editor, editor as openEditor } from './editor.ts';
import { AmountField, ModeField, Outcome, ReasonAndNote } from './editor-fields.tsx';
import { keepTheirs, resolveConflict, saveDraft } from './save.ts';

type Props = {
  readonly editor: Editor;
  readonly top: number;
  readonly onHeightChange: (height: number) => void;
};

/** The form below the row of the pet that is being edited. */
export function EditorPanel({ editor, top, onHeightChange }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { petId } = editor.draft;

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

  const hasConflict = editor.conflict !== undefined;
  useEffect(() => {
    if (hasConflict) element.current?.querySelector('.conflict')?.scrollIntoView({ block: 'nearest' });
  }, [hasConflict]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || editor.isSaving) return;
    event.stopPropagation();
    closeEditor();
  };

  return (
    // biome-ignore-start lint/a11y: a row of the grid, see PetTable; the handler serves the fields inside.
    <div
      ref={element}
      role="row"
      className="editor"
      style={{ transform: `translateY(${top}px)` }}
      onKeyDownCapture={onKeyDown}
    >
      <div role="gridcell" aria-colspan={names.value.size > 0 ? 5 : 4}>
        {/* biome-ignore-end lint/a11y: end. */}
        <form
          className="editor-form"
          aria-label={`Change ${labelOf(petId)}`}
          onSubmit={(event) => {
            event.preventDefault();
            void saveDraft();
          }}
        >
          <div className="editor-quantity">
            <ModeField editor={editor} />
            <AmountField editor={editor} />
            <Outcome editor={editor} />
          </div>
          <ReasonAndNote editor={editor} />
          {editor.conflict === undefined ? (
            <EditorActions editor={editor} />
          ) : (
            <ConflictPanel editor={editor} conflict={editor.conflict} />
          )}
        </form>
      </div>
    </div>
  );
}

function EditorActions({ editor: { draft, isSaving, error } }: { readonly editor: Editor }) {
  const canSave = isTouched(draft) && problemOf(draft) === undefined;
  return (
    <>
      <div role="alert">{error !== undefined && <Message tone="error">{error}</Message>}</div>
      <div className="editor-actions">
        <Button type="submit" className="button" data-primary isDisabled={!canSave} isPending={isSaving}>
          {isSaving ? 'Saving…' : error === undefined ? 'Save' : 'Try again'}
        </Button>
        <Button className="button" isDisabled={isSaving} onPress={closeEditor}>
          Cancel
        </Button>
        <Button
          className="button history-button"
          data-plain
          aria-label="History"
          onPress={() => openHistory(draft.petId)}
        >
          <Icon name="clock" />
          <span className="wide-only">History</span>
        </Button>
      </div>
    </>
  );
}

type ConflictProps = { readonly editor: Editor; readonly conflict: Conflict };

/** Another user changed the pet first: says who, when and what, and offers three ways out. */
function ConflictPanel({ editor: { draft, isSaving, error }, conflict: { entries, current } }: ConflictProps) {
  const target = targetOf(draft);
  const delta = target === undefined ? 0 : target - draft.base.quantity;
  const choice = (resolution: Resolution, name: string, calculation: string) => {
    const outcome = current === undefined ? undefined : outcomeOf(resolution, draft, current);
    const isPossible = outcome !== undefined && outcome >= 0 && outcome <= Number.MAX_SAFE_INTEGER;
    return (
      <Button
        className="button choice"
        isDisabled={isSaving || !isPossible || problemOf(draft) !== undefined}
        onPress={() => void resolveConflict(resolution)}
      >
        <strong>{name}</strong>
        <span>
          {outcome === undefined ? '' : isPossible ? `${calculation}${formatNumber(outcome)}` : 'not possible'}
        </span>
      </Button>
    );
  };
  return (
    <FocusRegion className="conflict" role="alert">
      <h3>
        <Icon name="warning" />
        {titleOf(draft.petId)} has been {current === undefined ? 'removed' : 'changed by another user'}
      </h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <strong>{entry.key ?? 'An import'}</strong>,{' '}
            <time title={formatDateTime(entry.at)}>{formatAgo(entry.at)}</time>:{' '}
            <QuantityChange before={entry.before} after={entry.after} />
            {entry.reason !== null && `, ${reasonNames[entry.reason].toLowerCase()}`}
            {entry.note !== null && `, “${entry.note}”`}
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="error">{error}</p>}
      {current === undefined ? (
        <Button className="button" onPress={closeEditor}>
          Discard my change
        </Button>
      ) : (
        <>
          <p>
            You started from {formatNumber(draft.base.quantity)}
            {target !== undefined && ` and entered ${formatNumber(target)} (${formatDelta(delta)})`}.
          </p>
          <div className="conflict-choices">
            <Button className="button choice" isDisabled={isSaving} onPress={keepTheirs}>
              <strong>Keep theirs</strong>
              <span>{formatNumber(current.quantity)}</span>
            </Button>
            {choice('mine', 'Use mine', '')}
            {choice('difference', 'Apply my difference', `${formatNumber(current.quantity)} ${signed(delta)} = `)}
          </div>
        </>
      )}
    </FocusRegion>
  );
}

function signed(delta: number): string {
  return `${delta < 0 ? '−' : '+'} ${formatNumber(Math.abs(delta))}`;
}
