import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { type BatchRow, PawstockClient } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
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

test('a refusal of the service becomes a typed error:', async (t) => {
  const huge = 2n ** 63n - 1n;
  const pets = [1n, 2n, huge].map((petId) => ({ petId, quantity: 10 }));
  const { url, secret, store } = await startService(t, { pets });
  const clientOf = (key: string) => new PawstockClient({ url: `${url}/v1`, key });
  const client = clientOf(secret);
  const unknown = clientOf('paw_unknown');
  const reader = clientOf(await createKey(store, { scope: 'read' }));

  // Three of ten are free of the pet with the huge ID, pet 2 has a barcode, and pet 1 has version 4.
  await client.putReservation('order', { items: [{ petId: huge, quantity: 7 }] });
  await client.updateDetails(2n, { barcode: '42' });
  await client.updateInventory(1n, { quantity: 10 });

  const one = { petId: 1n, quantity: 1 };
  const takenBarcode = { ...one, status: 'sold', barcode: '42' } as const;
  const fourOfThree = { petId: huge, delta: -4 };
  const sold = { quantity: 6, status: 'sold' } as const;
  const older = { version: 1 };
  const batch = (...rows: BatchRow[]) => client.updateInventoryBatch(rows);

  const mismatch = { code: 'version_mismatch', status: 412, version: 4 } as const;
  const invalidKey = { code: 'invalid_api_key', status: 401 } as const;
  const short = { code: 'insufficient_stock', status: 409 } as const;

  type Refusal = {
    title: string;
    call: () => Promise<unknown>;
    error: Partial<PawstockError>;
  };
  const refusals: readonly Refusal[] = [
    {
      title: 'a sale of more than there is, with the idempotency key of the write',
      call: () => client.adjustInventory(1n, { delta: -11 }, { idempotencyKey: 'mine' }),
      error: { ...short, idempotencyKey: 'mine' },
    },
    {
      title: 'a negative quantity',
      call: () => client.updateInventory(1n, { quantity: -1 }),
      error: { code: 'invalid_value', status: 400 },
    },
    {
      title: 'a write with a key that may only read',
      call: () => reader.updateInventory(1n, { quantity: 1 }),
      error: { code: 'insufficient_scope', status: 403 },
    },
    {
      title: 'a list with an unknown key',
      call: () => unknown.listInventory(),
      error: invalidKey,
    },
    {
      title: 'the question what an unknown key may do',
      call: () => unknown.getCurrentKey(),
      error: invalidKey,
    },
    {
      title: 'an update of an older version, with the current one',
      call: () => client.updateInventory(1n, { quantity: 6 }, older),
      error: mismatch,
    },
    {
      title: 'an adjustment of an older version',
      call: () => client.adjustInventory(1n, { delta: 6 }, older),
      error: mismatch,
    },
    {
      title: 'a replacement of an older version',
      call: () => client.putInventoryItem(1n, sold, older),
      error: mismatch,
    },
    {
      title: 'a removal of an older version',
      call: () => client.deleteInventoryItem(1n, older),
      error: mismatch,
    },
    {
      title: 'a replacement of a pet that does not exist, which has no version',
      call: () => client.putInventoryItem(3n, sold, { version: '*' }),
      error: { ...mismatch, version: undefined },
    },
    {
      title: 'a batch that sells more than is free, with the row, its pet and how many are free',
      call: () => batch(one, fourOfThree),
      error: { ...short, row: 2, petId: huge, available: 3 },
    },
    {
      title: 'a batch with an unknown pet, with the row and the pet',
      call: () => batch(one, { petId: -5, quantity: 1 }),
      error: { code: 'pet_not_found', row: 2, petId: -5n, available: undefined },
    },
    {
      title: 'a batch with an older version, which names the row and not the current version',
      call: () => batch({ ...one, version: 9 }),
      error: { ...mismatch, row: 1, petId: 1n, version: undefined },
    },
    {
      title: 'a batch with a negative quantity, with the row',
      call: () => batch(takenBarcode, { ...one, quantity: -1 }),
      error: { code: 'invalid_value', row: 2, petId: undefined },
    },
    {
      title: 'a batch with a pet twice, with the second row',
      call: () => batch(one, one),
      error: { code: 'invalid_value', row: 2, petId: 1n },
    },
    {
      title: 'a batch with a barcode of another pet, with the row and the other pet',
      call: () => batch({ petId: huge, delta: 1 }, takenBarcode),
      error: { code: 'barcode_taken', row: 2, petId: 2n },
    },
    {
      title: 'a reservation of more than is free, with the row and how many are free',
      call: () => client.putReservation('other', { items: [one, { petId: huge, quantity: 4 }] }),
      error: { ...short, row: 2, petId: huge, available: 3 },
    },
    {
      title: 'the barcode of another pet, with that pet',
      call: () => client.updateDetails(1n, { barcode: '42' }),
      error: { code: 'barcode_taken', row: undefined, petId: 2n },
    },
    {
      title: 'the details of an unknown pet',
      call: () => client.getPetDetails(9n),
      error: { code: 'pet_not_found', row: undefined, petId: 9n },
    },
    {
      title: 'the history of an unknown pet',
      call: () => client.getInventoryHistory(9n),
      error: { code: 'pet_not_found', petId: 9n },
    },
    {
      title: 'the removal of an unknown pet',
      call: () => client.deleteInventoryItem(9n),
      error: { code: 'pet_not_found', petId: 9n },
    },
  ];

  for (const { title, call, error } of refusals) {
    await t.test(title, async () => {
      await errorOf(call(), error);
      const { version } = await client.getInventoryItem(1n);
      assert.equal(version, 4, 'nothing was changed');
    });
  }

  await t.test(
    'with the message and the request ID of the response, and no other fields',
    async () => {
      const error = await errorOf(client.getInventoryItem(7n), {
        name: 'PawstockError',
        code: 'pet_not_found',
        status: 404,
        message: 'There is no pet 7 in the inventory. List the inventory to see which pets exist.',
        petId: 7n,
        row: undefined,
        available: undefined,
        version: undefined,
        idempotencyKey: undefined,
      });
      assert.match(error.requestId ?? '', /^[\w-]{36}$/);
    },
  );

  await t.test('the sale of a reservation for which a count has left too little', async () => {
    await client.updateInventory(huge, { quantity: 5 });
    const sale = client.sellReservation('order');
    await errorOf(sale, { ...short, row: 1, petId: huge, available: 5 });
  });
});

