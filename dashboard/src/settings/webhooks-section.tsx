import type { Webhook } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { MenuSection } from 'react-aria-components/Menu';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { formatList, formatMoment } from '../messages/format.ts';
import { MenuAction } from '../session/menu-action.tsx';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { shopTime } from '../state/days.ts';
import { useObservable } from '../state/observable.ts';
import { overlay } from '../state/screen.ts';
import { nameOf, titleOf } from '../stock/details.ts';
import badgeStyles from '../ui/badge.module.css';
import { Button, MenuButton } from '../ui/button.tsx';
import { OverlayMenu } from '../ui/menu.tsx';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { reasonName } from '../ui/names.ts';
import { type Notification, notify } from '../ui/notifications.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { describeAnswer } from './describe-answer.ts';
import type { DialogProps, SectionProps } from './secret-view.tsx';
import settingsStyles from './settings.module.css';
import { eventName, eventNames, WebhookForm } from './webhook-form.tsx';

const attemptNames: Readonly<Record<string, string>> = {
  ...eventNames,
  changed: t('settings.changed'),
  test: t('settings.aTest'),
};

const stateNames: Readonly<Record<string, string>> = {
  active: t('webhook.active'),
  failing: t('webhook.failing'),
  disabled: t('webhook.disabled'),
  paused: t('webhook.paused'),
};

// Events and states that only a later service knows are shown as they are.

function attemptName(event: string): string {
  return attemptNames[event] ?? event;
}

function stateName(state: string): string {
  return stateNames[state] ?? state;
}

type Question =
  | { readonly kind: 'add' }
  | {
      readonly kind: 'change' | 'remove' | 'rotate' | 'replay' | 'attempts';
      readonly name: string;
    };

export function WebhooksSection({ changes, onDone }: SectionProps) {
  const { data = [], error } = useLoaded((client) => client.listWebhooks(), [changes], {
    isRefreshed: true,
  });
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const changed =
    question?.kind === 'change' ? data.find(({ name }) => name === question.name) : undefined;
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="webhooks-heading">
      <div className={settingsStyles.settingsHeader}>
        <h3 id="webhooks-heading">{t('settings.webhooks')}</h3>
        <Button icon="plus" onPress={() => setQuestion({ kind: 'add' })}>
          {t('settings.addWebhook')}
        </Button>
      </div>
      <p className="muted">{t('settings.webhooksNote')}</p>
      <ErrorText>{error}</ErrorText>
      <ul className={settingsStyles.settingsList}>
        {data.map((webhook) => (
          <WebhookRow key={webhook.name} webhook={webhook} onAsk={setQuestion} onDone={onDone} />
        ))}
      </ul>
      {(question?.kind === 'add' || changed !== undefined) && (
        <WebhookForm webhook={changed} onClose={close} onDone={onDone} />
      )}
      {question?.kind === 'rotate' && (
        <FormDialog
          title={t('settings.newSecretQuestion', question)}
          submit={[t('settings.createNewSecret'), t('settings.creating')]}
          failure={t('settings.notDone')}
          onClose={close}
          onSubmit={async () => {
            const { secret } = await requireSession().client.rotateWebhookSecret(question.name);
            onDone({ name: question.name, kind: 'webhook', secret });
          }}
        >
          <p>{t('settings.newSecretNote')}</p>
        </FormDialog>
      )}
      {question?.kind === 'remove' && (
        <FormDialog
          title={t('settings.removeQuestion', question)}
          submit={[t('settings.remove'), t('dialog.removing')]}
          isDangerous
          failure={t('settings.notDone')}
          onClose={close}
          onSubmit={async () => {
            await requireSession().client.removeWebhook(question.name);
            onDone();
            return t('settings.isRemoved', question);
          }}
        >
          <p>{t('settings.removeNote')}</p>
        </FormDialog>
      )}
      {question?.kind === 'replay' && (
        <ReplayDialog name={question.name} onClose={close} onDone={onDone} />
      )}
      {question?.kind === 'attempts' && <AttemptsDialog name={question.name} onClose={close} />}
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
  const run = (work: () => Promise<Notification>) => () =>
    void work()
      .catch(
        (thrown): Notification => ({
          tone: 'error',
          text: describeError(thrown, t('settings.notDone')),
        }),
      )
      .then(notify)
      .finally(onDone);
  const test = async (): Promise<Notification> => {
    const tested = await requireSession().client.testWebhook(name);
    const text = t('settings.testAnswer', { name, answer: describeAnswer(tested) });
    return { tone: tested.delivered ? 'success' : 'error', text };
  };
  const pause = async (): Promise<Notification> => {
    await requireSession().client.updateWebhook(name, { paused: !isPaused });
    return {
      tone: 'success',
      text: t(isPaused ? 'settings.isResumed' : 'settings.isPaused', { name }),
    };
  };
  const ask = (kind: 'change' | 'remove' | 'rotate' | 'replay' | 'attempts') => () =>
    onAsk({ kind, name });
  const open = useObservable(overlay);
  const isOpen = open?.kind === 'webhook-menu' && open.name === name;
  return (
    <li className={settingsStyles.settingsRow}>
      <div>
        <strong>{name}</strong>{' '}
        <span className={`${badgeStyles.badge} ${settingsStyles.stateBadge}`} data-state={state}>
          {stateName(state)}
        </span>
        <div className="small">
          <bdi>{url}</bdi>
        </div>
        <div className="muted small">{describeWebhook(webhook)}</div>
      </div>
      <div className={settingsStyles.settingsActions}>
        <Button aria-label={t('settings.testOf', { name })} onPress={run(test)}>
          {t('settings.test')}
        </Button>
        <MenuButton
          label={t('settings.moreActions', { name })}
          isOpen={isOpen}
          onOpen={(anchor) => overlay.set({ kind: 'webhook-menu', name, anchor })}
        />
      </div>
      {isOpen && (
        <OverlayMenu open={open} label={name}>
          <MenuSection aria-label={t('settings.endpoint')}>
            <MenuAction icon="list" name={t('settings.attempts')} onAction={ask('attempts')} />
            <MenuAction icon="pencil" name={t('settings.changeAction')} onAction={ask('change')} />
            <MenuAction
              icon="clock"
              name={t(isPaused ? 'settings.resume' : 'settings.pause')}
              onAction={run(pause)}
            />
            <MenuAction
              icon="upload"
              name={t('settings.sendAgainAction')}
              onAction={ask('replay')}
            />
            <MenuAction icon="key" name={t('settings.newSecretAction')} onAction={ask('rotate')} />
          </MenuSection>
          <MenuSection aria-label={t('settings.removal')}>
            <MenuAction
              icon="trash"
              name={t('dialog.removeEllipsis')}
              isDangerous
              onAction={ask('remove')}
            />
          </MenuSection>
        </OverlayMenu>
      )}
    </li>
  );
}

