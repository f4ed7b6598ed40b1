import type { PawstockClient } from '../../../client/client.ts';
import { session } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

/** How many are reserved of the pets that have any reserved. */
export const reserved = new Observable<ReadonlyMap<bigint, number>>(new Map());

const intervalMs = 15_000;

/** Loads them every now and then while the page is seen: the event stream has none, and they end by themselves. */
export function followReserved(client: PawstockClient, signal: AbortSignal): void {
  const load = () => {
    if (document.visibilityState === 'visible') void loadReserved(client, signal);
  };
  load();
  const timer = setInterval(load, intervalMs);
  document.addEventListener('visibilitychange', load, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** If they cannot be loaded, those that are known stay. */
export async function loadReserved(client?: PawstockClient, signal?: AbortSignal): Promise<void> {
  const from = client ?? (session.value.kind === 'signed-in' ? session.value.client : undefined);
  const rows = await from?.listReserved({ signal }).catch(() => undefined);
  if (rows === undefined || signal?.aborted) return;
  const known = reserved.value;
  const isSame = rows.length === known.size && rows.every((row) => known.get(row.petId) === row.reserved);
  if (!isSame) reserved.set(new Map(rows.map((row) => [row.petId, row.reserved])));
}
