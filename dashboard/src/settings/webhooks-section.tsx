import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import type { PawstockClient } from '../../../client/client.ts';
import type { Webhook } from '../../../client/inventory-types.ts';
import { parsePetId } from '../../../src/domain/item.ts';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { describeError } from '../api/errors.ts';
import { requireSession } from '../session/session.ts';
import { formatMoment, formatNumber, reasonNames } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { notify } from '../ui/notifications.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useLoaded } from './owner-data.ts';
import { SecretDialog, type Shown } from './secret-view.tsx';

type Question =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'remove' | 'rotate' | 'replay' | 'attempts'; readonly name: string };

const loadWebhooks = (client: PawstockClient) => client.listWebhooks();

const eventNames = { changed: 'Every change', low: 'Low stock', out: 'Sold out' } as const;
type EventName = keyof typeof eventNames;
const allEvents = Object.keys(eventNames) as EventName[];

export function WebhooksSection({ onChange }: { readonly onChange: () => void }) {
  const { data = [], error, reload } = useLoaded(loadWebhooks);
  const [question, setQuestion] = useState<Question>();
  const [shown, setShown] = useState<Shown>();
  const close = () => setQuestion(undefined);
  const done = () => {
    reload();
    onChange();
  };
  const named = (kind: Question['kind']) => (question?.kind === kind && 'name' in question ? question.name : undefined);
  const changed = data.find(({ name }) => name === named('change'));
  return (
    <section className="settings-section" aria-labelledby="webhooks-heading">
      <div className="settings-header">
        <h3 id="webhooks-heading">Webhooks</h3>
        <Button className="button" onPress={() => setQuestion({ kind: 'add' })}>
          <Icon name="plus" />
          Add webhook
        </Button>
      </div>
      <p className="muted">Addresses of other programs, such as your web shop, that are told of changes at once.</p>
      <p role="alert" className="error">
        {error}
      </p>
      <ul className="settings-list">
        {data.map((webhook) => (
          <WebhookRow key={webhook.name} webhook={webhook} onAsk={setQuestion} onDone={done} />
        ))}
      </ul>
      <WebhookForm
        key={named('change') ?? question?.kind}
        webhook={changed}
        isOpen={question?.kind === 'add' || changed !== undefined}
        onClose={close}
        onAdded={setShown}
        onDone={done}
      />
      <ConfirmDialog
        name={named('rotate')}
        title="New secret for"
        submit={['Rotate', 'Rotating…']}
        text="For a day, events are signed with the old and the new secret. Put the new one into the program in this time."
        onClose={close}
        onConfirm={async (name) => {
          const { secret } = await requireSession().client.rotateWebhookSecret(name);
          setShown({ name, kind: 'webhook', secret });
          done();
          return '';
        }}
      />
      <ConfirmDialog
        name={named('remove')}
        title="Remove"
        submit={['Remove', 'Removing…']}
        isDangerous
        text="It gets nothing more, also what was not delivered yet. This cannot be undone."
        onClose={close}
        onConfirm={async (name) => {
          await requireSession().client.removeWebhook(name);
          done();
          return `${name} is removed.`;
        }}
      />
      <ReplayDialog name={named('replay')} onClose={close} onDone={done} />
      <AttemptsDialog name={named('attempts')} onClose={close} />
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} />
    </section>
  );
}

type RowProps = {
  readonly webhook: Webhook;
  readonly onAsk: (question: Question) => void;
  readonly onDone: () => void;
};

