import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import { Observable } from '../observable.ts';

export type Notice = {
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
};

const shownMs = 10_000;

/** What has just happened, at the edge of the screen. A toast waits while it is looked at. */
export const toasts = new ToastQueue<Notice>({ maxVisibleToasts: 3 });

let lastGood: string | undefined;

/** Good news replaces good news, so that whoever changes many pets still sees them. Bad news stays. */
export function notify(notice: Notice): string {
  if (lastGood !== undefined) toasts.close(lastGood);
  const toast = toasts.add(notice, { timeout: shownMs });
  lastGood = notice.tone === 'good' ? toast : undefined;
  return toast;
}

/** For screen readers alone. */
export const spoken = new Observable('');

export function announce(text: string): void {
  // Said again even if it is the same as before.
  spoken.set(spoken.value === text ? `${text}\u00a0` : text);
}
