import { requireSession } from '../session/session.ts';
import { connection } from '../stock/live-updates.ts';

const probeTimeoutMs = 2_000;

/**
 * Whether the service answers. While the event stream is interrupted, one short request finds out: a
 * proxy may let requests pass, but no streams.
 */
export async function isReachable(): Promise<boolean> {
  if (connection.value.state === 'live') return true;
  if (!navigator.onLine) return false;
  try {
    await requireSession().client.getCurrentKey({ timeoutMs: probeTimeoutMs, retries: 0 });
    return true;
  } catch {
    return false;
  }
}
