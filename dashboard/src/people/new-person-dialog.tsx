import { useState } from 'react';
import { t } from '../messages/all.ts';
import { deviceName, keyNameAt, nameDevice } from '../session/device-name.ts';
import { roles } from '../session/roles.ts';
import { pinRule } from '../session/seal.ts';
import { requireSession } from '../session/session.ts';
import { NameField, nameFrom } from '../settings/name-field.tsx';
import { closeOverlay } from '../state/screen.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { keepPerson, whyNotKept } from './keep-person.ts';
import { PinInput } from './pin-input.tsx';

const day = 86_400;

/** The keys of people at a till end by themselves, because a PIN does not protect a copied disk. */
const expiryOptions = [30, 90, 365].map(
  (count) => [String(count * day), t('settings.inDays', { count })] as const,
);

const roleOptions = roles.filter(([scope]) => scope === 'read' || scope === 'write');

/** Lets an owner add a person to this device: an API key of their own, and a PIN for it. */
export function NewPersonDialog() {
  const [name, setName] = useState('');
  const [device, setDevice] = useState(deviceName);
  const [role, setRole] = useState<(typeof roles)[number][0]>('write');
  const [expiresIn, setExpiresIn] = useState(String(90 * day));
  const [pin, setPin] = useState('');

  const keyName = nameFrom(keyNameAt(name.trim(), device.trim()));
  const isComplete = name.trim() !== '' && device.trim() !== '' && pinRule.test(pin);

  const add = async () => {
    const { client } = requireSession();
    const expiry = Number(expiresIn);
    const problem = whyNotKept({ scope: role, expiresAt: new Date(Date.now() + expiry * 1_000) });
    if (problem !== undefined) throw new Error(problem);

    const created = await client.createKey({
      name: keyName ?? '',
      scope: role,
      expiresIn: expiry,
    });
    if (created.secret === null) throw new Error(t('settings.secretLost', created));

    await keepPerson(created, created.secret, pin);
    nameDevice(device.trim());
    return t('people.isKept', { name: created.name });
  };

  return (
    <FormDialog
      title={t('people.newPerson')}
      submit={[t('people.add'), t('people.adding')]}
      failure={t('people.notAdded')}
      onClose={closeOverlay}
      onSubmit={keyName !== undefined && isComplete ? add : undefined}
    >
      <NameField value={name} onChange={setName} />
      <NameField
        label={t('people.device')}
        value={device}
        onChange={setDevice}
        autoFocus={false}
        input={{ placeholder: t('people.deviceExample') }}
      />
      <SegmentedControl
        label={t('settings.role')}
        value={role}
        options={roleOptions}
        onChange={setRole}
        isLabelVisible
      />
      <SelectField
        label={t('settings.expires')}
        value={expiresIn}
        options={expiryOptions}
        onChange={setExpiresIn}
      />
      <PinInput
        label={t('people.newPin')}
        hint={t('people.pinHint')}
        value={pin}
        onChange={setPin}
      />
    </FormDialog>
  );
}
