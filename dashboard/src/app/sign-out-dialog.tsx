import { type SheetKind, sheets } from '../counter/sheet.ts';
import { editor } from '../edit/editor.ts';
import { isUnsaved } from '../edit/editor-state.ts';
import { signOut } from '../session/session.ts';
import { closeOverlay, overlay, screenNames } from '../state/screen.ts';
import { labelOf } from '../stock/details.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';

/** Signs out, after a question if something is not saved. */
export function requestSignOut(): void {
  if (unsavedWork().length === 0) signOut();
  else overlay.set({ kind: 'sign-out' });
}

/** What is not saved, and what signing out does to it. */
function unsavedWork(): string[] {
  const open = editor.value;
  const hasDraft = open !== undefined && isUnsaved(open);
  const lists = (Object.keys(sheets) as SheetKind[]).filter((kind) => sheets[kind].value.lines.length > 0);
  return [
    ...(hasDraft ? [`Your change to ${labelOf(open.draft.petId)} will be discarded.`] : []),
    ...lists.map((kind) => `The list in “${screenNames[kind]}” stays here until you sign in with this key again.`),
  ];
}

export function SignOutDialog() {
  return (
    <FormDialog
      title="Sign out without saving?"
      submit={['Sign out', 'Signing out…']}
      isDangerous
      onClose={closeOverlay}
      onSubmit={async () => {
        signOut();
        return '';
      }}
    >
      {unsavedWork().map((text) => (
        <p key={text}>{text}</p>
      ))}
    </FormDialog>
  );
}
