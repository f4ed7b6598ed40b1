import { useState } from 'react';
import type { PawstockClient } from '../../../client/client.ts';
import type { Webhook } from '../../../client/inventory-types.ts';
import { describeError } from '../api/errors.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import badgeStyles from '../ui/badge.module.css';
import { Button } from '../ui/button.tsx';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';
import { notify } from '../ui/notifications.tsx';
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
          submit={['Rotate', 'Rotating…']}
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
    <li className={settingsStyles.settingsRow} data-stacked>
      <div>
        <strong>{name}</strong>{' '}
        <span className={`${badgeStyles.badge} ${settingsStyles.stateBadge}`} data-state={state}>
          {state}
        </span>
        <div className="settings-url small">{url}</div>
        <div className="muted small">{describeWebhook(webhook)}</div>
      </div>
      <div className={settingsStyles.settingsActions}>
        {actions.map(([label, onPress]) => (
          <Button key={label} aria-label={`${label}: ${name}`} onPress={onPress}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

function describeWebhook(webhook: Webhook): string {
  const { lag, lastAnswer, lastAnswerAt, nextAttempt, replay, petIds, reasons } = webhook;
  const answer = lastAnswer === null ? 'nothing sent yet' : `last answer ${lastAnswer}`;
  return [
    webhook.events.map((event) => eventNames[event]).join(', '),
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
