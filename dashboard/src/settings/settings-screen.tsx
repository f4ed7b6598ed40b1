import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { usePermissions } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { ErrorText } from '../ui/message.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { BackupsSection } from './backups-section.tsx';
import { KeysSection } from './keys-section.tsx';
import settingsStyles from './settings.module.css';
import { WebhooksSection } from './webhooks-section.tsx';

export function SettingsScreen() {
  const { isOwner } = usePermissions();
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  return (
    <div className="settings">
      <ScreenHeader title={t('settings.title')} />
      {isOwner ? (
        <>
          <KeysSection onChange={onChange} />
          <WebhooksSection onChange={onChange} />
          <BackupsSection />
          <ActionsSection key={changes} />
        </>
      ) : (
        <p className="muted">{t('settings.forOwners')}</p>
      )}
    </div>
  );
}

function ActionsSection() {
  const { data = [], error } = useLoaded((client) => client.listActions({ limit: 50 }), [], { isRefreshed: true });
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="actions-heading">
      <h3 id="actions-heading">{t('settings.actions')}</h3>
      <ErrorText>{error}</ErrorText>
      <ol className={settingsStyles.settingsList} aria-label={t('settings.actionsList')}>
        {data.map(({ at, action, name, key }) => (
          <li key={`${at.getTime()} ${action} ${name}`} className={settingsStyles.settingsRow}>
            <span>{withTags(t('settings.action', { action: action.replace('.', '_'), who: whoIs(key), name }))}</span>
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
