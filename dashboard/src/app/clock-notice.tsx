import type { PawstockClient } from 'pawstock-client/client.ts';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { setShopTimeZone, shopTimeZone } from '../state/time-zone.ts';
import { connection } from '../stock/live-updates.ts';
import { Message } from '../ui/message.tsx';
import styles from './clock-notice.module.css';

const toleranceMs = 60_000;

/**
 * Returns the time of the newest ledger entry, if that time is over a minute ahead of the service's
 * clock.
 */
async function readClock(client: PawstockClient): Promise<Date | undefined> {
  // A report contains the shop's time zone. Only the zone is needed, so the report spans a single
  // millisecond.
  const shortest = { since: new Date(0), until: new Date(1) };
  if (shopTimeZone.value === undefined)
    setShopTimeZone((await client.getReport(shortest)).timeZone);
  const { headers } = await fetch('healthz', { cache: 'no-store' });
  const [latest] = (await client.listInventoryHistory({ limit: 1 })).entries;
  const serviceMs = Date.parse(headers.get('date') ?? '');
  return latest !== undefined && latest.at.getTime() > serviceMs + toleranceMs
    ? latest.at
    : undefined;
}

/**
 * Warns that the newest change has a future time. Until then, the service gives every change of a
 * pet that time.
 */
export function ClockNotice() {
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
