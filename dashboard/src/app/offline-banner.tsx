import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { useObservable } from '../state/observable.ts';
import { connection } from '../stock/live-updates.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './offline-banner.module.css';

/** Says that the service cannot be reached, and how old the shown stock is. */
export function OfflineBanner() {
  const { state, asOf } = useObservable(connection);
  const text =
    asOf === undefined
      ? t('offline.banner')
      : t('offline.bannerAsOf', { time: formatMoment(asOf) });
  return (
    <div role="status" className={styles.bannerSlot}>
      {state === 'offline' && (
        <p className={styles.banner}>
          <Icon name="offline" />
          <span>
            {withTags(text, {
              wide: (part) => <span className="wide-only">{part}</span>,
            })}
          </span>
        </p>
      )}
    </div>
  );
}
