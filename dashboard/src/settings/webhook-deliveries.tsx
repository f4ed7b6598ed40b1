import { useState } from 'react';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { nameOf, titleOf } from '../stock/details.ts';
import badgeStyles from '../ui/badge.module.css';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { describeAnswer } from './describe-answer.ts';
import settingsStyles from './settings.module.css';

const attemptNames = { changed: 'Changed', low: 'Low stock', out: 'Sold out', test: 'Test' } as const;

type NamedProps = { readonly name: string; readonly onClose: () => void };

export function ReplayDialog({ name, onClose, onDone }: NamedProps & { readonly onDone: () => void }) {
  const [since, setSince] = useState('');
  const send = async () => {
    const { replay } = await requireSession().client.replayWebhook(name, { since: new Date(since) });
    onDone();
    return replay === null ? 'There is nothing to send again.' : `${name} gets everything since then again.`;
  };
  return (
    <FormDialog
      title={`Send again to ${name}`}
      onClose={onClose}
      submit={['Send again', 'Asking…']}
      failure="Not sent"
      onSubmit={since === '' ? undefined : send}
    >
      <p>Everything since then is sent again, in order. New changes go first.</p>
      <TextInput label="Since" type="datetime-local" value={since} onChange={setSince} />
    </FormDialog>
  );
}

export function AttemptsDialog({ name, onClose }: NamedProps) {
  const { data, error } = useLoaded((client) => client.listWebhookAttempts(name), [name], { isRefreshed: true });
  return (
    <ModalDialog title={`Attempts of ${name}`} onClose={onClose} shape="wide">
      <div className="stack">
        <ErrorText>{error}</ErrorText>
        {data?.length === 0 && <p className="muted">Nothing has been sent yet.</p>}
        <ol className={settingsStyles.settingsList} aria-label="Attempts, newest first">
          {data?.map(({ at, seq, petId, event, status, error: fault, durationMs, response }) => (
            <li key={`${at} ${seq} ${event}`} className={settingsStyles.settingsRow} data-stacked>
              <div>
                <strong>{petId === null ? name : (nameOf(petId) ?? titleOf(petId))}</strong>{' '}
                <span className={badgeStyles.badge}>{attemptNames[event]}</span>
                <div className={status !== null && status < 300 ? 'small' : 'error'}>
                  {describeAnswer(String(status ?? fault))}
                </div>
                <div className="muted small">
                  {formatMoment(at)} · {formatNumber(durationMs)} ms
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
