import { useState } from 'react';
import type { PawstockClient } from '../../../client/client.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import badgeStyles from '../ui/badge.module.css';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { ErrorText } from '../ui/message.tsx';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import settingsStyles from './settings.module.css';
import { eventNames } from './webhook-form.tsx';

type NamedProps = { readonly name: string | undefined; readonly onClose: () => void };

export function ReplayDialog({ name, onClose, onDone }: NamedProps & { readonly onDone: () => void }) {
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
      <TextInput label="Since" type="datetime-local" value={since} onChange={setSince} />
    </FormDialog>
  );
}

export function AttemptsDialog({ name, onClose }: NamedProps) {
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
  const { data, error } = useLoaded(load, { isRefreshed: true });
  return (
    <div className="stack">
      <ErrorText>{error}</ErrorText>
      {data?.length === 0 && <p className="muted">Nothing has been sent yet.</p>}
      <ol className={settingsStyles.settingsList} aria-label="Attempts, newest first">
        {data?.map(({ at, seq, event, status, error: fault, durationMs, response }) => (
          <li key={`${at} ${seq} ${event}`} className={settingsStyles.settingsRow} data-stacked>
            <div>
              <span
                className={`${badgeStyles.badge} ${settingsStyles.stateBadge}`}
                data-state={status !== null && status < 300 ? 'active' : 'failing'}
              >
                {status ?? fault}
              </span>{' '}
              {eventNames[event]}, change {formatNumber(seq)}
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
  );
}