describe('a response that is not Pawstock’s is reported as unexpected:', () => {
  const responses = [
    { title: 'a web page', status: 200, body: '<!doctype html>' },
    { title: 'nothing at all', status: 200, body: '' },
    { title: 'another object', status: 200, body: '{"status":"ok"}' },
    { title: 'a list of something else', status: 200, body: '[{"id":1}]' },
    // The service sends every list of pets with a Ledger-Seq.
    { title: 'a list of pets without a Ledger-Seq', status: 200, body: '[]' },
    { title: 'the error page of a proxy', status: 502, body: '<h1>Bad gateway</h1>' },
    { title: 'an error of another service', status: 404, body: '{"error":"not found"}' },
  ];

  for (const { title, status, body } of responses) {
    const unexpected = { code: 'unexpected_response', status } as const;
    const startClient = async (t: Parameters<typeof startForeignServer>[0]) => {
      const url = await startForeignServer(t, (_request, response) => {
        response.writeHead(status).end(body);
      });
      return new PawstockClient({ url, key: 'paw_', retries: 0 });
    };

    test(`${title} in place of a list`, async (t) => {
      const client = await startClient(t);
      await errorOf(client.listInventory(), unexpected);
    });

    test(`${title} for a write, which names its idempotency key`, async (t) => {
      // The error contains the key, because the service may have carried the write out.
      const client = await startClient(t);
      const write = client.deleteInventoryItem(1n, { idempotencyKey: 'mine' });
      await errorOf(write, { ...unexpected, idempotencyKey: 'mine' });
    });

    // A stream tries again after an error of a proxy.
    if (status !== 502) {
      test(`${title} in place of a stream of events`, async (t) => {
        const client = await startClient(t);
        await errorOf(client.watchInventory({ after: 0 }).next(), unexpected);
      });
    }
  }
});

