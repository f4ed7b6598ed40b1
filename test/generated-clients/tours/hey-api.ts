import { createClient } from '../generated/hey-api/client/index.js';
import {
  adjustInventory,
  deleteInventoryItem,
  getInventoryHistory,
  getInventoryItem,
  getKey,
  listInventory,
  listInventoryHistory,
  listNames,
  putInventoryItem,
  removeName,
  setName,
  updateInventory,
  updateInventoryBatch,
  watchInventory,
} from '../generated/hey-api/index.js';

/** Every operation by the functions that @hey-api/openapi-ts makes of the document. Prints a line a call. */

const { PAWSTOCK_URL: baseUrl = '', PAWSTOCK_API_KEY: key = '' } = process.env;
const client = createClient({ baseUrl, auth: key });

type Result = { readonly response?: Response | undefined; readonly error?: unknown };

function print(operation: string, { response, error }: Result, ...details: unknown[]): void {
  const said = [(error as { code?: string } | undefined)?.code, ...details];
  console.log([operation, response?.status, ...said.filter((part) => part !== undefined && part !== null)].join(' '));
}

const headerOf = ({ response }: Result, name: string) => response?.headers.get(name) ?? undefined;
const etagOf = (result: Result) => headerOf(result, 'etag') ?? '';

const own = await getKey({ client });
print('getKey', own, own.data?.name, own.data?.scope);

const list = await listInventory({ client });
print('listInventory', list, list.data?.length);
print('listInventory', await listInventory({ client, headers: { 'If-None-Match': etagOf(list) } }));
const page = await listInventory({ client, query: { status: 'available', minQuantity: 1, limit: 1 } });
print('listInventory', page, page.data?.[0]?.quantity, headerOf(page, 'link'));

const one = { client, path: { petId: 1 } };
const item = await getInventoryItem(one);
print('getInventoryItem', item, item.data?.status, etagOf(item));
print('getInventoryItem', await getInventoryItem({ ...one, headers: { 'If-None-Match': etagOf(item) } }));

const update = {
  ...one,
  headers: { 'If-Match': etagOf(item), 'Idempotency-Key': 'receipt 17' },
  body: { quantity: 9, reason: 'sale', note: 'one of ten' },
} as const;
const updated = await updateInventory(update);
print('updateInventory', updated, updated.data?.quantity);
const replayed = await updateInventory(update);
print('updateInventory', replayed, headerOf(replayed, 'idempotent-replayed'));
print(
  'updateInventory',
  await updateInventory({ ...one, headers: { 'If-Match': etagOf(item) }, body: { quantity: 1 } }),
);

const adjusted = await adjustInventory({ ...one, body: { delta: -2, reason: 'damage' } });
print('adjustInventory', adjusted, adjusted.data?.quantity);

const three = { client, path: { petId: 3 } };
const entry = { quantity: 4, status: 'pending' } as const;
const add = { ...three, headers: { 'If-None-Match': '*' }, body: entry } as const;
const added = await putInventoryItem(add);
print('putInventoryItem', added, added.data?.status, headerOf(added, 'location'));
print('putInventoryItem', await putInventoryItem(add));
const replaced = await putInventoryItem({ ...three, headers: { 'If-Match': etagOf(added) }, body: entry });
print('putInventoryItem', replaced, replaced.data?.quantity);

const batch = await updateInventoryBatch({
  client,
  headers: { 'Idempotency-Key': 'batch' },
  body: [
    { petId: 1, quantity: 5, reason: 'count' },
    { petId: 2, delta: -3, reason: 'sale' },
    { petId: 4, quantity: 6, status: 'sold', version: 0, name: 'Tom' },
  ],
});
print(
  'updateInventoryBatch',
  batch,
  batch.data?.map(({ quantity }) => quantity),
);

const history = await getInventoryHistory({ ...one, query: { limit: 2 } });
print(
  'getInventoryHistory',
  history,
  history.data?.map(({ kind }) => kind),
  headerOf(history, 'link') !== undefined,
);
const sales = await listInventoryHistory({ client, query: { reason: 'sale', key: 'admin', limit: 1000 } });
print(
  'listInventoryHistory',
  sales,
  sales.data?.map(({ petId, delta }) => `${petId}:${delta}`),
);

const named = await setName({ ...one, body: { name: 'Rex' } });
print('setName', named, named.data?.name);
const names = await listNames({ client });
print(
  'listNames',
  names,
  names.data?.map(({ petId, name }) => `${petId}:${name}`),
);
print('listNames', await listNames({ client, headers: { 'If-None-Match': etagOf(names) } }));
const lastName = await listNames({ client, query: { after: 1, limit: 1 } });
print('listNames', lastName, lastName.data?.[0]?.name);
print('removeName', await removeName(one));

const stop = new AbortController();
const { stream } = await watchInventory({ client, query: { after: 3 }, signal: stop.signal });
for await (const event of stream) {
  // The document can say of an event only that it is text; this client parses it all the same.
  print('watchInventory', { response: new Response() }, /"seq":\d+,"petId":\d+/.exec(JSON.stringify(event)));
  break;
}
stop.abort();

print('deleteInventoryItem', await deleteInventoryItem({ ...three, headers: { 'If-Match': etagOf(replaced) } }));
print('getInventoryItem', await getInventoryItem(three));
