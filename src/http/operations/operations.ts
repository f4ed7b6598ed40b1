import type { Operation } from '../operation.ts';
import { listActions } from './actions.ts';
import { listBackups } from './backups.ts';
import { getPetDetails, listDetails, updateDetails } from './details.ts';
import { getReport } from './get-report.ts';
import { getInventoryHistory, listInventoryHistory } from './history.ts';
import {
  deleteInventoryItem,
  getInventoryItem,
  getNextPetId,
  putInventoryItem,
} from './inventory-item.ts';
import { createKey, getCurrentKey, getKeyByName, listKeys, revokeKey, rotateKey } from './keys.ts';
import { listInventory } from './list-inventory.ts';
import { getMail, testMail } from './mail.ts';
import {
  getReservation,
  listReservations,
  listReserved,
  putReservation,
  releaseReservation,
  sellReservation,
  updateReservation,
} from './reservations.ts';
import { getShop, updateShop } from './shop.ts';
import { adjustInventory, updateInventory } from './update-inventory.ts';
import { updateInventoryBatch } from './update-inventory-batch.ts';
import { watchInventory } from './watch-inventory.ts';
import { listWebhookAttempts, replayWebhook, testWebhook } from './webhook-deliveries.ts';
import {
  addWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts';

/** All operations of the API, in the order of the OpenAPI document. */
export const operations: readonly Operation[] = [
  listInventory,
  updateInventory,

  updateInventoryBatch,
  getInventoryItem,
  getNextPetId,
  putInventoryItem,
  deleteInventoryItem,
  adjustInventory,

  listDetails,
  getPetDetails,
  updateDetails,

  listInventoryHistory,
  getInventoryHistory,
  watchInventory,
  getReport,

  listReservations,
  getReservation,
  putReservation,
  updateReservation,
  releaseReservation,
  sellReservation,
  listReserved,

  getCurrentKey,
  listKeys,
  createKey,
  getKeyByName,
  revokeKey,
  rotateKey,

  listWebhooks,
  addWebhook,
  getWebhook,
  updateWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookAttempts,

  listActions,
  listBackups,
  getShop,
  updateShop,
  getMail,
  testMail,
];
