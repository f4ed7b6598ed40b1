import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { requireSession, signIn, usePermissions } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { ErrorText } from '../ui/message.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { BackupsSection } from './backups-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { MailSection } from './mail-section.tsx';
import { SecretDialog, type Shown } from './secret-view.tsx';
import settingsStyles from './settings.module.css';
import { WebhooksSection } from './webhooks-section.tsx';

export function SettingsScreen() {
  const { isOwner } = usePermissions();
  const [changes, setChanges] = useState(0);
  const [shown, setShown] = useState<Shown>();
  const onDone = (secret?: Shown) => {
    // A new key's or webhook's secret stays on the screen until the user closes it, even if a
    // webhook test ends later.
    if (secret !== undefined) setShown(secret);
    setChanges((count) => count + 1);
  };
  const closeSecret = () => {
    // If the user has rotated this tab's own key, the tab signs in with the new secret, because the
    // old one ends soon.
    const isOwn = shown?.kind === 'key' && shown.name === requireSession().key.name;
    if (isOwn && shown.secret !== null) void signIn(shown.secret);
    setShown(undefined);
  };
  return (
    <div>
      <ScreenHeader title={t('settings.title')} />
      {isOwner ? (
        <>
          <KeysSection changes={changes} onDone={onDone} />
          <WebhooksSection changes={changes} onDone={onDone} />
          <MailSection />
          <BackupsSection />
          <ActionsSection changes={changes} />
          {shown !== undefined && <SecretDialog shown={shown} onClose={closeSecret} />}
        </>
      ) : (
        <p className="muted">{t('settings.forOwners')}</p>
      )}
    </div>
  );
}

function ActionsSection({ changes }: { readonly changes: number }) {
  const limit = 50;
  const { data = [], error } = useLoaded((client) => client.listActions({ limit }), [changes], {
    isRefreshed: true,
  });
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="actions-heading">
      <h3 id="actions-heading">{t('settings.actions')}</h3>
      <ErrorText>{error}</ErrorText>
      <ol className={settingsStyles.settingsList} aria-label={t('settings.actionsList')}>
        {data.map(({ at, action, name, key }) => (
          <li key={`${at.getTime()} ${action} ${name}`} className={settingsStyles.settingsRow}>
            <span>
              {withTags(
                t('settings.action', {
                  action: action.replace('.', '_'),
                  who: whoIs(key),
                  name: name ?? '',
                }),
              )}
            </span>
            <time className="muted small" dateTime={at.toISOString()}>
              {formatMoment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function whoIs(key: string | null): string {
  return key === 'setup-link' ? t('settings.bySetupLink') : (key ?? t('settings.byCommand'));
}
