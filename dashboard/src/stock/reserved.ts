import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

/** How many units of each pet are reserved. Pets without reservations are not in this map. */
export const reserved = new Observable<ReadonlyMap<bigint, number>>(new Map());

const intervalMs = 15_000;

/**
 * Loads the reserved units every few seconds while the page is visible: there are no events about
 * reservations.
 */
export function followReserved(signal: AbortSignal): void {
  const load = () => {
    if (document.visibilityState === 'visible') void loadReserved(signal);
  };
  load();
  const timer = setInterval(load, intervalMs);
  document.addEventListener('visibilitychange', load, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}

export async function loadReserved(signal?: AbortSignal): Promise<void> {
  try {
    const { reserved: rows } = await requireSession().client.listReserved({}, { signal });
    const known = reserved.value;
    const isSame =
      rows.length === known.size && rows.every((row) => known.get(row.petId) === row.reserved);
    if (!isSame && !signal?.aborted)
      reserved.set(new Map(rows.map((row) => [row.petId, row.reserved])));
  } catch {
    // Loading has failed, so the earlier numbers of reserved units stay until the next interval.
  }
}
