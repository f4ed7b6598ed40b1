import { reasons as allReasons, type Reason } from '@pawstock/shared/ledger-entry.ts';
import { limits } from '@pawstock/shared/limits.ts';
import { isLoopback, isReadableOnTheWay } from '@pawstock/shared/loopback.ts';
import type { Webhook } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { explaining } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { requireSession } from '../session/session.ts';
import { parseWrittenId } from '../stock/pet.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import fieldStyles from '../ui/field.module.css';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { reasonNames } from '../ui/names.ts';
import { TextInput } from '../ui/text-input.tsx';
import { NameField, nameFrom } from './name-field.tsx';
import type { DialogProps } from './secret-view.tsx';
import settingsStyles from './settings.module.css';

/**
 * Warns if a webhook's URL is missing or invalid, leads to the service's own computer, or lacks
 * encryption.
 */
function warningOf(address: URL | null): string {
  if (address === null) return t('settings.addressMissing');
  if (isLoopback(address)) return t('settings.addressIsLocal');
  return isReadableOnTheWay(address) ? t('settings.addressIsReadable') : '';
}

export const eventNames = {
  changed: t('settings.everyChange'),
  low: t('stock.lowStock'),
  out: t('settings.soldOut'),
};
type EventName = keyof typeof eventNames;
const allEvents = Object.keys(eventNames) as EventName[];

/** An event in words. One that only a later service knows is shown as it is. */
export function eventName(event: string): string {
  const known = allEvents.find((one) => one === event);
  return known === undefined ? event : eventNames[known];
}

type FormProps = DialogProps & { readonly webhook: Webhook | undefined };

export function WebhookForm({ webhook, onClose, onDone }: FormProps) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly EventName[]>(
    allEvents.filter((event) => webhook === undefined || webhook.events.includes(event)),
  );
  const [reasons, setReasons] = useState<readonly Reason[]>(
    allReasons.filter((reason) => webhook?.reasons?.includes(reason)),
  );
  const [pets, setPets] = useState(webhook?.petIds?.join(', ') ?? '');
  const petIds = pets
    .split(/[\s,،、]+/)
    .flatMap((text) => (text === '' ? [] : [parseWrittenId(text)]));
  const address = URL.parse(url.trim());
  const isNew = webhook === undefined;
  const isNamed = !isNew || nameFrom(name) !== undefined;
  const isValid = isNamed && address !== null && events.length > 0 && !petIds.includes(undefined);
  // The service has one error code for forbidden addresses and for too many webhooks, so the error
  // message names both.
  const explainRefused = explaining(
    'invalid_value',
    t('error.webhookRefused', { count: limits.webhooksMax }),
  );
  const save = async () => {
    const { client } = requireSession();
    const choices = {
      // An unchanged URL is not sent: each URL sent over HTTP restricts the webhook to public
      // addresses.
      ...(url.trim() !== webhook?.url && { url: url.trim() }),
      events: [...events],
      petIds: petIds.length === 0 ? null : petIds.filter((petId) => petId !== undefined),
      reasons: reasons.length === 0 ? null : [...reasons],
    };
    if (!isNew) {
      await client.updateWebhook(webhook.name, choices);
      onDone();
      return t('settings.isChanged', webhook);
    }
    const added = await client.addWebhook({
      ...choices,
      name: nameFrom(name) ?? '',
      url: url.trim(),
    });
    onDone({ name: added.name, kind: 'webhook', secret: added.secret });
    return undefined;
  };
  return (
    <FormDialog
      title={isNew ? t('settings.addWebhook') : t('settings.changeWebhook', webhook)}
      onClose={onClose}
      submit={isNew ? [t('dialog.add'), t('dialog.adding')] : [t('edit.save'), t('ui.saving')]}
      failure={t(isNew ? 'dialog.notAdded' : 'settings.notChanged')}
      onSubmit={isValid ? () => save().catch(explainRefused) : undefined}
    >
      {isNew && (
        <NameField
          input={{ placeholder: t('settings.webhookName') }}
          value={name}
          onChange={setName}
        />
      )}
      <TextInput
        label={t('settings.address')}
        type="url"
        value={url}
        onChange={setUrl}
        hint={warningOf(address)}
        input={{ dir: 'ltr' }}
        spellCheck="false"
        maxLength={limits.webhookUrlCharactersMax}
      />
      <Choices
        label={t('settings.events')}
        names={eventNames}
        chosen={events}
        onChange={setEvents}
      />
      <Choices
        label={t('settings.onlyReasons')}
        names={reasonNames}
        chosen={reasons}
        onChange={setReasons}
      />
      <TextInput
        label={t('settings.onlyPets')}
        value={pets}
        onChange={setPets}
        error={petIds.includes(undefined) ? t('settings.wrongIds') : undefined}
        input={{ placeholder: '1, 2, 3' }}
      />
    </FormDialog>
  );
}

type ChoicesProps<T extends string> = {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
};

function Choices<T extends string>({ label, names, chosen, onChange }: ChoicesProps<T>) {
  const all = Object.keys(names) as T[];
  return (
    <fieldset className={settingsStyles.settingsChoices}>
      <legend className={fieldStyles.label}>{label}</legend>
      {all.map((name) => (
        <Checkbox
          key={name}
          checked={chosen.includes(name)}
          onChange={(isChosen) =>
            onChange(all.filter((one) => (one === name ? isChosen : chosen.includes(one))))
          }
        >
          {names[name]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
