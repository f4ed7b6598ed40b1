import { client } from '../generated/hey-api/client.gen.js';
import * as pawstock from '../generated/hey-api/sdk.gen.js';

/** Handles an order, a report, an API key and a webhook endpoint with Hey API's functions. Prints a line per call. */

const { PAWSTOCK_URL: baseUrl = '', PAWSTOCK_API_KEY: auth = '' } = process.env;
client.setConfig({ baseUrl, auth });

type Result = {
  readonly response?: Response;
  readonly error?: { readonly code?: string } | undefined;
};

function print(operation: string, { response, error }: Result, ...details: unknown[]): void {
  console.log(
    [operation, response?.status, ...(error === undefined ? details : [error.code])].join(' '),
  );
}

const order = { path: { id: 'order-1' } };
const items = [{ petId: 1, quantity: 2 }];
const held = await pawstock.putReservation({
  ...order,
  headers: { 'If-None-Match': '*' },
  body: { items, expiresIn: 60 },
});
print('putReservation', held, held.data?.state);
const seen = { 'If-Match': held.response?.headers.get('etag') ?? '' };
const kept = await pawstock.updateReservation({
  ...order,
  headers: seen,
  body: { expiresIn: 600, note: 'for Ana' },
});
print('updateReservation', kept, kept.data?.note);
print('sellReservation', await pawstock.sellReservation({ ...order, headers: seen, body: {} }));
const sold = await pawstock.sellReservation({
  ...order,
  headers: { 'Idempotency-Key': 'pay order-1' },
  body: {},
});
print('sellReservation', sold, sold.data?.[0]?.quantity);
print('releaseReservation', await pawstock.releaseReservation(order));
const report = await pawstock.getReport({ query: { since: '2026-01-01T00:00:00Z', days: false } });
// A report may also be CSV text, so the program checks its type.
print('getReport', report, typeof report.data === 'object' && report.data.totals.sold);

const till = { path: { name: 'till' } };
const created = await pawstock.createKey({ body: { name: 'till', scope: 'read' } });
print('createKey', created, created.data?.scope);
const rotated = await pawstock.rotateKey({ ...till, body: {} });
print('rotateKey', rotated, rotated.data?.name);
print('revokeKey', await pawstock.revokeKey(till));

const shop = { path: { name: 'shop' } };
const added = await pawstock.addWebhook({
  body: { name: 'shop', url: 'http://127.0.0.1:9/', petIds: [1, 2] },
});
print('addWebhook', added, added.data?.petIds);
const paused = await pawstock.updateWebhook({ ...shop, body: { paused: true } });
print('updateWebhook', paused, paused.data?.state);
print('removeWebhook', await pawstock.removeWebhook(shop));
