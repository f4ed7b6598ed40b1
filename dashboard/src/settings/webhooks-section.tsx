import { useState } from 'react';
import { MenuSection } from 'react-aria-components/Menu';
import type { Webhook } from '../../../client/inventory-types.ts';
import { describeError } from '../api/errors.ts';
import { MenuAction } from '../session/menu-action.tsx';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { overlay } from '../state/screen.ts';
import badgeStyles from '../ui/badge.module.css';
import { Button, MenuButton } from '../ui/button.tsx';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { OverlayMenu } from '../ui/menu.tsx';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { reasonNames } from '../ui/names.ts';
import { type Notification, notify } from '../ui/notifications.tsx';
import { describeAnswer } from './describe-answer.ts';
import { SecretDialog, type Shown } from './secret-view.tsx';
import settingsStyles from './settings.module.css';
import { AttemptsDialog, ReplayDialog } from './webhook-deliveries.tsx';
import { eventNames, WebhookForm } from './webhook-form.tsx';

type Question =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'remove' | 'rotate' | 'replay' | 'attempts'; readonly name: string };

export function WebhooksSection({ onChange }: { readonly onChange: () => void }) {
  const { data = [], error, reload } = useLoaded((client) => client.listWebhooks(), [], { isRefreshed: true });
  const [question, setQuestion] = useState<Question>();
  const [shown, setShown] = useState<Shown>();
  const close = () => setQuestion(undefined);
  const done = (secret?: Shown) => {
    setShown(secret);
    reload();
    onChange();
  };
  const changed = question?.kind === 'change' ? data.find(({ name }) => name === question.name) : undefined;
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="webhooks-heading">
      <div className={settingsStyles.settingsHeader}>
        <h3 id="webhooks-heading">Webhooks</h3>
        <Button icon="plus" onPress={() => setQuestion({ kind: 'add' })}>
          Add webhook
        </Button>
      </div>
      <p className="muted">Addresses of other programs, such as your web shop, that are told of changes at once.</p>
      <ErrorText>{error}</ErrorText>
      <ul className={settingsStyles.settingsList}>
        {data.map((webhook) => (
          <WebhookRow key={webhook.name} webhook={webhook} onAsk={setQuestion} onDone={done} />
        ))}
      </ul>
      {(question?.kind === 'add' || changed !== undefined) && (
        <WebhookForm webhook={changed} onClose={close} onDone={done} />
      )}
      {question?.kind === 'rotate' && (
        <FormDialog
          title={`New secret for ${question.name}?`}
          submit={['Create new secret', 'Creating…']}
          failure="Not done"
          onClose={close}
          onSubmit={async () => {
            const { secret } = await requireSession().client.rotateWebhookSecret(question.name);
            done({ name: question.name, kind: 'webhook', secret });
            return '';
          }}
        >
          <p>
            For a day, events are signed with the old and the new secret. Put the new one into the program in this time.
          </p>
        </FormDialog>
      )}
      {question?.kind === 'remove' && (
        <FormDialog
          title={`Remove ${question.name}?`}
          submit={['Remove', 'Removing…']}
          isDangerous
          failure="Not done"
          onClose={close}
          onSubmit={async () => {
            await requireSession().client.removeWebhook(question.name);
            done();
            return `${question.name} is removed.`;
          }}
        >
          <p>It gets nothing more, also what was not delivered yet. This cannot be undone.</p>
        </FormDialog>
      )}
      {question?.kind === 'replay' && <ReplayDialog name={question.name} onClose={close} onDone={done} />}
      {question?.kind === 'attempts' && <AttemptsDialog name={question.name} onClose={close} />}
      {shown !== undefined && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

const stateNames = { active: 'Working', failing: 'Failing', disabled: 'Stopped', paused: 'Paused' } as const;

type RowProps = {
  readonly webhook: Webhook;
  readonly onAsk: (question: Question) => void;
  readonly onDone: () => void;
};

function WebhookRow({ webhook, onAsk, onDone }: RowProps) {
  const { name, url, state } = webhook;
  const isPaused = state === 'paused' || state === 'disabled';
  const run = (work: Promise<Notification>) =>
    work
      .catch((thrown): Notification => ({ tone: 'error', text: describeError(thrown, 'Not done') }))
      .then(notify)
      .finally(onDone);
  const test = async (): Promise<Notification> => {
    const { delivered, answer } = await requireSession().client.testWebhook(name);
    return { tone: delivered ? 'success' : 'error', text: `Test of ${name}: ${describeAnswer(answer)}.` };
  };
  const pause = async (): Promise<Notification> => {
    await requireSession().client.updateWebhook(name, { paused: !isPaused });
    return { tone: 'success', text: `${name} is ${isPaused ? 'resumed' : 'paused'}.` };
  };
  const ask = (kind: 'change' | 'remove' | 'rotate' | 'replay' | 'attempts') => () => onAsk({ kind, name });
  const open = useObservable(overlay);
  const isOpen = open?.kind === 'webhook-menu' && open.name === name;
  return (
    <li className={settingsStyles.settingsRow}>
      <div>
        <strong>{name}</strong>{' '}
        <span className={`${badgeStyles.badge} ${settingsStyles.stateBadge}`} data-state={state}>
          {stateNames[state]}
        </span>
        <div className="small">{url}</div>
        <div className="muted small">{describeWebhook(webhook)}</div>
      </div>
      <div className={settingsStyles.settingsActions}>
        <Button aria-label={`Test ${name}`} onPress={() => void run(test())}>
          Test
        </Button>
        <MenuButton
          label={`More actions for ${name}`}
          isOpen={isOpen}
          onOpen={(anchor) => overlay.set({ kind: 'webhook-menu', name, anchor })}
        />
      </div>
      {isOpen && (
        <OverlayMenu open={open} label={name}>
          <MenuSection aria-label="Endpoint">
            <MenuAction icon="list" name="Attempts" onAction={ask('attempts')} />
            <MenuAction icon="pencil" name="Change…" onAction={ask('change')} />
            <MenuAction icon="clock" name={isPaused ? 'Resume' : 'Pause'} onAction={() => void run(pause())} />
            <MenuAction icon="upload" name="Send again…" onAction={ask('replay')} />
            <MenuAction icon="key" name="New secret…" onAction={ask('rotate')} />
          </MenuSection>
          <MenuSection aria-label="Remove">
            <MenuAction icon="trash" name="Remove…" isDangerous onAction={ask('remove')} />
          </MenuSection>
        </OverlayMenu>
      )}
    </li>
  );
}

function describeWebhook(webhook: Webhook): string {
  const { lag, lastAnswer, lastAnswerAt, nextAttempt, replay, petIds, reasons } = webhook;
  const answer = lastAnswer === null ? 'nothing sent yet' : `last answer: ${describeAnswer(lastAnswer)}`;
  return [
    webhook.events.map((event) => eventNames[event]).join(', '),
    petIds === null ? '' : `pets ${petIds.join(', ')}`,
    reasons === null ? '' : `only ${reasons.map((reason) => reasonNames[reason]).join(', ')}`,
    lastAnswerAt === null ? answer : `${answer}, ${formatMoment(lastAnswerAt)}`,
    lag === 0 ? '' : `${formatNumber(lag)} behind`,
    nextAttempt === null ? '' : `tried again ${formatMoment(nextAttempt)}`,
    replay === null ? '' : `sending again: ${formatNumber(replay.position)} of ${formatNumber(replay.until)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
