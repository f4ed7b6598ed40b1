import { apiUrl } from '../state/api-url.ts';
import { canKeep } from './database.ts';

/**
 * Registers the service worker, which keeps the files of the dashboard on this device. It learns the
 * URL of the API from its own URL, so another API makes another worker.
 */
export async function registerWorker(): Promise<void> {
  if (!canKeep() || !('serviceWorker' in navigator)) return;
  const url = `service-worker.js?api=${encodeURIComponent(apiUrl())}`;
  await navigator.serviceWorker.register(url, { updateViaCache: 'none' });
}

/** Unregisters the service worker, and deletes the files that it keeps for this shop. */
export async function removeWorker(): Promise<void> {
  if (!canKeep() || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  for (const name of await caches.keys())
    if (name.startsWith(`pawstock ${apiUrl()} `)) await caches.delete(name);
}
