import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type BatchRow, PawstockClient } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { startForeignServer } from './foreign-server.ts';

/**
 * Asserts that a call rejects with a PawstockError that has these fields, and returns the error.
 */
async function errorOf(
  call: Promise<unknown>,
  fields: Partial<PawstockError>,
): Promise<PawstockError> {
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

test('a refusal becomes a typed error: its code, its row, its pet, and how many are free', async (t) => {
  const huge = 2n ** 63n - 1n;
  const pets = [1n, 2n, huge].map((petId) => ({ petId, quantity: 10 }));
  const { url, secret, store } = await startService(t, { pets });
  const clientOf = (key: string) => new PawstockClient({ url: `${url}/v1`, key });
  const [client, unknown] = [clientOf(secret), clientOf('paw_unknown')];
  const reader = clientOf(await createKey(store, { scope: 'read' }));
  const none = {
    row: undefined,
    available: undefined,
    version: undefined,
    idempotencyKey: undefined,
  };
  const message = 'There is no pet 7 in the inventory. List the inventory to see which pets exist.';
  const notFound = { name: 'PawstockError', code: 'pet_not_found', status: 404, ...none } as const;
  const missing = await errorOf(client.getInventoryItem(7n), { ...notFound, message, petId: 7n });
  assert.match(missing.requestId ?? '', /^[\w-]{36}$/);
  await client.putReservation('order', { items: [{ petId: huge, quantity: 7 }] });
  await client.updateDetails(2n, { barcode: '42' });
  await client.updateInventory(1n, { quantity: 10 });

  const one = { petId: 1n, quantity: 1 };
  const [taken, sold] = [
    { ...one, status: 'sold', barcode: '42' } as const,
    { petId: huge, delta: -4 },
  ];
  const [older, put] = [{ version: 1 }, { quantity: 6, status: 'sold' } as const];
  const mismatch = { code: 'version_mismatch', status: 412, version: 4 } as const;
  const invalidKey = { code: 'invalid_api_key', status: 401 } as const;
  const basket = { items: [one, { petId: huge, quantity: 4 }] };
  const batch = (...rows: BatchRow[]) => client.updateInventoryBatch(rows);
  const short = { code: 'insufficient_stock', status: 409 } as const;
  const refused: readonly (readonly [call: Promise<unknown>, fields: Partial<PawstockError>])[] = [
    [
      client.adjustInventory(1n, { delta: -11 }, { idempotencyKey: 'mine' }),
      { ...short, idempotencyKey: 'mine' },
    ],
    [client.updateInventory(1n, { quantity: -1 }), { code: 'invalid_value', status: 400 }],
    [reader.updateInventory(1n, { quantity: 1 }), { code: 'insufficient_scope', status: 403 }],
    [unknown.listInventory(), invalidKey],
    [unknown.getCurrentKey(), invalidKey],
    [client.updateInventory(1n, { quantity: 6 }, older), mismatch],
    [client.adjustInventory(1n, { delta: 6 }, older), mismatch],
    [client.putInventoryItem(1n, put, older), mismatch],
    [client.deleteInventoryItem(1n, older), mismatch],
    [client.putInventoryItem(3n, put, { version: '*' }), { ...mismatch, version: undefined }],
    [batch(one, sold), { ...short, row: 2, petId: huge, available: 3 }],
    [
      batch(one, { petId: -5, quantity: 1 }),
      { code: 'pet_not_found', row: 2, petId: -5n, available: undefined },
    ],
    [batch({ ...one, version: 9 }), { ...mismatch, row: 1, petId: 1n, version: undefined }],
    [batch(sold, { ...one, quantity: -1 }), { code: 'invalid_value', row: 2, petId: undefined }],
    [batch(one, one), { code: 'invalid_value', row: 2, petId: 1n }],
    [batch({ petId: huge, delta: 1 }, taken), { code: 'barcode_taken', row: 2, petId: 2n }],
    [client.putReservation('other', basket), { ...short, row: 2, petId: huge, available: 3 }],
    [
      client.updateDetails(1n, { barcode: '42' }),
      { code: 'barcode_taken', row: undefined, petId: 2n },
    ],
    [client.getPetDetails(9n), { code: 'pet_not_found', row: undefined, petId: 9n }],
    [client.getInventoryHistory(9n), { code: 'pet_not_found', petId: 9n }],
    [client.deleteInventoryItem(9n), { code: 'pet_not_found', petId: 9n }],
  ];
  await Promise.all(refused.map(([call, fields]) => errorOf(call, fields)));
  assert.equal((await client.getInventoryItem(1n)).version, 4, 'nothing was changed');
  await client.updateInventory(huge, { quantity: 5 });
  await errorOf(client.sellReservation('order'), { ...short, row: 1, petId: huge, available: 5 });
});

test('a response that is not Pawstock’s is reported as unexpected', async (t) => {
  const rows: readonly (readonly [status: number, body: string])[] = [
    [200, '<!doctype html>'],
    [200, ''],
    [200, '{"status":"ok"}'],
    [200, '[{"id":1}]'],
    // The service sends every list of pets with a Ledger-Seq, so this response comes from another
    // server.
    [200, '[]'],
    [502, '<h1>Bad gateway</h1>'],
    [404, '{"error":"not found"}'],
  ];
  for (const [status, body] of rows) {
    const url = await startForeignServer(t, (_request, response) =>
      response.writeHead(status).end(body),
    );
    const client = new PawstockClient({ url, key: 'paw_', retries: 0 });
    await errorOf(client.listInventory(), { code: 'unexpected_response', status });
    // The error of a write contains its idempotency key, because the service may have carried the
    // write out.
    const write = client.deleteInventoryItem(1n, { idempotencyKey: 'mine' });
    await errorOf(write, { code: 'unexpected_response', status, idempotencyKey: 'mine' });
    if (status === 502) continue;
    await errorOf(client.watchInventory({ after: 0 }).next(), {
      code: 'unexpected_response',
      status,
    });
  }
});

test('a redirect is not followed, and the error says where it leads', async (t) => {
  const paths: (string | undefined)[] = [];
  const url = await startForeignServer(t, ({ url: path }, response) => {
    paths.push(path);
    if (path === '/login') response.end('<!doctype html>');
    else response.writeHead(303, { location: '/login' }).end();
  });
  const client = new PawstockClient({ url, key: 'paw_' });
  for (const call of [() => client.deleteInventoryItem(1n), () => client.listInventory()]) {
    const error = await errorOf(call(), { code: 'unexpected_response', status: 303 });
    assert.match(error.message, /redirects to \/login/);
  }
  await errorOf(client.watchInventory({ after: 0 }).next(), {
    code: 'unexpected_response',
    status: 303,
  });
  assert.deepEqual(paths, ['/v1/inventory/1', '/v1/inventory', '/v1/inventory/events?after=0']);
});

test('whether a request was ever sent is known, over all attempts', async (t) => {
  const write = (url: string) =>
    new PawstockClient({ url, key: 'paw_x', retries: 1 }).updateInventory(1n, { quantity: 1 });
  const unsent = { code: 'unreachable', neverSent: true } as const;
  const { idempotencyKey } = await errorOf(write('http://127.0.0.1:2/v1'), unsent);
  assert.match(idempotencyKey ?? '', /^[0-9a-f]{32}$/);
  // Browsers and Node refuse to connect to port 1.
  const blocked = await errorOf(write('http://127.0.0.1:1/v1'), unsent);
  assert.match(
    blocked.message,
    /cannot be reached: its port is reserved for another protocol\. Use another one\.$/,
  );
  // The server closes after its first request, so the second attempt cannot connect.
  const server = createServer(({ socket }) => {
    server.close();
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = await errorOf(
    write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`),
    {
      code: 'unreachable',
      neverSent: false,
    },
  );
  assert.match(sent.message, /ECONNREFUSED/);
  const plain = await startForeignServer(t, (_, response) => response.end());
  const encrypted = await errorOf(write(plain.replace('http:', 'https:')), unsent);
  assert.match(
    encrypted.message,
    /cannot be reached: it does not speak TLS there\. Use http:\/\/\.$/,
  );
});

test('an aborted call ends at once and rejects with the abort reason', async (t) => {
  const { url, secret } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const reason = new Error('changed my mind');
  await assert.rejects(client.listInventory({}, { signal: AbortSignal.abort(reason) }), reason);
  const waiting = new AbortController();
  const attempts: unknown[] = [];
  const counting: typeof fetch = (target) => {
    attempts.push(target);
    return Promise.reject(new TypeError('fetch failed'));
  };
  const absent = new PawstockClient({ url: `${url}/v1`, key: secret, fetch: counting });
  const call = absent.updateInventory(1n, { quantity: 1 }, { signal: waiting.signal });
  until(() => attempts.length > 0).then(() => waiting.abort(reason));
  await assert.rejects(call, reason);
});
