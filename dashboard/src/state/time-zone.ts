import { Observable } from './observable.ts';

export const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The shop's time zone; undefined until the first report from the service, which contains it. */
export const shopTimeZone = new Observable<string | undefined>(undefined);

/** The time zone of all days and times on the screen: the browser's until the shop's is known. */
export function timeZone(): string {
  return shopTimeZone.value ?? browserTimeZone;
}

export function setShopTimeZone(next: string): void {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: next });
    shopTimeZone.set(next);
  } catch {
    // This browser does not know the shop's time zone, so the dashboard keeps the time zone that it
    // has used so far.
  }
}
