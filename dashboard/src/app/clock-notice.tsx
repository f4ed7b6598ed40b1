import type { PawstockClient } from '../../../client/client.ts';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { setShopTimeZone, shopTimeZone } from '../state/time-zone.ts';
import { connection } from '../stock/live-updates.ts';
import { Message } from '../ui/message.tsx';
import styles from './clock-notice.module.css';

const toleranceMs = 60_000;

/** Returns the time of the newest change if the service's clock has not reached that time yet. */
async function readClock(client: PawstockClient): Promise<Date | undefined> {
  // The shop's time zone comes with any report. This one covers a single millisecond, so the service makes it fast.
  const shortest = { since: new Date(0), until: new Date(1) };
  if (shopTimeZone.value === undefined) setShopTimeZone((await client.getReport(shortest)).timeZone);
  const { headers } = await fetch('/healthz', { cache: 'no-store' });
  const [latest] = (await client.listInventoryHistory({ limit: 1 })).entries;
  const serviceMs = Date.parse(headers.get('date') ?? '');
  return latest !== undefined && latest.at.getTime() > serviceMs + toleranceMs ? latest.at : undefined;
}

/** Warns that the service's clock was ahead. Until the real time catches up, every change gets the same future time. */
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
