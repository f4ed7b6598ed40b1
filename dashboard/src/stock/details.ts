import { barcodeKey } from '@pawstock/shared/barcode.ts';
import {
  type DetailField,
  type Details,
  type DetailsUpdate,
  detailsAfter,
  hasDetails,
  noDetails,
  sameDetails,
} from '@pawstock/shared/pet-details.ts';
import { loadShare, longCall } from '../api/long-call.ts';
import { t } from '../messages/first.ts';
import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';
import { holders, withLocalDigits } from './pet.ts';

/** The name, barcode and threshold for low stock of each pet that has any of these details. */
export const details = new Observable<ReadonlyMap<bigint, Details>>(new Map());

/** Whether any pet has a name. If not, the table has no column for names. */
export const hasNames = new Observable(false);

/** The fields that the search looks at, apart from the ID. */
export const searchedFields = new Observable<'none' | 'name' | 'barcode' | 'both'>('none');

export function setDetails(next: ReadonlyMap<bigint, Details>): void {
  const isUsed = (field: DetailField) => next.values().some((one) => one[field] !== null);
  const fields = (['name', 'barcode'] as const).filter(isUsed);
  holders.set(
    new Map(
      next
        .entries()
        .flatMap(([petId, { barcode }]) =>
          barcode === null ? [] : [[barcodeKey(barcode), petId]],
        ),
    ),
  );
  details.set(next);
  hasNames.set(fields.includes('name'));
  searchedFields.set(fields.length > 1 ? 'both' : (fields[0] ?? 'none'));
}

let isLoaded = false;

/** Whether this page knows the details of all pets. Until then, a barcode may look unknown. */
export function areDetailsLoaded(): boolean {
  return isLoaded;
}

export function detailsOf(petId: bigint): Details {
  return details.value.get(petId) ?? noDetails;
}

export function nameOf(petId: bigint): string | undefined {
  return detailsOf(petId).name ?? undefined;
}

/**
 * A label such as "pet 12 (Rex)", or "pet 12" without a name. No line break separates "pet" and the
 * ID.
 */
export function labelOf(petId: bigint): string {
  const [id, name] = [withLocalDigits(String(petId)), nameOf(petId)];
  return name === undefined ? t('stock.pet', { id }) : t('stock.namedPet', { id, name });
}

/** The label of a pet at the start of a sentence, such as "Pet 12 (Rex)". */
export function titleOf(petId: bigint): string {
  const [id, name] = [withLocalDigits(String(petId)), nameOf(petId)];
  return name === undefined
    ? t('stock.petAtStart', { id })
    : t('stock.namedPetAtStart', { id, name });
}

const quietMs = 2_000;
const staleMinMs = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let loadedAtMs = 0;
let staleMs = staleMinMs;

/**
 * Loads the details of all pets now, when the network is back, and about every minute while the
 * page is visible, as the event stream contains no details. The browser sends the ETag of its
 * cached list, so an unchanged one is not sent again.
 */
export function followDetails(signal: AbortSignal): void {
  isLoaded = false;
  const load = () => void loadDetails(signal);
  const loadIfStale = () => {
    if (document.visibilityState === 'visible' && Date.now() - loadedAtMs > staleMs) load();
  };
  load();
  const interval = setInterval(loadIfStale, staleMinMs / 2);
  document.addEventListener('visibilitychange', loadIfStale, { signal });
  window.addEventListener('online', load, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    clearInterval(interval);
  });
}

/** Loads the details of all pets soon, and only once if there are several calls in a row. */
export function refreshDetailsSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void loadDetails(), quietMs);
}

/**
 * Details are not essential: if they cannot be loaded, the dashboard goes on with the earlier ones.
 */
export async function loadDetails(signal?: AbortSignal): Promise<void> {
  loadedAtMs = Date.now();
  const before = details.value;
  try {
    const list = await requireSession().client.listDetails({}, { signal, ...longCall });
    const loaded = new Map(list.details.map((one) => [one.petId, one]));
    isLoaded = true;
    staleMs = Math.max(staleMinMs, (Date.now() - loadedAtMs) / loadShare);
    const isSame =
      loaded.size === details.value.size &&
      loaded.entries().every(([petId, one]) => sameDetails(one, detailsOf(petId)));
    // The list may lack details that were shown after it was requested.
    if (!isSame && details.value !== before) return refreshDetailsSoon();
    if (!isSame && signal?.aborted !== true) setDetails(loaded);
  } catch {
    loadedAtMs = 0;
  }
}

/** Shows the details that this device keeps. They stay until the service can be reached. */
export function showKeptDetails(kept: ReadonlyMap<bigint, Details>): void {
  isLoaded = true;
  setDetails(kept);
}

export function showDetails(
  stored: readonly (readonly [petId: bigint, update: DetailsUpdate])[],
): void {
  const changed = new Map(details.value);
  for (const [petId, update] of stored) {
    const after = detailsAfter(changed.get(petId) ?? noDetails, update);
    if (hasDetails(after)) changed.set(petId, after);
    else changed.delete(petId);
  }
  setDetails(changed);
}
