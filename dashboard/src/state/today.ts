import { dateText } from './days.ts';
import { Observable } from './observable.ts';
import { shopTimeZone } from './time-zone.ts';

const checkMs = 15_000;

/** The current day in the shop's time zone. It changes at midnight there, without a reload. */
export const today = new Observable(dateText(new Date()));

/** Watches the clock while the page is open. */
export function followToday(): void {
  const check = () => today.set(dateText(new Date()));
  setInterval(check, checkMs);
  document.addEventListener('visibilitychange', check);
  shopTimeZone.subscribe(check);
}
