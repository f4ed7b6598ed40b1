import type { Backups } from '../../../client/inventory-types.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { formatDuration, formatMoment, formatSize } from '../ui/format.ts';
import { ErrorText } from '../ui/message.tsx';
import settingsStyles from './settings.module.css';

const shownMax = 5;

/** Says where backups go, or that there are none. */
export function describeBackups({ folder, every, keep }: Backups): string {
  if (folder === null || every === null)
    return 'Pawstock makes no backups of itself. The person who runs it can set BACKUP_FOLDER, or back up the database.';
  return `Pawstock makes a backup every ${formatDuration(every)} in ${folder} and keeps the last ${keep}.`;
}

export function BackupsSection() {
  const { data, error } = useLoaded((client, signal) => client.listBackups({ signal }), [], { isRefreshed: true });
  return (
    <section className={settingsStyles.settingsSection} aria-labelledby="backups-heading">
      <h3 id="backups-heading">Backups</h3>
      <ErrorText>{error}</ErrorText>
      {data !== undefined && (
        <>
          <p className="muted">{describeBackups(data)}</p>
          {data.failure !== null && (
            <p className="error">
              The last attempt failed at {formatMoment(data.failure.at)}: {data.failure.message} Pawstock tries again by
              itself. Tell the person who runs it.
            </p>
          )}
          <ul className={settingsStyles.settingsList} aria-label="Backups, newest first">
            {data.backups.slice(0, shownMax).map(({ name, at, bytes }) => (
              <li key={name} className={settingsStyles.settingsRow}>
                <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
                <span className="muted small">{formatSize(bytes)}, checked</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
