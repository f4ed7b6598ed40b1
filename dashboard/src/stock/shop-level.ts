import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/first.ts';
import { requireSession } from '../session/session.ts';
import { reconnections } from '../state/reconnections.ts';
import { lowThreshold } from '../state/storage.ts';
import { notify } from '../ui/notifications.tsx';

const intervalMs = 60_000;
/** How long a typed level must stand before it is stored: "12" must not store 1 first. */
const typingMs = 800;

/** Loads the level at which the shop calls stock low, now and about every minute. */
export function followShopLevel(signal: AbortSignal): void {
  const load = () => {
    if (document.visibilityState === 'visible') void loadLevel(signal);
  };
  load();
  const timer = setInterval(load, intervalMs);
  const unsubscribe = reconnections.subscribe(load);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    unsubscribe();
  });
}

async function loadLevel(signal?: AbortSignal): Promise<void> {
  if (typing !== undefined) return;
  try {
    const { lowAt } = await requireSession().client.getShop({ signal });
    if (signal?.aborted !== true && typing === undefined) lowThreshold.set(lowAt);
  } catch {
    // The last known level stays until it can be loaded again.
  }
}

let typing: ReturnType<typeof setTimeout> | undefined;

/** Shows a typed level at once, and stores it for the whole shop once the owner stops typing. */
export function typeShopLevel(lowAt: number): void {
  lowThreshold.set(lowAt);
  clearTimeout(typing);
  typing = setTimeout(async () => {
    typing = undefined;
    try {
      await requireSession().client.updateShop({ lowAt });
    } catch (error) {
      notify({ tone: 'error', text: describeError(error, t('error.notSaved')) });
      await loadLevel();
    }
  }, typingMs);
}
