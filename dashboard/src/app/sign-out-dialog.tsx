import { sheetKinds } from '../counter/sheet.ts';
import { sheets } from '../counter/sheets.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { unsavedPet } from '../edit/editor.ts';
import { t } from '../messages/all.ts';
import { people } from '../session/people.ts';
import { signOut } from '../session/session.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';

/** Signs out. If there is unsaved work, asks the user first. */
export function requestSignOut(): void {
  if (unsavedWork().length === 0) leaveDevice();
  else overlay.set({ kind: 'sign-out' });
}

/**
 * Signs out. When the last person leaves, nothing of the shop stays on this device but lists that
 * were not saved.
 */
function leaveDevice(): void {
  signOut();
  if (people.value.length > 0) return;
  // If the browser forbids storage, nothing is there to be deleted.
  forgetDevice().catch(() => undefined);
}

/** Sentences about unsaved work: what is unsaved, and whether signing out discards it. */
function unsavedWork(): string[] {
  const pet = unsavedPet();
  const lists = sheetKinds.filter((kind) => sheets[kind].value.lines.length > 0);
  return [
    ...(pet === undefined ? [] : [t('dialog.changeLost', { pet })]),
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
      onSubmit={async () => leaveDevice()}
    >
      {unsavedWork().map((text) => (
        <p key={text}>{text}</p>
      ))}
    </FormDialog>
  );
}
