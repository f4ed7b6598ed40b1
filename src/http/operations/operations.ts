import type { DeclaredOperation, Operation } from '../operation.ts';
import { listActions } from './actions.ts';
import { listBackups } from './backups.ts';
import { getDetails, listDetails, updateDetails } from './details.ts';
import { getInventoryHistory, listInventoryHistory } from './history.ts';
import { deleteInventoryItem, getInventoryItem, putInventoryItem } from './inventory-item.ts';
import { createKey, getKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { listInventory } from './list-inventory.ts';
import { getReport } from './report.ts';
import {
  getReservation,
  listReservations,
  listReserved,
  putReservation,
  releaseReservation,
  sellReservation,
  updateReservation,
} from './reservations.ts';
import { adjustInventory, updateInventory } from './update-inventory.ts';
import { updateInventoryBatch } from './update-inventory-batch.ts';
import { watchInventory } from './watch-inventory.ts';
import { listWebhookAttempts, replayWebhook, testWebhook } from './webhook-deliveries.ts';
import { addWebhook, getWebhook, listWebhooks, removeWebhook, rotateWebhookSecret, updateWebhook } from './webhooks.ts';

/** All operations by their ids. The first two are the specified ones. */
const declarations: Readonly<Record<string, DeclaredOperation>> = {
  listInventory,
  updateInventory,
  updateInventoryBatch,
  listInventoryHistory,
  watchInventory,
  getReport,
  listDetails,
  getInventoryItem,
  putInventoryItem,
  deleteInventoryItem,
  adjustInventory,
  getDetails,
  updateDetails,
  getInventoryHistory,
  listReserved,
  listReservations,
  getReservation,
  reserve: putReservation,
  updateReservation,
  release: releaseReservation,
  sell: sellReservation,
  getKey,
  listKeys,
  createKey,
  revokeKey,
  rotateKey,
  listWebhooks,
  addWebhook,
  getWebhook,
  updateWebhook,
  removeWebhook,
  testWebhook,
  rotateWebhookSecret,
  replayWebhook,
  listWebhookAttempts,
  listActions,
  listBackups,
};

export const operations: readonly Operation[] = Object.entries(declarations).map(([operationId, declaration]) => {
  const [method, path] = declaration.route.split(' ') as [Operation['method'], string];
  return { ...declaration, operationId, method, path };
});
