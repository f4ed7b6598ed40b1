import type { DeclaredOperation, Operation } from '../operation.ts';
import * as actions from './actions.ts';
import * as backups from './backups.ts';
import * as details from './details.ts';
import * as history from './history.ts';
import * as inventoryItem from './inventory-item.ts';
import * as keys from './keys.ts';
import * as listInventory from './list-inventory.ts';
import * as report from './report.ts';
import * as reservations from './reservations.ts';
import * as updateInventory from './update-inventory.ts';
import * as updateInventoryBatch from './update-inventory-batch.ts';
import * as watchInventory from './watch-inventory.ts';
import * as webhookDeliveries from './webhook-deliveries.ts';
import * as webhooks from './webhooks.ts';

const modules: readonly Readonly<Record<string, unknown>>[] = [
  ...[
    listInventory,
    updateInventory,
    updateInventoryBatch,
    inventoryItem,
    details,
    history,
    watchInventory,
    report,
  ],
  ...[reservations, keys, webhooks, webhookDeliveries, actions, backups],
];

/**
 * All operations of the API. The id of an operation is the name under which its module exports it.
 */
export const operations: readonly Operation[] = modules
  .flatMap(Object.entries)
  .flatMap(([operationId, exported]) => {
    if (!isDeclaration(exported)) return [];
    const [method, path] = exported.route.split(' ') as [Operation['method'], string];
    return [{ ...exported, operationId, method, path }];
  });

function isDeclaration(exported: unknown): exported is DeclaredOperation {
  return typeof exported === 'object' && exported !== null && 'route' in exported;
}
