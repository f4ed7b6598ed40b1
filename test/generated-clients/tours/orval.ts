import {
  listInventory,
  listInventoryHistory,
  putReservation,
  updateInventory,
} from '../generated/orval.js';

/** Lists, changes and reserves stock, and reads an entry, with Orval's functions. Prints a line per call. */

const list = await listInventory();
console.log('listInventory', list.status === 200 && list.data.length);
const updated = await updateInventory(1, { quantity: 7 });
console.log('updateInventory', updated.status === 200 && updated.data.quantity);
const reserved = await putReservation('order-1', { items: [{ petId: 2, quantity: 1 }] });
console.log('putReservation', reserved.status === 201 && reserved.data.state);
const entries = await listInventoryHistory({ petId: 2 });
console.log('listInventoryHistory', entries.status === 200 && entries.data[0]?.reason);
