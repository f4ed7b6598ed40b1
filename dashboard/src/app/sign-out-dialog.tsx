import type { SheetKind } from '../counter/sheet.ts';
import { sheets } from '../counter/sheets.ts';
import { editor } from '../edit/editor.ts';
import { isUnsaved } from '../edit/editor-state.ts';
import { t } from '../messages/all.ts';
import { signOut } from '../session/session.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
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
    ...(hasDraft ? [t('dialog.changeLost', { pet: labelOf(open.draft.petId) })] : []),
    ...lists.map((kind) => t('dialog.listStays', { screen: t(`screen.${kind}`) })),
  ];
}

export function SignOutDialog() {
  return (
    <FormDialog
      title={t('dialog.signOutUnsaved')}
      submit={[t('dialog.signOut'), t('dialog.signingOut')]}
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
