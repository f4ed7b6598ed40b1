import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { LedgerList } from './ledger-list.ts';

export const history = new LedgerList<{ readonly petId: bigint }>(
  (client, { petId }, before) => client.getInventoryHistory(petId, { limit: 50, before }),
  1,
);

export function openHistory(petId: bigint): void {
  history.open({ petId });
}

/** Adds a change from the event stream, if it is about the pet in the drawer. */
export function addHistoryEntry(entry: LedgerEntry): void {
  if (history.state.value?.query.petId === entry.petId) history.add([entry]);
}
