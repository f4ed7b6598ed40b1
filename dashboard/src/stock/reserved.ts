import type { PawstockClient } from '../../../client/client.ts';
import { session } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

/** How many units of each pet are reserved. Pets without reservations are not in the map. */
export const reserved = new Observable<ReadonlyMap<bigint, number>>(new Map());

const intervalMs = 15_000;

/** Loads the reserved units regularly while the page is visible: they expire, and the event stream does not have them. */
export function followReserved(client: PawstockClient, signal: AbortSignal): void {
  const load = () => {
    if (document.visibilityState === 'visible') void loadReserved(client, signal);
  };
  load();
  const timer = setInterval(load, intervalMs);
  document.addEventListener('visibilitychange', load, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Keeps the known numbers if loading fails. */
export async function loadReserved(client?: PawstockClient, signal?: AbortSignal): Promise<void> {
  const from = client ?? (session.value.kind === 'signed-in' ? session.value.client : undefined);
  const rows = await from?.listReserved({ signal }).catch(() => undefined);
  if (rows === undefined || signal?.aborted) return;
  const known = reserved.value;
  const isSame = rows.length === known.size && rows.every((row) => known.get(row.petId) === row.reserved);
  if (!isSame) reserved.set(new Map(rows.map((row) => [row.petId, row.reserved])));
}
