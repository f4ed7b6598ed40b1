import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import {
  chooseLock,
  forgetPerson,
  lockChoice,
  lockChoices,
  type Person,
  people,
} from '../session/people.ts';
import { requireSession, signOut } from '../session/session.ts';
import settingsStyles from '../settings/settings.module.css';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { whyNotKept } from './keep-person.ts';

const lockOptions = lockChoices.map((choice) => [
  choice,
  choice === 'sale' ? t('people.lockAfterSale') : t('people.lockAfter', { count: Number(choice) }),
]) as readonly (readonly [string, string])[];

/** The people whom this device knows, and when it locks. */
export function PeopleDialog() {
  const known = useObservable(people);
  const { key } = requireSession();
  const isKept = known.some((person) => person.key.id === key.id);

  return (
    <ModalDialog title={t('people.title')} onClose={closeOverlay}>
      <div className="stack">
        <p className="muted">{t('people.note')}</p>
        {known.length > 0 && (
          <>
            <KnownPeople known={known} />
            <LockField />
          </>
        )}
        {!isKept && <KeepOneself />}
        {key.scope === 'owner' && (
          <Button icon="plus" onPress={() => overlay.set({ kind: 'new-person' })}>
            {t('people.newPerson')}
          </Button>
        )}
      </div>
    </ModalDialog>
  );
}

function KnownPeople({ known }: { readonly known: readonly Person[] }) {
  return (
    <ul className={settingsStyles.settingsList} aria-label={t('people.whoAreYou')}>
      {known.map(({ key }) => (
        <li key={key.id} className={settingsStyles.settingsRow}>
          <div>
            <strong>{key.name}</strong>
            {key.expiresAt !== null && (
              <div className="muted small">
                {t('settings.expiresAt', { when: formatDateTime(key.expiresAt) })}
              </div>
            )}
          </div>
          <Button aria-label={t('people.forgetOf', key)} onPress={() => forget(key.id)}>
            {t('people.forget')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** A person who makes the device forget themselves signs out. */
function forget(keyId: number): void {
  if (keyId === requireSession().key.id) signOut();
  else forgetPerson(keyId);
}

function LockField() {
  const [choice, setChoice] = useState(lockChoice);

  const choose = (value: string) => {
    const next = lockChoices.find((one) => one === value);
    if (next === undefined) return;
    chooseLock(next);
    setChoice(next);
  };

  return (
    <SelectField
      label={t('people.lockWhen')}
      value={choice}
      options={lockOptions}
      onChange={choose}
    />
  );
}

/** Offers the signed-in person a PIN, or says why this device may not keep their key. */
function KeepOneself() {
  const problem = whyNotKept(requireSession().key);
  if (problem !== undefined) return <p className="hint">{problem}</p>;
  return (
    <Button icon="lock" onPress={() => overlay.set({ kind: 'keep-person' })}>
      {t('people.choosePin')}
    </Button>
  );
}
