import type { PawstockClient } from '../../../client/client.ts';
import { isPetName } from '../../../src/domain/pet-details.ts';
import { limits } from '../../../src/limits.ts';
import { requireSession, session } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

/** The names of pets, for the whole dashboard. Empty where pets have none. */
export const names = new Observable<ReadonlyMap<bigint, string>>(new Map());

export function nameOf(petId: bigint): string | undefined {
  return names.value.get(petId);
}

/** "pet 12 (Rex)", or "pet 12" if it has no name. A line never ends between "pet" and the ID. */
export function labelOf(petId: bigint): string {
  const name = nameOf(petId);
  return name === undefined ? `pet\u00a0${petId}` : `pet\u00a0${petId} (${name})`;
}

/** The label at the start of a sentence. */
export function titleOf(petId: bigint): string {
  return `P${labelOf(petId).slice(1)}`;
}

const quietMs = 2_000;
const staleMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let loadedAtMs = 0;

/**
 * Loads the names, and again when the user comes back to the tab: the event stream has none. The browser sends the ETag
 * of its cached list, so names that have not changed are not sent again.
 */
export function followNames(client: PawstockClient, signal: AbortSignal): void {
  const load = () => void loadNames(client, signal);
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - loadedAtMs > staleMs) load();
  };
  load();
  document.addEventListener('visibilitychange', onReturn, { signal });
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('online', load, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Loads the names once nothing has called this for a moment. */
export function refreshNamesSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (session.value.kind === 'signed-in') void loadNames(session.value.client);
  }, quietMs);
}

/** Names are a convenience: if they cannot be loaded, the dashboard goes on with those it has. */
async function loadNames(client: PawstockClient, signal?: AbortSignal): Promise<void> {
  loadedAtMs = Date.now();
  try {
    const details = await client.listDetails({ signal });
    const loaded = new Map(details.flatMap(({ petId, name }) => (name === null ? [] : [[petId, name] as const])));
    const isSame =
      loaded.size === names.value.size && loaded.entries().every(([petId, name]) => names.value.get(petId) === name);
    if (!isSame && signal?.aborted !== true) names.set(loaded);
  } catch {
    loadedAtMs = 0;
  }
}

/** As it is stored, or undefined if it cannot be a name. */
export function parseName(text: string): string | undefined {
  const name = text.trim().replaceAll(/\s+/g, ' ');
  return isPetName(name) ? name : undefined;
}

/** An empty name is none. */
export function nameError(text: string): string | undefined {
  if (text.trim() === '' || parseName(text) !== undefined) return undefined;
  return `Enter at most ${limits.petNameCharactersMax} characters.`;
}

/** An undefined name removes the one there is. */
export async function saveName(petId: bigint, name: string | undefined): Promise<void> {
  const { client } = requireSession();
  if (name !== names.value.get(petId)) await client.updateDetails(petId, { name: name ?? null });
  showNames([[petId, name]]);
}

/** Shows names that have just been stored; undefined for one that has been removed. */
export function showNames(stored: readonly (readonly [petId: bigint, name: string | undefined])[]): void {
  const changed = new Map(names.value);
  for (const [petId, name] of stored) {
    if (name === undefined) changed.delete(petId);
    else changed.set(petId, name);
  }
  names.set(changed);
}
