import { useState } from 'react';
import { usePermissions } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { formatMoment } from '../ui/format.ts';
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
      <ScreenHeader title="Settings" />
      {isOwner ? (
        <>
          <KeysSection onChange={onChange} />
          <WebhooksSection onChange={onChange} />
          <BackupsSection />
          <ActionsSection key={changes} />
        </>
      ) : (
        <p className="muted">Settings are for owners. Sign in with the key of one.</p>
      )}
    </div>
  );
}

const verbs: Readonly<Record<string, string>> = {
  'key.create': 'created the key',
  'key.revoke': 'revoked the key',
  'key.rotate': 'rotated the key',
  'webhook.add': 'added the webhook',
  'webhook.update': 'changed the webhook',
  'webhook.rotate': 'rotated the webhook',
  'webhook.replay': 'sent again to the webhook',
  'webhook.remove': 'removed the webhook',
};

function ActionsSection() {
  const { data = [], error } = useLoaded((client) => client.listActions({ limit: 50 }), [], { isRefreshed: true });
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="actions-heading">
      <h3 id="actions-heading">What was done</h3>
      <ErrorText>{error}</ErrorText>
      <ol className={settingsStyles.settingsList} aria-label="Actions, newest first">
        {data.map(({ at, action, name, key }) => (
          <li key={`${at.getTime()} ${action} ${name}`} className={settingsStyles.settingsRow}>
            <span>
              {key === 'setup-link' ? 'The link of the first start' : (key ?? 'A command')} {verbs[action] ?? action}{' '}
              <strong>{name}</strong>
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