function describeWebhook(webhook: Webhook): string {
  const { lag, lastStatus, lastFailure, lastAnswerAt, nextAttemptAt, replay, petIds } = webhook;
  const events = webhook.events.map(eventName);
  const reasons = webhook.reasons?.map(reasonName);
  return [
    formatList(events, 'unit'),
    petIds && t('settings.forPets', { ids: formatList(petIds.map(String), 'unit') }),
    reasons && t('settings.forReasons', { reasons: formatList(reasons, 'unit') }),
    lastAnswerAt
      ? t('settings.lastAnswer', {
          answer: describeAnswer({ status: lastStatus, failure: lastFailure }),
          when: formatMoment(lastAnswerAt),
        })
      : t('settings.nothingSent'),
    lag > 0 && t('settings.behind', { count: lag }),
    nextAttemptAt && t('settings.triedAgain', { when: formatMoment(nextAttemptAt) }),
    replay && t('settings.sendingAgain', replay),
  ]
    .filter(Boolean)
    .join(' · ');
}

type NamedProps = { readonly name: string };

function ReplayDialog({ name, onClose, onDone }: DialogProps & NamedProps) {
  const [since, setSince] = useState('');
  const send = async () => {
    const { replay } = await requireSession().client.replayWebhook(name, {
      since: shopTime(since),
    });
    onDone();
    return replay === null ? t('settings.nothingToSend') : t('settings.getsAgain', { name });
  };
  return (
    <FormDialog
      title={t('settings.sendAgainTo', { name })}
      onClose={onClose}
      submit={[t('settings.sendAgain'), t('settings.asking')]}
      failure={t('settings.notSent')}
      onSubmit={since === '' ? undefined : send}
    >
      <p>{t('settings.sendAgainNote')}</p>
      <TextInput
        label={t('settings.since')}
        type="datetime-local"
        value={since}
        onChange={setSince}
      />
    </FormDialog>
  );
}

function AttemptsDialog({ name, onClose }: Omit<DialogProps, 'onDone'> & NamedProps) {
  const { data, error } = useLoaded((client) => client.listWebhookAttempts(name), [name], {
    isRefreshed: true,
  });
  return (
    <ModalDialog title={t('settings.attemptsOf', { name })} onClose={onClose} shape="wide">
      <div className="stack">
        <ErrorText>{error}</ErrorText>
        {data?.length === 0 && <p className="muted">{t('settings.noAttempts')}</p>}
        <ol className={settingsStyles.settingsList} aria-label={t('settings.attemptsList')}>
          {data?.map(({ at, seq, petId, event, status, failure, durationMs, response }) => (
            <li key={`${at} ${seq} ${event}`} className={settingsStyles.settingsRow} data-stacked>
              <strong>{petId === null ? name : (nameOf(petId) ?? titleOf(petId))}</strong>{' '}
              <span className={badgeStyles.badge}>{attemptName(event)}</span>
              <div className={status !== null && status < 300 ? 'small' : 'error'}>
                {describeAnswer({ status, failure })}
              </div>
              <div className="muted small">
                {t('settings.attemptTook', { when: formatMoment(at), duration: durationMs })}
              </div>
              {response !== null && response !== '' && (
                <pre className={`${settingsStyles.settingsResponse} small`}>{response}</pre>
              )}
            </li>
          ))}
        </ol>
      </div>
    </ModalDialog>
  );
}
