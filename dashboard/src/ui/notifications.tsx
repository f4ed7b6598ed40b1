import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { t } from '../messages/first.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './notifications.module.css';

export type Notification = {
  readonly text: string;
  readonly tone: 'success' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
};

const timeoutMs = 10_000;

const visibleMax = 3;

/**
 * React Aria pauses the time-out of a toast while the pointer or the focus is on it, and while
 * newer toasts hide it. So each change can be undone for the whole time.
 */
const queue = new ToastQueue<Notification>({ maxVisibleToasts: visibleMax });

let lastSuccess: string | undefined;

/**
 * Shows a toast. It replaces the last toast if that was a success without an action, and any toast
 * with the same text.
 */
export function notify(notification: Notification): void {
  const same = queue.visibleToasts.find(({ content }) => content.text === notification.text);
  if (same !== undefined) queue.close(same.key);
  if (lastSuccess !== undefined) queue.close(lastSuccess);
  const key = queue.add(notification, { timeout: timeoutMs });
  const isReplaceable = notification.tone === 'success' && notification.action === undefined;
  lastSuccess = isReplaceable ? key : undefined;
}

/**
 * Closes all toasts. After a sign-out, an Undo among them would run with the next user's API key.
 */
export const closeToasts = () => queue.clear();

/** Copies a text to the clipboard, and tells the user whether that has worked. */
export async function copyText(text: string, copied: string, notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'success', text: copied });
  } catch {
    notify({ tone: 'error', text: notCopied });
  }
}

/** Sets a CSS variable to the height of all toasts, so that pages can leave space for them. */
function reserveRoom(region: HTMLElement | null): (() => void) | undefined {
  if (region === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--toasts', `${region.offsetHeight}px`),
  );
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts');
  };
}

export function Toasts() {
  return (
    <ToastRegion
      ref={reserveRoom}
      queue={queue}
      className={styles.toasts}
      data-toasts
      aria-label={t('ui.notifications')}
    >
      {({ toast }) => {
        const { text, tone, action } = toast.content;
        const act = () => {
          queue.close(toast.key);
          action?.run();
        };
        return (
          <Toast toast={toast} className={styles.toast} data-tone={tone}>
            <Icon name={tone === 'success' ? 'check' : 'warning'} />
            <ToastContent className={styles.toastText}>
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action !== undefined && <Button onPress={act}>{action.label}</Button>}
            <Button icon="close" slot="close" data-plain aria-label={t('ui.dismiss')} />
          </Toast>
        );
      }}
    </ToastRegion>
  );
}

const announcement = new Observable('');

/** Announces to screen readers what sighted users see on the screen anyway. */
export function LiveRegion() {
  return (
    <div role="status" className="visually-hidden">
      {useObservable(announcement)}
    </div>
  );
}

export function announce(text: string): void {
  // An added space makes screen readers repeat an announcement that has not changed.
  announcement.set(announcement.value === text ? `${text}\u00a0` : text);
}
