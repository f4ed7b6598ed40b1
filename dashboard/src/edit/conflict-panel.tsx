import type { Conflict, Resolution } from '../conflict/conflict.ts';
import conflictStyles from '../conflict/conflict-view.module.css';
import { ConflictView } from '../conflict/conflict-view.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { problemOf, typedIn } from './draft.ts';
import type { Editor } from './editor-state.ts';
import { keepTheirs, resolveConflict } from './save.ts';

type Props = { readonly editor: Editor; readonly conflict: Conflict };

/** The conflict of the open editor, which takes the focus if the field that had it is gone. */
export function ConflictPanel({ editor, conflict: { entries, current } }: Props) {
  const { draft, error } = editor;
  const choose = (resolution: Resolution) => {
    if (resolution === 'theirs') keepTheirs();
    else void resolveConflict(resolution);
  };
  return (
    <FocusRegion className={conflictStyles.conflict} isScrolledTo role="alert">
      <ConflictView
        petId={draft.petId}
        entries={entries}
        currentQuantity={current?.quantity}
        typed={typedIn(draft)}
        hasProblem={problemOf(draft) !== undefined}
        error={error}
        isSaving={editor.kind === 'saving'}
        onChoose={choose}
      />
    </FocusRegion>
  );
}
