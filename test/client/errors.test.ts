import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import { createKey } from '../support/keys.ts';
import { startService } from '../support/service.ts';

/** The error that a call ends with, once it is seen to have these fields. */
async function errorOf(call: Promise<unknown>, fields: Partial<PawstockError>): Promise<PawstockError> {
  let error: unknown;
  await assert.rejects(
    call.catch((reason: unknown) => {
      error = reason;
      throw reason;
    }),
    fields,
  );
  assert.ok(error instanceof PawstockError);
  return error;
}

test('a refusal is a typed error with all that the service said', async (t) => {
  const { url, secret, store } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const missing = await errorOf(client.getInventoryItem(7n), {
    name: 'PawstockError',
    code: 'pet_not_found',
    status: 404,
    message: 'There is no pet 7 in the inventory.',
    version: undefined,
    idempotencyKey: undefined,
  });
  assert.match(missing.requestId ?? '', /^[\w-]{36}$/);
  const tooMany = client.adjustInventory(1n, { delta: -11 }, { idempotencyKey: 'mine' });
  await errorOf(tooMany, { code: 'insufficient_stock', status: 409, idempotencyKey: 'mine' });
  await errorOf(client.updateInventory(1n, { quantity: -1 }), { code: 'invalid_value', status: 400 });
  const reader = new PawstockClient({ url: `${url}/v1`, key: await createKey(store, { scope: 'read' }) });
  await errorOf(reader.updateInventory(1n, { quantity: 1 }), { code: 'insufficient_scope', status: 403 });
  for (const method of ['listInventory', 'scope'] as const) {
    const unknown = new PawstockClient({ url: `${url}/v1`, key: 'paw_unknown' });
    await errorOf(unknown[method](), { code: 'invalid_api_key', status: 401 });
  }
});

test('a version that has passed is refused with the one that is there now', async (t) => {
  const { url, secret } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  await client.updateInventory(1n, { quantity: 5 });
  const refused = { code: 'version_mismatch', status: 412 } as const;
  const older = { version: 1 };
  const sold = { quantity: 6, status: 'sold' } as const;
  await errorOf(client.updateInventory(1n, { quantity: 6 }, older), { ...refused, version: 2 });
  await errorOf(client.adjustInventory(1n, { delta: 6 }, older), { ...refused, version: 2 });
  await errorOf(client.putInventoryItem(1n, sold, older), { ...refused, version: 2 });
  await errorOf(client.deleteInventoryItem(1n, older), { ...refused, version: 2 });
  const row = { petId: 1n, quantity: 6, version: 1 };
  await errorOf(client.updateInventoryBatch([row]), { ...refused, version: undefined });
  await errorOf(client.putInventoryItem(2n, sold, { version: '*' }), { ...refused, version: undefined });
  assert.deepEqual(await client.getInventoryItem(1n), {
    item: { petId: 1n, quantity: 5, status: 'available' },
    version: 2,
  });
});

/** Something that speaks HTTP and is not Pawstock. */
async function strangerUrl(t: TestContext, status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('an answer that is not the service’s is told as such', () => {
  const rows: readonly (readonly [name: string, status: number, body: string])[] = [
    ['a page', 200, '<!doctype html>'],
    ['nothing', 200, ''],
    ['other JSON', 200, '{"status":"ok"}'],
    ['a list of something else', 200, '[{"id":1}]'],
    ['a list without its tag', 200, '[]'],
    ['a proxy’s error', 502, '<h1>Bad gateway</h1>'],
    ['an error of another form', 404, '{"error":"not found"}'],
  ];
  for (const [name, status, body] of rows) {
    test(name, async (t) => {
      const client = new PawstockClient({ url: await strangerUrl(t, status, body), key: 'paw_', retries: 0 });
      await errorOf(client.listInventory(), { code: 'unexpected_answer', status });
      if (status !== 502) {
        await errorOf(client.watchInventory({ after: 0 }).next(), { code: 'unexpected_answer', status });
      }
    });
  }
});

test('nobody there is an error of its own', async (t) => {
  const { stop, url, secret } = await startService(t);
  await stop();
  const client = new PawstockClient({ url: `${url}/v1`, key: secret, retries: 0 });
  const call = client.updateInventory(1n, { quantity: 1 });
  const error = await errorOf(call, { code: 'unreachable', status: 0, requestId: undefined });
  assert.match(error.message, /^http:\S+ cannot be reached: .*ECONNREFUSED.*\.$/);
  assert.match(error.idempotencyKey ?? '', /^[0-9a-f]{32}$/);
});

test('a call that its caller gives up ends at once, with the caller’s own reason', async (t) => {
  const { url, secret } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const reason = new Error('changed my mind');
  await assert.rejects(client.listInventory({}, { signal: AbortSignal.abort(reason) }), reason);
  const waiting = new AbortController();
  const absent = new PawstockClient({ url: 'http://127.0.0.1:1/v1', key: secret });
  const call = absent.updateInventory(1n, { quantity: 1 }, { signal: waiting.signal });
  setTimeout(() => waiting.abort(reason), 100);
  await assert.rejects(call, reason);
});
