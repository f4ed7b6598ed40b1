import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from 'pawstock-client/client.ts';
import { startService } from '../support/service/service.ts';

/** A mistake in the caller's arguments throws a TypeError before anything is sent. */

const sent: unknown[] = [];
const fetch: typeof globalThis.fetch = async (target) => {
  sent.push(target);
  throw new Error('nothing may be sent');
};
const usable = { url: 'http://127.0.0.1:1/v1', key: 'paw_', retries: 0, fetch };
const client = new PawstockClient(usable);

/** Passes values that the types refuse, as callers in plain JavaScript can. */
const untyped = <T>(value: unknown): T => value as T;

test('a header value that cannot be sent unchanged, a limit that cannot be used, and a time that is none', async () => {
  const ofKey = { name: 'TypeError', message: /^idempotencyKey must be printable ASCII/ };
  const keys = [
    '',
    ' a',
    'a ',
    'a\n',
    'a\r\nx: y',
    'a\0',
    'a\tb',
    'schlüssel',
    '😀',
    untyped<string>(7),
  ];
  for (const idempotencyKey of keys) {
    await assert.rejects(client.updateInventory(1n, { quantity: 1 }, { idempotencyKey }), ofKey);
    await assert.rejects(
      client.updateInventoryBatch([{ petId: 1n, quantity: 1 }], { idempotencyKey }),
      ofKey,
    );
  }
  const ofVersion = {
    name: 'TypeError',
    message: /^version must be the number of a version, or '\*'/,
  };
  for (const version of [Number.NaN, 1.5, -1, 2 ** 53, untyped<number>('1"\n')])
    await assert.rejects(client.deleteInventoryItem(1n, { version }), ofVersion);
  const retries = { name: 'TypeError', message: /^retries must be / };
  await assert.rejects(client.listInventory({}, { retries: -1 }), retries);
  await assert.rejects(client.listInventoryHistory({ since: new Date('yesterday') }), RangeError);
  assert.deepEqual(sent, []);
});

test('a petId that cannot be exact', async () => {
  await assert.rejects(
    client.updateInventoryBatch([untyped({ quantity: 1 })]),
    /^TypeError: petId must be a bigint/,
  );
  const petIds: readonly (readonly [petId: bigint | number, message: RegExp])[] = [
    [-(2 ** 53), /^petId -9007199254740992 may have been rounded.* use a bigint/],
    [1.5, /^petId 1\.5 is not an integer/],
    [2n ** 63n, /^petId 9223372036854775808 is not a 64-bit integer/],
    [-(2n ** 63n) - 1n, /^petId -9223372036854775809 is not a 64-bit integer/],
    [untyped('1'), /^petId must be a bigint or a number, not string/],
    [untyped(null), /^petId must be a bigint or a number/],
  ];
  for (const [petId, message] of petIds) {
    const calls = [
      client.getInventoryItem(petId),
      client.updateInventory(petId, { quantity: 1 }),
      client.adjustInventory(petId, { delta: 1 }),
      client.putInventoryItem(petId, { quantity: 1, status: 'sold' }),
      client.deleteInventoryItem(petId),
      client.updateInventoryBatch([{ petId, quantity: 1 }]),
      client.getInventoryHistory(petId),
      client.listInventory({ after: petId }),
      client.listInventory({ petIds: [petId] }),
      client.listInventoryHistory({ petId }),
    ];
    for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      assert.deepEqual([status, reason.name], ['rejected', 'TypeError'], `${petId}`);
      assert.match(reason.message, message);
    }
  }
  assert.deepEqual(sent, []);
});

test('an option of the client that cannot be used, without repeating a secret', () => {
  const [absolute, bare] = [
    /^url must be an absolute URL that begins with http:\/\/ or https:/,
    /^url must have no user/,
  ];
  const refused: readonly (readonly [name: string, message: RegExp, values: readonly unknown[]])[] =
    [
      [
        'key',
        /^key must be an API key/,
        ['', 'paw_secret\n', 'paw_secret two', 'paw_secret€', undefined],
      ],
      ['url', absolute, ['', '/v1', '127.0.0.1:8080/v1', 'ftp://localhost/v1', 'http://']],
      [
        'url',
        bare,
        [
          'http://till:secret@localhost/v1',
          'http://localhost/v1?limit=1',
          'http://localhost/v1#top',
        ],
      ],
      ...['timeoutMs', 'attemptTimeoutMs', 'idleTimeoutMs', 'retries'].map(
        (name) => [name, new RegExp(`^${name} must be `), [Number.NaN, -1, '5']] as const,
      ),
    ];
  for (const [name, message, values] of refused) {
    for (const value of values) {
      assert.throws(
        () => new PawstockClient({ ...usable, [name]: value }),
        (error: Error) =>
          error.name === 'TypeError' &&
          message.test(error.message) &&
          !/secret/.test(error.message),
        `${name}: ${value}`,
      );
    }
  }
});

test('what may be unusual is taken: spaces within a key, safe integers, capitals and slashes in a URL', async (t) => {
  const petIds = [-(2 ** 53 - 1), -0, 2 ** 53 - 1];
  const pets = petIds.map((id) => ({ petId: BigInt(id), quantity: 1 }));
  const { port, secret: key } = await startService(t, { pets });
  for (const url of [`HTTP://LOCALHOST:${port}/v1`, `hTTp://127.0.0.1:${port}/v1//`]) {
    const unusual = new PawstockClient({ url, key });
    const options = { idempotencyKey: `sale  R-1001 ~!" ${url}` };
    for (const petId of petIds) {
      assert.equal((await unusual.getInventoryItem(petId)).item.petId, BigInt(petId));
      assert.equal(
        (await unusual.updateInventoryBatch([{ petId, quantity: 3 }])).items[0]?.petId,
        BigInt(petId),
      );
    }
    for (const replayed of [false, true])
      assert.equal((await unusual.adjustInventory(0, { delta: 1 }, options)).replayed, replayed);
  }
});
