import type { PawstockClient } from '../../../client/client.ts';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { useShopTimeZone } from '../session/time-zone-note.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { connection } from '../stock/live-updates.ts';
import { Message } from '../ui/message.tsx';
import styles from './clock-notice.module.css';

const toleranceMs = 60_000;

async function readClock(client: PawstockClient): Promise<Date | undefined> {
  const { headers } = await fetch('/healthz', { cache: 'no-store' });
  const [latest] = (await client.listInventoryHistory({ limit: 1 })).entries;
  const serviceMs = Date.parse(headers.get('date') ?? '');
  return latest !== undefined && latest.at.getTime() > serviceMs + toleranceMs ? latest.at : undefined;
}

/**
 * Asks what time it is in the shop. Warns that the service's clock was ahead once: until the real time has caught up, all
 * changes get that later time.
 */
export function ClockNotice() {
  useShopTimeZone();
  const { state } = useObservable(connection);
  const { data: until } = useLoaded(state === 'live' ? readClock : undefined, [state]);
  if (until === undefined) return null;
  return (
    <div className={styles.clockNotice}>
      <Message tone="warning" role="alert">
        {t('dialog.clockAhead', { until: formatDateTime(until) })}
      </Message>
    </div>
  );
}
