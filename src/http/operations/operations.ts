import type { Operation } from '../operation.ts';
import { listInventory } from './list-inventory.ts';
import { updateInventory } from './update-inventory.ts';

/** All there are. The first two are the specified ones. */
export const operations: readonly Operation[] = [listInventory, updateInventory];
