import type { Backups } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/all.ts';
import { formatDuration, formatMoment, formatSize } from '../messages/format.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { ErrorText } from '../ui/message.tsx';
import settingsStyles from './settings.module.css';

const shownMax = 5;

/** Says how often and where backups are made, or that there are none. */
export function describeBackups({ folder, every, keep }: Backups): string {
  if (folder === null || every === null || keep === null) return t('settings.noBackups');
  return t('settings.backupsMade', { every: formatDuration(every), folder, keep });
}

export function BackupsSection() {
  const { data, error } = useLoaded((client, signal) => client.listBackups({ signal }), [], {
    isRefreshed: true,
  });
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="backups-heading">
      <h3 id="backups-heading">{t('settings.backups')}</h3>
      <ErrorText>{error}</ErrorText>
      {data && <p className="muted">{describeBackups(data)}</p>}
      {data?.failure && (
        <p className="error">
          {t('settings.backupFailed', {
            when: formatMoment(data.failure.at),
            message: data.failure.message,
          })}
        </p>
      )}
      <ul className={settingsStyles.settingsList} aria-label={t('settings.backupsList')}>
        {data?.backups.slice(0, shownMax).map(({ name, at, bytes }) => (
          <li key={name} className={settingsStyles.settingsRow}>
            <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
            <span className="muted small">
              {t('settings.backupChecked', { size: formatSize(bytes) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
