import type { Mail } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { formatList, formatMoment } from '../messages/format.ts';
import { requireSession } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { withLocalDigits } from '../stock/pet.ts';
import { Button } from '../ui/button.tsx';
import { ErrorText } from '../ui/message.tsx';
import { notify } from '../ui/notifications.tsx';
import settingsStyles from './settings.module.css';

/** Says when and to whom mail is sent, or that none is. */
function describeMail({ configured, at, to }: Mail): string {
  if (!configured || at === null) return t('settings.noMail');
  return t('settings.mailsEachDay', { at: withLocalDigits(at), to: formatList(to, 'unit') });
}

export function MailSection() {
  const [tests, setTests] = useState(0);
  const { data, error } = useLoaded((client, signal) => client.getMail({ signal }), [tests], {
    isRefreshed: true,
  });
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      const { lastError } = await requireSession().client.testMail();
      if (lastError === null) notify({ tone: 'success', text: t('settings.mailIsSent') });
      else notify({ tone: 'error', text: t('settings.mailFailed', { message: lastError }) });
    } catch (thrown) {
      notify({ tone: 'error', text: describeError(thrown, t('settings.notSent')) });
    } finally {
      setSending(false);
      setTests((count) => count + 1);
    }
  };
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="mail-heading">
      <div className={settingsStyles.settingsHeader}>
        <h3 id="mail-heading">{t('settings.mail')}</h3>
        {data?.configured && (
          <Button onPress={() => void send()} isPending={isSending}>
            {t(isSending ? 'settings.sendingMail' : 'settings.sendMailNow')}
          </Button>
        )}
      </div>
      <ErrorText>{error}</ErrorText>
      {data && <p className="muted">{describeMail(data)}</p>}
      {data?.configured && (
        <p className="muted small">
          {data.lastSentAt === null
            ? t('settings.noMailSent')
            : t('settings.mailLastSent', { when: formatMoment(data.lastSentAt) })}
        </p>
      )}
      {data?.configured && data.lastError !== null && (
        <p className="error">{t('settings.mailFailed', { message: data.lastError })}</p>
      )}
    </section>
  );
}
