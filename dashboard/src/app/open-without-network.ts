import { startOutbox } from '../device/outbox.ts';
import { registerWorker } from '../device/worker.ts';
import { keepStock } from '../stock/kept-stock.ts';
import { connection } from '../stock/live-updates.ts';
import { startSender } from '../waiting/sender.ts';

let startedFor: AbortSignal | undefined;

let hasWaiting = false;

/** Shows what waits on this device, and sends it when the service can be reached. */
function startWaiting(): void {
  if (hasWaiting) return;
  hasWaiting = true;
  startOutbox()
    .then(startSender)
    .catch(() => {
      hasWaiting = false;
    });
}

/**
 * Keeps on this device what the dashboard needs to open without a network: its files and the stock.
 * People whom the device knows sign in with their PIN.
 */
export function openWithoutNetwork(signal: AbortSignal): void {
  if (signal.aborted || startedFor === signal) return;
  startedFor = signal;
  keepStock(signal);
  startWaiting();
  const keep = async () => {
    if (connection.value.state !== 'live') return;
    await registerWorker();
  };
  const keepIfPossible = () => {
    // A browser that forbids storage, or has no room left, shows the dashboard while online.
    keep().catch(() => undefined);
  };
  keepIfPossible();
  signal.addEventListener('abort', connection.subscribe(keepIfPossible));
}
