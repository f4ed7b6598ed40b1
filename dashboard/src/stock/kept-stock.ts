import { asPetId, petStatuses } from '@pawstock/shared/item.ts';
import type { InventoryItem } from 'pawstock-client/inventory-types.ts';
import { canKeep, type KeptStock, openDatabase } from '../device/database.ts';
import { setShopTimeZone, shopTimeZone } from '../state/time-zone.ts';
import { details, showKeptDetails } from './details.ts';
import { connection, lastHeardAt } from './live-updates.ts';
import type { Pet } from './pet.ts';
import { reserved } from './reserved.ts';
import { loadStock, stock } from './store.ts';

/**
 * The last known stock on this device, so that the dashboard opens without a network and shows it
 * with its time.
 */

/** How long changes are collected before the stock is kept again. */
const collectMs = 10_000;

/** Keeps the stock on this device whenever it has changed, and when the page may be about to end. */
export function keepStock(signal: AbortSignal): void {
  if (!canKeep()) return;
  let keptChanges = -1;
  let keptAtMs = 0;
  const keep = () => {
    const { loaded, asOf } = connection.value;
    const at = asOf ?? lastHeardAt();
    const isNewer = stock.changes !== keptChanges || at.getTime() > keptAtMs;
    if (signal.aborted || loaded !== 'all' || !isNewer) return;
    keptChanges = stock.changes;
    keptAtMs = at.getTime();
    // Without room on the device, the stock is not kept, and all else works.
    putStock(at).catch(() => undefined);
  };
  keep();
  const timer = setInterval(keep, collectMs);
  const unsubscribe = connection.subscribe(keep);
  document.addEventListener('visibilitychange', keep, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    unsubscribe();
  });
}

async function putStock(at: Date): Promise<void> {
  const kept = keptFrom(stock.sorted, at);
  const database = await openDatabase();
  await database.put('stock', kept, 'last');
}

function keptFrom(pets: readonly Pet[], at: Date): KeptStock {
  const keptDetails = [...details.value].map(([petId, one]) => ({ ...one, petId }));
  return {
    at,
    petIds: BigInt64Array.from(pets, ({ id }) => id),
    quantities: Float64Array.from(pets, ({ quantity }) => quantity),
    statuses: Uint8Array.from(pets, ({ status }) => petStatuses.indexOf(status)),
    details: keptDetails,
    reserved: reserved.value,
    timeZone: shopTimeZone.value,
  };
}

/** Shows the stock that this device keeps, if any. Returns the time at which it was right. */
export async function showKeptStock(): Promise<Date | undefined> {
  if (!canKeep()) return undefined;
  const database = await openDatabase();
  const kept = await database.get('stock', 'last');
  if (kept === undefined || connection.value.loaded === 'all') return undefined;

  if (kept.timeZone !== undefined) setShopTimeZone(kept.timeZone);
  reserved.set(kept.reserved);
  showKeptDetails(new Map(kept.details.map((one) => [one.petId, one])));
  loadStock(itemsOf(kept));
  return kept.at;
}

function itemsOf({ petIds, quantities, statuses }: KeptStock): InventoryItem[] {
  return [...petIds].flatMap((id, index) => {
    const petId = asPetId(id);
    const quantity = quantities[index];
    const status = petStatuses[statuses[index] ?? -1];
    if (petId === undefined || quantity === undefined || status === undefined) return [];
    return [{ petId, quantity, status }];
  });
}
