import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript.js';

/** Calls every operation with openapi-fetch and the types of openapi-typescript. Prints one line per call. */

const { PAWSTOCK_URL: baseUrl = '', PAWSTOCK_API_KEY: key = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

type Result = { readonly response: Response; readonly error?: { readonly code?: string } | undefined };

function print(operation: string, { response, error }: Result, ...details: unknown[]): void {
  const said = [error?.code, ...details].filter((detail) => detail !== undefined && detail !== null);
  console.log([operation, response.status, ...said].join(' '));
}

const etagOf = ({ response }: Result) => response.headers.get('etag') ?? '';

const own = await client.GET('/key');
print('getKey', own, own.data?.name, own.data?.scope);

const list = await client.GET('/inventory');
print('listInventory', list, list.data?.length);
print('listInventory', await client.GET('/inventory', { params: { header: { 'If-None-Match': etagOf(list) } } }));
const page = await client.GET('/inventory', { params: { query: { status: 'available', minQuantity: 1, limit: 1 } } });
print('listInventory', page, page.data?.[0]?.quantity, page.response.headers.get('link'));

const one = { petId: 1 };
const item = await client.GET('/inventory/{petId}', { params: { path: one } });
print('getInventoryItem', item, item.data?.status, etagOf(item));
const unchanged = { path: one, header: { 'If-None-Match': etagOf(item) } };
print('getInventoryItem', await client.GET('/inventory/{petId}', { params: unchanged }));

const update = {
  params: { path: one, header: { 'If-Match': etagOf(item), 'Idempotency-Key': 'receipt 17' } },
  body: { quantity: 9, reason: 'sale', note: 'one of ten' },
} as const;
const updated = await client.PATCH('/inventory/{petId}', update);
print('updateInventory', updated, updated.data?.quantity);
const replayed = await client.PATCH('/inventory/{petId}', update);
print('updateInventory', replayed, replayed.response.headers.get('idempotent-replayed'));
const stale = { path: one, header: { 'If-Match': etagOf(item) } };
print('updateInventory', await client.PATCH('/inventory/{petId}', { params: stale, body: { quantity: 1 } }));

const adjust = { params: { path: one }, body: { delta: -2, reason: 'damage' } } as const;
const adjusted = await client.POST('/inventory/{petId}/adjustments', adjust);
print('adjustInventory', adjusted, adjusted.data?.quantity);

const three = { petId: 3 };
const entry = { quantity: 4, status: 'pending' } as const;
const add = { params: { path: three, header: { 'If-None-Match': '*' } }, body: entry } as const;
const added = await client.PUT('/inventory/{petId}', add);
print('putInventoryItem', added, added.data?.status, added.response.headers.get('location'));
print('putInventoryItem', await client.PUT('/inventory/{petId}', add));
const replace = { params: { path: three, header: { 'If-Match': etagOf(added) } }, body: entry };
const replaced = await client.PUT('/inventory/{petId}', replace);
print('putInventoryItem', replaced, replaced.data?.quantity);

const batch = await client.PATCH('/inventory', {
  params: { header: { 'Idempotency-Key': 'batch' } },
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

const history = await client.GET('/inventory/{petId}/history', { params: { path: one, query: { limit: 2 } } });
print(
  'getInventoryHistory',
  history,
  history.data?.map(({ kind }) => kind),
  history.response.headers.has('link'),
);
const sales = await client.GET('/inventory/history', {
  params: { query: { reason: 'sale', key: 'owner', limit: 1000 } },
});
print(
  'listInventoryHistory',
  sales,
  sales.data?.map(({ petId, delta }) => `${petId}:${delta}`),
);

const described = await client.PATCH('/inventory/{petId}/details', {
  params: { path: one },
  body: { name: 'Rex', barcode: '4006381333931', lowAt: 3 },
});
print('updateDetails', described, described.data?.name);
const details = await client.GET('/inventory/details');
print(
  'listDetails',
  details,
  details.data?.map(({ petId, name, barcode }) => `${petId}:${name}:${barcode}`),
);
const knownDetails = { header: { 'If-None-Match': etagOf(details) } };
print('listDetails', await client.GET('/inventory/details', { params: knownDetails }));
const ofOne = await client.GET('/inventory/{petId}/details', { params: { path: one } });
print('getDetails', ofOne, ofOne.data?.lowAt);

const order = { params: { path: { id: 'order-1' } } };
const wanted = { items: [{ petId: 1, quantity: 2 }], expiresIn: 600, note: 'for Ana' };
const held = await client.PUT('/reservations/{id}', { ...order, body: wanted });
print('reserve', held, held.data?.note);
const found = await client.GET('/reservations/{id}', order);
print('getReservation', found, found.data?.items[0]?.quantity);
const active = await client.GET('/reservations', { params: { query: { petId: 1, limit: 5 } } });
print(
  'listReservations',
  active,
  active.data?.map(({ id }) => id),
);
const reserved = await client.GET('/inventory/reserved');
print('listReserved', reserved, reserved.data?.[0]?.reserved);
const moved = await client.PATCH('/reservations/{id}', { ...order, body: { expiresIn: 60, note: 'for Ana and Tom' } });
print('updateReservation', moved, moved.data?.note);
const before = { params: { ...order.params, header: { 'If-Match': etagOf(held) } }, body: {} };
print('sell', await client.POST('/reservations/{id}/sale', before));
const sold = await client.POST('/reservations/{id}/sale', { ...order, body: {} });
print('sell', sold, sold.data?.[0]?.quantity);
print('release', await client.DELETE('/reservations/{id}', order));

const report = await client.GET('/inventory/report', { params: { query: { since: '2026-01-01T00:00:00Z' } } });
// A report can also be CSV, so the type covers both.
const { pets } = report.data as { pets: { petId: number; sold: number }[] };
print('getReport', report, pets.find(({ petId }) => petId === 1)?.sold);

const till = { params: { path: { name: 'till' } } };
const created = await client.POST('/keys', { body: { name: 'till', scope: 'read', expiresIn: 60, rateLimit: 5 } });
print('createKey', created, created.data?.name, created.data?.scope);
const keys = await client.GET('/keys');
print('listKeys', keys, keys.data?.length);
const rotatedKey = await client.POST('/keys/{name}/rotation', { ...till, body: { overlap: 5 } });
print('rotateKey', rotatedKey, rotatedKey.data?.rateLimit);
print('revokeKey', await client.DELETE('/keys/{name}', till));

const shop = { params: { path: { name: 'shop' } } };
const endpoint = { name: 'shop', url: 'http://127.0.0.1:9/', reasons: ['sale'] as 'sale'[], petIds: [1, 2] };
const told = await client.POST('/webhooks', { body: endpoint });
print('addWebhook', told, told.data?.petIds);
const endpoints = await client.GET('/webhooks');
print('listWebhooks', endpoints, endpoints.data?.[0]?.name);
const paused = await client.PATCH('/webhooks/{name}', { ...shop, body: { paused: true, petIds: null } });
print('updateWebhook', paused, paused.data?.state);
const stopped = await client.GET('/webhooks/{name}', shop);
print('getWebhook', stopped, stopped.data?.events);
const tested = await client.POST('/webhooks/{name}/test', shop);
print('testWebhook', tested, tested.data?.delivered);
const rotated = await client.POST('/webhooks/{name}/rotation', { ...shop, body: {} });
print('rotateWebhookSecret', rotated, rotated.data?.name);
print('replayWebhook', await client.POST('/webhooks/{name}/replay', { ...shop, body: { after: 0 } }));
const attempts = await client.GET('/webhooks/{name}/attempts', shop);
print('listWebhookAttempts', attempts, attempts.data?.length);
print('removeWebhook', await client.DELETE('/webhooks/{name}', shop));
const actions = await client.GET('/actions', { params: { query: { limit: 1 } } });
print('listActions', actions, actions.data?.[0]?.action);
const backups = await client.GET('/backups');
print('listBackups', backups, backups.data?.backups.length);

// The proxy reads a response to its end before it passes it on, so it cannot pass on a stream.
if (process.env['PAWSTOCK_STREAM'] !== 'no') {
  const watched = await client.GET('/inventory/events', { params: { query: { after: 3 } }, parseAs: 'stream' });
  const reader = (watched.data as ReadableStream<BufferSource> | null)
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let events = '';
  while (!events.includes('event: change')) events += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  print('watchInventory', watched, /"seq":\d+,"petId":\d+/.exec(events));
}

const remove = { params: { path: three, header: { 'If-Match': etagOf(replaced) } } };
print('deleteInventoryItem', await client.DELETE('/inventory/{petId}', remove));
print('getInventoryItem', await client.GET('/inventory/{petId}', { params: { path: three } }));
