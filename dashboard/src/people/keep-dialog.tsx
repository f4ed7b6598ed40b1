import { useState } from 'react';
import { t } from '../messages/all.ts';
import { pinRule } from '../session/seal.ts';
import { requireSecret, requireSession } from '../session/session.ts';
import { closeOverlay } from '../state/screen.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { keepPerson } from './keep-person.ts';
import { PinInput } from './pin-input.tsx';

/** Asks the signed-in person for a PIN, with which this device keeps their API key. */
export function KeepDialog() {
  const [pin, setPin] = useState('');
  const { key } = requireSession();

  const keep = async () => {
    await keepPerson(key, requireSecret(), pin);
    return t('people.isKept', { name: key.name });
  };

  return (
    <FormDialog
      title={t('people.choosePin')}
      submit={[t('people.keep'), t('people.keeping')]}
      failure={t('people.notKept')}
      onClose={closeOverlay}
      onSubmit={pinRule.test(pin) ? keep : undefined}
    >
      <PinInput
        label={t('people.newPin')}
        hint={t('people.pinHint')}
        value={pin}
        onChange={setPin}
        autoFocus
      />
    </FormDialog>
  );
}
