import { sheetKinds } from '../counter/sheet.ts';
import { sheets } from '../counter/sheets.ts';
import { canKeep } from '../device/database.ts';
import { forgetDevice } from '../device/forget-device.ts';
import {
  type Outbox,
  outbox,
  type QueuedList,
  readOutbox,
  updateQueued,
} from '../device/outbox.ts';
import { isSamePerson } from '../device/waiting-list.ts';
import { unsavedPet } from '../edit/editor.ts';
import { t } from '../messages/all.ts';
import { people } from '../session/people.ts';
import { requireSession, session, signOut } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { requirePerson } from '../waiting/person.ts';
import { downloadWaitingLists } from './download-waiting-lists.ts';

/** Signs out. If there is unsaved work, asks the user first. */
export async function requestSignOut(): Promise<void> {
  // Another tab may have saved a list a moment ago.
  if (canKeep()) await readOutbox().catch(() => undefined);
  if (unsavedWork().length === 0 && lostLists(outbox.value).length === 0) await leaveDevice();
  else overlay.set({ kind: 'sign-out' });
}

/**
 * The waiting lists that are lost with a sign-out: the person's own, because this device no longer
 * knows their key. When the last person leaves, all lists are lost.
 */
function lostLists({ lists }: Outbox): readonly QueuedList[] {
  // The dialog may be drawn once more while the session is ending.
  if (session.value.kind !== 'signed-in') return [];
  const own = requirePerson();
  return isLastPerson() ? lists : lists.filter(({ person }) => isSamePerson(person, own));
}

function isLastPerson(): boolean {
  const { id } = requireSession().key;
  return people.value.every(({ key }) => key.id === id);
}

/**
 * Signs out. When the last person leaves, nothing of the shop stays on this device but lists that
 * were not saved.
 */
async function leaveDevice(): Promise<void> {
  const lost = lostLists(outbox.value);
  const isLast = isLastPerson();
  signOut();
  try {
    for (const { order } of lost) await updateQueued(order, () => undefined);
    if (isLast) await forgetDevice();
  } catch {
    // If the browser forbids storage, nothing is there to be deleted.
  }
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

/** Asks about unsaved work. Waiting lists that would be lost are downloaded first. */
export function SignOutDialog() {
  const lost = lostLists(useObservable(outbox));
  const isWaiting = lost.length > 0;
  const name = t(isWaiting ? 'offline.download' : 'dialog.signOut');
  const submit = async () => {
    if (isWaiting) downloadWaitingLists(lost);
    await leaveDevice();
  };
  return (
    <FormDialog
      title={t('dialog.signOutUnsaved')}
      submit={[name, t('dialog.signingOut')]}
      isDangerous
      onClose={closeOverlay}
      onSubmit={submit}
    >
      {isWaiting && <p>{t('offline.signOut', { count: lost.length })}</p>}
      {unsavedWork().map((text) => (
        <p key={text}>{text}</p>
      ))}
    </FormDialog>
  );
}
