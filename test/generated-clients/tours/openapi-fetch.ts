import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript.js';

/** Calls every operation with openapi-fetch and the types of openapi-typescript. Prints a line for each call. */

const { PAWSTOCK_URL: baseUrl = '', PAWSTOCK_API_KEY: key = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

type Result = {
  readonly response: Response;
  readonly error?: { readonly code?: string } | undefined;
};

/** Prints the error code of a response or, if it has none, the status. Returns the result with its ETag. */
async function call<R extends Result>(
  operation: string,
  sent: Promise<R>,
): Promise<R & { readonly etag: string }> {
  const result = await sent;
  const { response, error } = result;
  console.log(operation, error?.code ?? response.status);
  return { ...result, etag: response.headers.get('etag') ?? '' };
}

await call('getCurrentKey', client.GET('/key'));
const { etag: listed } = await call('listInventory', client.GET('/inventory'));
await call(
  'listInventory',
  client.GET('/inventory', { params: { header: { 'If-None-Match': listed } } }),
);
const query = { status: 'available', minQuantity: 1, limit: 1 } as const;
await call('listInventory', client.GET('/inventory', { params: { query } }));

const one = { petId: 1 };
const item = await call(
  'getInventoryItem',
  client.GET('/inventory/{petId}', { params: { path: one } }),
);
const seen = { 'If-Match': item.etag, 'Idempotency-Key': 'receipt 17' };
const update = {
  params: { path: one, header: seen },
  body: { quantity: 9, reason: 'sale', note: 'one of ten' },
} as const;
await call('updateInventory', client.PATCH('/inventory/{petId}', update));
const stale = { path: one, header: { 'If-Match': item.etag } };
await call(
  'updateInventory',
  client.PATCH('/inventory/{petId}', { params: stale, body: { quantity: 1 } }),
);
const adjust = { params: { path: one }, body: { delta: -2, reason: 'damage' } } as const;
await call('adjustInventory', client.POST('/inventory/{petId}/adjustments', adjust));

const three = { petId: 3 };
const entry = { quantity: 4, status: 'pending' } as const;
const add = { params: { path: three, header: { 'If-None-Match': '*' as const } }, body: entry };
const added = await call('putInventoryItem', client.PUT('/inventory/{petId}', add));
const replace = { params: { path: three, header: { 'If-Match': added.etag } }, body: entry };
const replaced = await call('putInventoryItem', client.PUT('/inventory/{petId}', replace));
const rows = [
  { petId: 1, quantity: 5, reason: 'count' as const },
  { petId: 2, delta: -3, reason: 'sale' as const },
  { petId: 4, quantity: 6, status: 'sold' as const, version: 0, name: 'Tom' },
];
const batch = { params: { header: { 'Idempotency-Key': 'batch' } }, body: rows };
await call('updateInventoryBatch', client.PATCH('/inventory', batch));
const ofOne = { params: { path: one, query: { limit: 2 } } };
await call('getInventoryHistory', client.GET('/inventory/{petId}/history', ofOne));
const sales = { params: { query: { reason: 'sale', key: 'owner', limit: 1000 } } } as const;
await call('listInventoryHistory', client.GET('/inventory/history', sales));

const described = {
  params: { path: one },
  body: { name: 'Rex', barcode: '4006381333931', lowAt: 3 },
};
await call('updateDetails', client.PATCH('/inventory/{petId}/details', described));
await call('listDetails', client.GET('/inventory/details'));
await call('getPetDetails', client.GET('/inventory/{petId}/details', { params: { path: one } }));

const order = { params: { path: { id: 'order-1' } } };
const wanted = { items: [{ petId: 1, quantity: 2 }], expiresIn: 600, note: 'for Ana' };
const held = await call(
  'putReservation',
  client.PUT('/reservations/{id}', { ...order, body: wanted }),
);
await call('getReservation', client.GET('/reservations/{id}', order));
await call(
  'listReservations',
  client.GET('/reservations', { params: { query: { petId: 1, limit: 5 } } }),
);
await call('listReserved', client.GET('/inventory/reserved'));
await call('getNextPetId', client.GET('/inventory/next-id'));
await call(
  'updateReservation',
  client.PATCH('/reservations/{id}', { ...order, body: { expiresIn: 60 } }),
);
const before = { params: { ...order.params, header: { 'If-Match': held.etag } }, body: {} };
await call('sellReservation', client.POST('/reservations/{id}/sale', before));
await call('sellReservation', client.POST('/reservations/{id}/sale', { ...order, body: {} }));
const two = { params: { path: { id: 'order-2' } } };
await client.PUT('/reservations/{id}', { ...two, body: wanted });
await call('releaseReservation', client.DELETE('/reservations/{id}', two));
const since = { params: { query: { since: '2026-01-01T00:00:00Z' } } };
await call('getReport', client.GET('/inventory/report', since));

const till = { params: { path: { name: 'till' } } };
const terms = { name: 'till', scope: 'read', expiresIn: 60, rateLimit: 5 } as const;
await call('createKey', client.POST('/keys', { body: terms }));
await call('listKeys', client.GET('/keys'));
await call('getKeyByName', client.GET('/keys/{name}', till));
await call('rotateKey', client.POST('/keys/{name}/rotation', { ...till, body: { overlap: 5 } }));
await call('revokeKey', client.DELETE('/keys/{name}', till));

const shop = { params: { path: { name: 'shop' } } };
const endpoint = {
  name: 'shop',
  url: 'http://127.0.0.1:9/',
  reasons: ['sale' as const],
  petIds: [1, 2],
};
await call('addWebhook', client.POST('/webhooks', { body: endpoint }));
await call('listWebhooks', client.GET('/webhooks'));
await call(
  'updateWebhook',
  client.PATCH('/webhooks/{name}', { ...shop, body: { paused: true, petIds: null } }),
);
await call('getWebhook', client.GET('/webhooks/{name}', shop));
await call('testWebhook', client.POST('/webhooks/{name}/test', shop));
await call('rotateWebhookSecret', client.POST('/webhooks/{name}/rotation', { ...shop, body: {} }));
await call(
  'replayWebhook',
  client.POST('/webhooks/{name}/replay', { ...shop, body: { after: 0 } }),
);
await call('listWebhookAttempts', client.GET('/webhooks/{name}/attempts', shop));
await call('removeWebhook', client.DELETE('/webhooks/{name}', shop));
await call('listActions', client.GET('/actions', { params: { query: { limit: 1 } } }));
await call('listBackups', client.GET('/backups'));
await call('getShop', client.GET('/shop'));
await call('updateShop', client.PATCH('/shop', { body: { lowAt: 4 } }));
await call('getMail', client.GET('/mail'));
await call('testMail', client.POST('/mail/test'));

// The proxy reads a response to its end before it forwards anything, so it cannot forward an event stream.
if (process.env['PAWSTOCK_STREAM'] !== 'no') {
  const changes = { params: { query: { after: 3 } }, parseAs: 'stream' } as const;
  const watched = await call('watchInventory', client.GET('/inventory/events', changes));
  const reader = (watched.data as ReadableStream<BufferSource> | null)
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let events = '';
  while (!events.includes('event: change')) events += (await reader?.read())?.value ?? '';
  await reader?.cancel();
}

const remove = { params: { path: three, header: { 'If-Match': replaced.etag } } };
await call('deleteInventoryItem', client.DELETE('/inventory/{petId}', remove));
