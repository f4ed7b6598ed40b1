import { createApiClient } from '../generated/openapi-zod-client.js';

/**
 * Lists, changes and reserves stock, and reads an entry, with Zodios and the schemas of
 * openapi-zod-client, which check each response. Prints a line per call.
 */

const { PAWSTOCK_URL: baseUrl = '', PAWSTOCK_API_KEY: secret = '' } = process.env;
const headers = { authorization: `Bearer ${secret}` };
const api = createApiClient(baseUrl, { axiosConfig: { headers } });

const list = await api.listInventory();
console.log('listInventory', list.length);
const updated = await api.updateInventory({ quantity: 7 }, { params: { petId: 1 } });
console.log('updateInventory', updated.quantity);
const items = [{ petId: 2, quantity: 1 }];
const reserved = await api.putReservation({ items }, { params: { id: 'order-1' } });
console.log('putReservation', reserved.state);
const entries = await api.listInventoryHistory({ queries: { petId: 2 } });
console.log('listInventoryHistory', entries[0]?.reason);
