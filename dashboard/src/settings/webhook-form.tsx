import { useState } from 'react';
import { PawstockError } from '../../../client/error.ts';
import type { Webhook } from '../../../client/inventory-types.ts';
import { parsePetId } from '../../../src/domain/item.ts';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { isLoopback, isReadableOnTheWay } from '../../../src/domain/loopback.ts';
import { limits } from '../../../src/limits.ts';
import { t } from '../messages/all.ts';
import { requireSession } from '../session/session.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import fieldStyles from '../ui/field.module.css';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { reasonNames } from '../ui/names.ts';
import { TextInput } from '../ui/text-input.tsx';
import { NameField, nameFrom } from './name-field.tsx';
import type { Shown } from './secret-view.tsx';
import settingsStyles from './settings.module.css';

/** Warns of an address that others can read, or that is refused unless the person who runs Pawstock allows it. */
function warningOf(address: URL | null): string {
  if (address === null) return 'It begins with https://. The people who made the other program know it.';
  if (isLoopback(address)) return 'This is the computer that Pawstock runs on. Pawstock sends to other computers only.';
  return isReadableOnTheWay(address) ? 'Others can read what is sent to an http address. Ask for one with https.' : '';
}

export const eventNames = { changed: 'Every change', low: 'Low stock', out: 'Sold out' } as const;
type EventName = keyof typeof eventNames;
const allEvents = Object.keys(eventNames) as EventName[];

type FormProps = {
  readonly webhook: Webhook | undefined;
  readonly onClose: () => void;
  readonly onDone: (secret?: Shown) => void;
};

export function WebhookForm({ webhook, onClose, onDone }: FormProps) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.events ?? allEvents);
  const [reasons, setReasons] = useState<readonly Reason[]>(webhook?.reasons ?? []);
  const [pets, setPets] = useState(webhook?.petIds?.join(', ') ?? '');
  const petIds = pets.split(/[\s,]+/).flatMap((text) => (text === '' ? [] : [parsePetId(text)]));
  const address = URL.parse(url.trim());
  const isNamed = webhook !== undefined || nameFrom(name) !== undefined;
  const isValid = isNamed && address !== null && events.length > 0 && !petIds.includes(undefined);
  const save = async () => {
    const { client } = requireSession();
    const choices = {
      // An unchanged URL is left out: sending it would restrict the endpoint to public addresses.
      ...(url.trim() !== webhook?.url && { url: url.trim() }),
      events: [...events],
      petIds: petIds.length === 0 ? null : petIds.filter((petId) => petId !== undefined),
      reasons: reasons.length === 0 ? null : [...reasons],
    };
    if (webhook !== undefined) {
      await client.updateWebhook(webhook.name, choices);
      onDone();
      return `${webhook.name} is changed.`;
    }
    const added = await client.addWebhook({ ...choices, name: nameFrom(name) ?? '', url: url.trim() });
    onDone({ name: added.name, kind: 'webhook', secret: added.secret });
    return '';
  };
  return (
    <FormDialog
      title={webhook === undefined ? 'Add webhook' : `Change ${webhook.name}`}
      onClose={onClose}
      submit={webhook === undefined ? ['Add', 'Adding…'] : ['Save', 'Saving…']}
      failure={webhook === undefined ? 'Not added' : 'Not changed'}
      onSubmit={isValid ? () => save().catch(explainRefused) : undefined}
    >
      {webhook === undefined && <NameField label="Name" placeholder="web-shop" value={name} onChange={setName} />}
      <TextInput
        label="Address"
        type="url"
        value={url}
        onChange={setUrl}
        hint={warningOf(address)}
        spellCheck="false"
        maxLength={limits.webhookUrlCharactersMax}
      />
      <Choices label="Tell it of" names={eventNames} chosen={events} onChange={setEvents} />
      <Choices
        label="Only for these reasons (all if none is chosen)"
        names={reasonNames}
        chosen={reasons}
        onChange={setReasons}
      />
      <TextInput
        label="Only for these pets, by ID (optional)"
        value={pets}
        onChange={setPets}
        error={petIds.includes(undefined) ? 'Enter IDs of pets with commas between them.' : undefined}
        input={{ placeholder: '1, 2, 3' }}
      />
    </FormDialog>
  );
}

/** Only the service knows which networks it may send to, and how many webhooks there are. */
function explainRefused(error: unknown): never {
  if (!(error instanceof PawstockError && error.code === 'invalid_value')) throw error;
  throw new Error(t('error.webhookRefused', { count: limits.webhooksMax }));
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
          onChange={(isChosen) => onChange(all.filter((one) => (one === name ? isChosen : chosen.includes(one))))}
        >
          {names[name]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
