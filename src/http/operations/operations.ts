import type { Operation } from '../operation.ts';
import { adjustInventory } from './adjust-inventory.ts';
import { deleteInventoryItem } from './delete-inventory-item.ts';
import { getInventoryHistory } from './get-inventory-history.ts';
import { getInventoryItem } from './get-inventory-item.ts';
import { getKey } from './get-key.ts';
import { listInventory } from './list-inventory.ts';
import { listInventoryHistory } from './list-inventory-history.ts';
import { listNames } from './list-names.ts';
import { putInventoryItem } from './put-inventory-item.ts';
import { removeName, setName } from './set-and-remove-name.ts';
import { updateInventory } from './update-inventory.ts';
import { updateInventoryBatch } from './update-inventory-batch.ts';
import { watchInventory } from './watch-inventory.ts';

/** All operations. The first two are the specified ones. */
export const operations: readonly Operation[] = [
  listInventory,
  updateInventory,
  updateInventoryBatch,
  listInventoryHistory,
  watchInventory,
  listNames,
  getInventoryItem,
  putInventoryItem,
  deleteInventoryItem,
  adjustInventory,
  setName,
  removeName,
  getInventoryHistory,
  getKey,
];
