import { t } from '../messages/first.ts';
import { useObservable } from '../state/observable.ts';
import { browserTimeZone, shopTimeZone } from '../state/time-zone.ts';

/** Says that days and times are the shop's, if this browser has others. */
export function TimeZoneNote() {
  const zone = useObservable(shopTimeZone) ?? browserTimeZone;
  return timesIn(zone) === timesIn(browserTimeZone) ? undefined : (
    <p className="muted small">{t('session.shopTimes', { zone: zone.replaceAll('_', ' ') })}</p>
  );
}

/** The clocks in January and July, which tell time zones apart: a time zone can have several names. */
function timesIn(timeZone: string): string {
  const year = new Date().getUTCFullYear();
  return [0, 6].map((month) => new Date(Date.UTC(year, month)).toLocaleString('en-GB', { timeZone })).join();
}
