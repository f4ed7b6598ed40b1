import { canKeep, deleteDatabase } from './database.ts';
import { removeWorker } from './worker.ts';

/** Deletes everything that this device keeps for the shop, in all tabs. */
export async function forgetDevice(): Promise<void> {
  if (!canKeep()) return;
  await deleteDatabase();
  await removeWorker();
}
