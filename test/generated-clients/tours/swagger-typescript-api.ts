import { Api } from '../generated/swagger-typescript-api.js';

/**
 * Lists, changes and reserves stock, and reads an entry, with the class of swagger-typescript-api. Prints
 * a line per call.
 */

const { PAWSTOCK_URL: baseUrl = '', PAWSTOCK_API_KEY: secret = '' } = process.env;
const api = new Api({
  baseUrl,
  securityWorker: () => ({ headers: { authorization: `Bearer ${secret}` } }),
});

const list = await api.inventory.listInventory();
console.log('listInventory', list.data.length);
const updated = await api.inventory.updateInventory(1, { quantity: 7 });
console.log('updateInventory', updated.data.quantity);
const items = [{ petId: 2, quantity: 1 }];
const reserved = await api.reservations.putReservation('order-1', { items });
console.log('putReservation', reserved.data.state);
const entries = await api.inventory.listInventoryHistory({ petId: 2 });
console.log('listInventoryHistory', entries.data[0]?.reason);
