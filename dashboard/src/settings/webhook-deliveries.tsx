import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { nameOf, titleOf } from '../stock/details.ts';
import badgeStyles from '../ui/badge.module.css';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { describeAnswer } from './describe-answer.ts';
import settingsStyles from './settings.module.css';
import { eventNames } from './webhook-form.tsx';

const attemptNames = { ...eventNames, changed: t('settings.changed'), test: t('settings.aTest') };

type NamedProps = { readonly name: string; readonly onClose: () => void };

export function ReplayDialog({ name, onClose, onDone }: NamedProps & { readonly onDone: () => void }) {
  const [since, setSince] = useState('');
  const send = async () => {
    const { replay } = await requireSession().client.replayWebhook(name, { since: new Date(since) });
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
      <TextInput label={t('settings.since')} type="datetime-local" value={since} onChange={setSince} />
    </FormDialog>
  );
}

export function AttemptsDialog({ name, onClose }: NamedProps) {
  const { data, error } = useLoaded((client) => client.listWebhookAttempts(name), [name], { isRefreshed: true });
  return (
    <ModalDialog title={t('settings.attemptsOf', { name })} onClose={onClose} shape="wide">
      <div className="stack">
        <ErrorText>{error}</ErrorText>
        {data?.length === 0 && <p className="muted">{t('settings.noAttempts')}</p>}
        <ol className={settingsStyles.settingsList} aria-label={t('settings.attemptsList')}>
          {data?.map(({ at, seq, petId, event, status, error: fault, durationMs, response }) => (
            <li key={`${at} ${seq} ${event}`} className={settingsStyles.settingsRow} data-stacked>
              <div>
                <strong>{petId === null ? name : (nameOf(petId) ?? titleOf(petId))}</strong>{' '}
                <span className={badgeStyles.badge}>{attemptNames[event]}</span>
                <div className={status !== null && status < 300 ? 'small' : 'error'}>
                  {describeAnswer(String(status ?? fault))}
                </div>
                <div className="muted small">
                  {t('settings.attemptTook', { when: formatMoment(at), duration: durationMs })}
                </div>
                {response !== null && response !== '' && (
                  <pre className={`${settingsStyles.settingsResponse} small`}>{response}</pre>
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </ModalDialog>
  );
}