function WebhookRow({ webhook, onAsk, onDone }: RowProps) {
  const { name, url, state } = webhook;
  const isPaused = state === 'paused' || state === 'disabled';
  const run = async (work: (client: PawstockClient) => Promise<{ text: string; isGood: boolean }>) => {
    try {
      const { text, isGood } = await work(requireSession().client);
      notify({ tone: isGood ? 'success' : 'error', text });
    } catch (thrown) {
      notify({ tone: 'error', text: describeError(thrown, 'Not done') });
    }
    onDone();
  };
  const test = () =>
    run(async (client) => {
      const { delivered, answer } = await client.testWebhook(name);
      const text = delivered ? `${name} accepts the test: ${answer}.` : `${name} does not accept the test: ${answer}.`;
      return { text, isGood: delivered };
    });
  const pause = () =>
    run(async (client) => {
      await client.updateWebhook(name, { paused: !isPaused });
      return { text: `${name} is ${isPaused ? 'resumed' : 'paused'}.`, isGood: true };
    });
  const ask = (kind: 'change' | 'remove' | 'rotate' | 'replay' | 'attempts') => () => onAsk({ kind, name });
  const actions = [
    ['Test', () => void test()],
    [isPaused ? 'Resume' : 'Pause', () => void pause()],
    ['Change', ask('change')],
    ['Attempts', ask('attempts')],
    ['Send again', ask('replay')],
    ['Rotate', ask('rotate')],
    ['Remove', ask('remove')],
  ] as const;
  return (
    <li className="settings-row" data-stacked>
      <div>
        <strong>{name}</strong>{' '}
        <span className="badge" data-state={state}>
          {state}
        </span>
        <div className="settings-url small">{url}</div>
        <div className="muted small">{describeWebhook(webhook)}</div>
      </div>
      <div className="settings-actions">
        {actions.map(([label, onPress]) => (
          <Button key={label} className="button" aria-label={`${label}: ${name}`} onPress={onPress}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

function describeWebhook({
  events,
  lag,
  lastAnswer,
  lastAnswerAt,
  nextAttempt,
  replay,
  petIds,
  reasons,
}: Webhook): string {
  const answer = lastAnswer === null ? 'nothing sent yet' : `last answer ${lastAnswer}`;
  return [
    events.map((event) => eventNames[event]).join(', '),
    petIds === null ? '' : `pets ${petIds.join(', ')}`,
    reasons === null ? '' : `only ${reasons.join(', ')}`,
    lastAnswerAt === null ? answer : `${answer}, ${formatMoment(lastAnswerAt)}`,
    lag === 0 ? '' : `${formatNumber(lag)} behind`,
    nextAttempt === null ? '' : `tried again ${formatMoment(nextAttempt)}`,
    replay === null ? '' : `sending again: ${formatNumber(replay.position)} of ${formatNumber(replay.until)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

type FormProps = {
  /** What is changed; undefined for a new one. */
  readonly webhook: Webhook | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (shown: Shown) => void;
  readonly onDone: () => void;
};

/** Adds or changes an endpoint. What it starts from is read once: give it another key for another endpoint. */
function WebhookForm({ webhook, isOpen, onClose, onAdded, onDone }: FormProps) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.events ?? allEvents);
  const [reasons, setReasons] = useState<readonly Reason[]>(webhook?.reasons ?? []);
  const [pets, setPets] = useState(webhook?.petIds?.join(', ') ?? '');
  const petIds = pets.split(/[\s,]+/).flatMap((text) => (text === '' ? [] : [parsePetId(text)]));
  const isNamed = webhook !== undefined || /^[\w.@:-]{1,64}$/.test(name.trim());
  const isValid = isNamed && URL.canParse(url.trim()) && events.length > 0 && !petIds.includes(undefined);
  const save = async () => {
    const { client } = requireSession();
    const choices = {
      // A URL that is sent limits an endpoint of the command to public addresses.
      ...(url.trim() !== webhook?.url && { url: url.trim() }),
      events: [...events],
      petIds: petIds.length === 0 ? null : petIds.filter((petId) => petId !== undefined),
      reasons: reasons.length === 0 ? null : [...reasons],
    };
    if (webhook !== undefined) await client.updateWebhook(webhook.name, choices);
    else {
      const added = await client.addWebhook({ ...choices, name: name.trim(), url: url.trim() });
      onAdded({ name: added.name, kind: 'webhook', secret: added.secret });
    }
    onDone();
    return webhook === undefined ? '' : `${webhook.name} is changed.`;
  };
  return (
    <FormDialog
      title={webhook === undefined ? 'Add webhook' : `Change ${webhook.name}`}
      isOpen={isOpen}
      onClose={onClose}
      submit={webhook === undefined ? ['Add', 'Adding…'] : ['Save', 'Saving…']}
      failure={webhook === undefined ? 'Not added' : 'Not changed'}
      onSubmit={isValid ? save : undefined}
    >
      {webhook === undefined && (
        <TextField className="field" value={name} onChange={setName} autoComplete="off" autoFocus>
          <Label className="label">Name</Label>
          <Input className="input" placeholder="web-shop" spellCheck="false" maxLength={64} />
        </TextField>
      )}
      <TextField className="field" type="url" value={url} onChange={setUrl} autoComplete="off">
        <Label className="label">Address</Label>
        <Input className="input" spellCheck="false" maxLength={2_048} />
      </TextField>
      <Choices label="Tell it of" names={eventNames} chosen={events} onChange={setEvents} />
      <Choices
        label="Only for these reasons (all if none is chosen)"
        names={reasonNames}
        chosen={reasons}
        onChange={setReasons}
      />
      <TextField className="field" value={pets} onChange={setPets} autoComplete="off">
        <Label className="label">Only for these pets, by ID (optional)</Label>
        <Input className="input" placeholder="1, 2, 3" />
      </TextField>
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
    <fieldset className="settings-choices">
      <legend className="label">{label}</legend>
      {all.map((name) => (
        <label key={name} className="checkbox">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(all.filter((one) => (one === name ? target.checked : chosen.includes(one))))
            }
          />
          {names[name]}
        </label>
      ))}
    </fieldset>
  );
}

type NamedProps = { readonly name: string | undefined; readonly onClose: () => void };

function ReplayDialog({ name, onClose, onDone }: NamedProps & { readonly onDone: () => void }) {
  const [since, setSince] = useState('');
  const replay = async (named: string) => {
    const { replay } = await requireSession().client.replayWebhook(named, { since: new Date(since).toISOString() });
    onDone();
    return replay === null ? 'There is nothing to send again.' : `${named} gets everything since then again.`;
  };
  return (
    <FormDialog
      title={name === undefined ? '' : `Send again to ${name}`}
      isOpen={name !== undefined}
      onClose={onClose}
      submit={['Send again', 'Asking…']}
      failure="Not sent"
      onSubmit={name === undefined || since === '' ? undefined : () => replay(name)}
    >
      <p>Everything since then is sent again, in order. New changes go first.</p>
      <TextField className="field" type="datetime-local" value={since} onChange={setSince}>
        <Label className="label">Since</Label>
        <Input className="input" />
      </TextField>
    </FormDialog>
  );
}

function AttemptsDialog({ name, onClose }: NamedProps) {
  return (
    <ModalDialog
      title={name === undefined ? '' : `Attempts of ${name}`}
      isOpen={name !== undefined}
      onClose={onClose}
      shape="wide"
    >
      {name !== undefined && <Attempts key={name} name={name} />}
    </ModalDialog>
  );
}

function Attempts({ name }: { readonly name: string }) {
  const [load] = useState(() => (client: PawstockClient) => client.listWebhookAttempts(name));
  const { data, error } = useLoaded(load);
  return (
    <div className="stack">
      <p role="alert" className="error">
        {error}
      </p>
      {data?.length === 0 && <p className="muted">Nothing has been sent yet.</p>}
      <ol className="settings-list" aria-label="Attempts, newest first">
        {data?.map(({ at, seq, event, status, error: fault, durationMs, response }) => (
          <li key={`${at} ${seq} ${event}`} className="settings-row" data-stacked>
            <div>
              <span className="badge" data-state={status !== null && status < 300 ? 'active' : 'failing'}>
                {status ?? fault}
              </span>{' '}
              {eventNames[event]}, change {formatNumber(seq)}
              <div className="muted small">
                {formatMoment(at)} · {formatNumber(durationMs)} ms
              </div>
              {response !== null && response !== '' && <pre className="settings-response small">{response}</pre>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
