import { t } from '../messages/first.ts';
import { useObservable } from '../state/observable.ts';
import { browserTimeZone, shopTimeZone } from '../state/time-zone.ts';

/**
 * A note that days and times are the shop's, if the shop and this browser are in different time
 * zones.
 */
export function TimeZoneNote() {
  const zone = useObservable(shopTimeZone) ?? browserTimeZone;
  return timesIn(zone) === timesIn(browserTimeZone) ? undefined : (
    <p className="muted small">{t('session.shopTimes', { zone: zone.replaceAll('_', ' ') })}</p>
  );
}

/**
 * The local times in January and July. They tell time zones apart better than names: a zone can
 * have several names.
 */
function timesIn(timeZone: string): string {
  const year = new Date().getUTCFullYear();
  return [0, 6]
    .map((month) => new Date(Date.UTC(year, month)).toLocaleString('en-GB', { timeZone }))
    .join();
}