test('a redirect is not followed:', async (t) => {
  const paths: (string | undefined)[] = [];
  const url = await startForeignServer(t, ({ url: path }, response) => {
    paths.push(path);
    if (path === '/login') response.end('<!doctype html>');
    else response.writeHead(303, { location: '/login' }).end();
  });
  const client = new PawstockClient({ url, key: 'paw_' });
  const redirected = { code: 'unexpected_response', status: 303 } as const;

  const cases = [
    {
      title: 'of a write',
      call: () => client.deleteInventoryItem(1n),
      path: '/v1/inventory/1',
    },
    {
      title: 'of a list',
      call: () => client.listInventory(),
      path: '/v1/inventory',
    },
    {
      title: 'of a stream',
      call: () => client.watchInventory({ after: 0 }).next(),
      path: '/v1/inventory/events?after=0',
    },
  ];

  for (const { title, call, path } of cases) {
    await t.test(`${title}, and the error says where it leads`, async () => {
      const error = await errorOf(call(), redirected);
      assert.match(error.message, /redirects to \/login/);
      assert.deepEqual(paths.splice(0), [path], 'only the path of the call was requested');
    });
  }
});

describe('whether a write may have reached the service is known:', () => {
  const write = (url: string) =>
    new PawstockClient({ url, key: 'paw_x', retries: 1 }).updateInventory(1n, { quantity: 1 });
  const unsent = { code: 'unreachable', neverSent: true } as const;

  test('not if nothing listens there, and the error has the idempotency key to try again', async () => {
    const { idempotencyKey } = await errorOf(write('http://127.0.0.1:2/v1'), unsent);
    assert.match(idempotencyKey ?? '', /^[0-9a-f]{32}$/);
  });

  test('not if browsers and Node refuse to connect to the port', async () => {
    const { message } = await errorOf(write('http://127.0.0.1:1/v1'), unsent);
    const advice =
      /cannot be reached: its port is reserved for another protocol\. Use another one\.$/;
    assert.match(message, advice);
  });

  test('not if https is used for a server that speaks http', async (t) => {
    const plain = await startForeignServer(t, (_, response) => response.end());
    const { message } = await errorOf(write(plain.replace('http:', 'https:')), unsent);
    assert.match(message, /cannot be reached: it does not speak TLS there\. Use http:\/\/\.$/);
  });

  test('perhaps if the first attempt was sent and the second could not connect', async () => {
    // The server closes after its first request, so the second attempt cannot connect.
    const server = createServer(({ socket }) => {
      server.close();
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const { message } = await errorOf(write(`http://127.0.0.1:${port}/v1`), {
      code: 'unreachable',
      neverSent: false,
    });
    assert.match(message, /ECONNREFUSED/);
  });
});

describe('an aborted call rejects with the abort reason', () => {
  const reason = new Error('changed my mind');

  test('at once, if it is aborted already', async (t) => {
    const { url, secret } = await startService(t);
    const client = new PawstockClient({ url: `${url}/v1`, key: secret });
    await assert.rejects(client.listInventory({}, { signal: AbortSignal.abort(reason) }), reason);
  });

  test('while it waits to try again', async () => {
    const controller = new AbortController();
    const attempted = Promise.withResolvers<void>();
    const failing: typeof fetch = () => {
      attempted.resolve();
      return Promise.reject(new TypeError('fetch failed'));
    };
    const client = new PawstockClient({
      url: 'http://127.0.0.1/v1',
      key: 'paw_',
      fetch: failing,
    });

    const call = client.updateInventory(1n, { quantity: 1 }, { signal: controller.signal });
    attempted.promise.then(() => controller.abort(reason));

    await assert.rejects(call, reason);
  });
});
