import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { focusPet } from '../table/focus.ts';
import { AmountField } from './amount-field.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { closeEditor, type Editor, editor } from './editor.ts';
import { EditorActions } from './editor-actions.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { Outlook } from './outlook.tsx';
import { RemarkFields } from './remark-fields.tsx';
import { save } from './saving.ts';

type Props = {
  readonly open: Editor;
  readonly top: number;
  readonly onHeight: (height: number) => void;
};

/** Opens under the row that it is about. */
export function EditorPanel({ open, top, onHeight }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { petId } = open.draft;

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => onHeight(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      onHeight(0);
    };
  }, [onHeight]);

  // Wherever it was opened from, the row has the focus afterwards; but for another editor, which has it already.
  useLayoutEffect(
    () => () => {
      if (editor.value === undefined) focusPet(petId);
    },
    [petId],
  );

  // It is in sight when it opens, and so is a question that it asks later.
  const asks = open.conflict !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is the same; how high it is depends on these.
  useEffect(() => {
    const question = place.current?.querySelector('.conflict');
    (question ?? place.current)?.scrollIntoView({ block: 'nearest' });
  }, [petId, asks]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open.saving) return;
    event.stopPropagation();
    closeEditor();
  };

  return (
    // biome-ignore-start lint/a11y: a row of the grid, see PetTable; the key handler is for what is in it.
    <div
      ref={place}
      role="row"
      className="editor"
      style={{ transform: `translateY(${top}px)` }}
      onKeyDownCapture={onKeyDown}
    >
      <div role="gridcell" aria-colspan={4}>
        {/* biome-ignore-end lint/a11y: end. */}
        <form
          className="editor-form"
          aria-label={`Change pet ${petId}`}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div className="editor-numbers">
            <ModeChoice open={open} />
            <AmountField open={open} />
            <Outlook open={open} />
          </div>
          <RemarkFields open={open} />
          {open.conflict === undefined ? (
            <EditorActions open={open} />
          ) : (
            <ConflictPanel draft={open.draft} conflict={open.conflict} saving={open.saving} failure={open.failure} />
          )}
        </form>
      </div>
    </div>
  );
}
