import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { startService } from '../support/service/service.ts';

/** A mistake in the call itself is a TypeError, thrown before anything is sent. */

/** A client whose requests are recorded and never sent. */
function recordingClient(): { client: PawstockClient; sent: unknown[] } {
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (target) => {
    sent.push(target);
    throw new Error('nothing may be sent');
  };
  return { client: new PawstockClient({ url: 'http://127.0.0.1:1/v1', key: 'paw_', retries: 0, fetch }), sent };
}

/** For values that the types already refuse: callers in plain JavaScript have no types. */
const untyped = <T>(value: unknown): T => value as T;

describe('a header value that cannot be sent unchanged', () => {
  const keys = [
    '',
    ' ',
    ' a',
    'a ',
    'a\n',
    'a\nb',
    'a\r\nx: y',
    'a\0',
    'a\tb',
    'schlüssel',
    '€',
    '😀',
    untyped<string>(7),
  ];
  for (const idempotencyKey of keys) {
    test(`idempotencyKey ${JSON.stringify(idempotencyKey)}`, async () => {
      const { client, sent } = recordingClient();
      const options = { idempotencyKey };
      const mistake = { name: 'TypeError', message: /^idempotencyKey must be printable ASCII/ };
      await assert.rejects(client.updateInventory(1n, { quantity: 1 }, options), mistake);
      await assert.rejects(client.updateInventoryBatch([{ petId: 1n, quantity: 1 }], options), mistake);
      assert.deepEqual(sent, []);
    });
  }

  for (const version of [Number.NaN, 1.5, -1, 2 ** 53, untyped<number>('1"\n')]) {
    test(`version ${JSON.stringify(version)}`, async () => {
      const { client, sent } = recordingClient();
      const mistake = { name: 'TypeError', message: /^version must be the number of a version, or '\*'/ };
      await assert.rejects(client.deleteInventoryItem(1n, { version }), mistake);
      assert.deepEqual(sent, []);
    });
  }

  for (const key of ['', 'paw_secret\n', 'paw_secret two', 'paw_secret€', untyped<string>(undefined)]) {
    test(`API key ${JSON.stringify(key)}`, () => {
      const construct = () => new PawstockClient({ url: 'http://127.0.0.1:1/v1', key });
      assert.throws(construct, (error: Error) => {
        assert.equal(error.name, 'TypeError');
        assert.match(error.message, /^key must be an API key/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    });
  }
});

test('an idempotency key may have spaces inside', async (t) => {
  const { url, secret } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const options = { idempotencyKey: 'sale  R-1001 ~!"' };
  const first = await client.adjustInventory(1n, { delta: 1 }, options);
  assert.deepEqual(await client.adjustInventory(1n, { delta: 1 }, options), first);
});

describe('a petId that cannot be exact', () => {
  const petIds: readonly (readonly [petId: bigint | number, message: RegExp])[] = [
    [2 ** 53, /^petId 9007199254740992 may have been rounded.* use a bigint/],
    [-(2 ** 53), /^petId -9007199254740992 may have been rounded/],
    [1e300, /^petId 1e\+300 may have been rounded/],
    [1.5, /^petId 1\.5 is not an integer/],
    [Number.NaN, /^petId NaN is not an integer/],
    [Number.POSITIVE_INFINITY, /^petId Infinity is not an integer/],
    [2n ** 63n, /^petId 9223372036854775808 is not a 64-bit integer/],
    [-(2n ** 63n) - 1n, /^petId -9223372036854775809 is not a 64-bit integer/],
    [untyped('1'), /^petId must be a bigint or a number, not string/],
    [untyped(null), /^petId must be a bigint or a number/],
    [untyped(undefined), /^petId must be a bigint or a number/],
  ];
  for (const [petId, message] of petIds) {
    test(`${typeof petId} ${petId}`, async () => {
      const { client, sent } = recordingClient();
      const calls = [
        () => client.getInventoryItem(petId),
        () => client.updateInventory(petId, { quantity: 1 }),
        () => client.adjustInventory(petId, { delta: 1 }),
        () => client.putInventoryItem(petId, { quantity: 1, status: 'sold' }),
        () => client.deleteInventoryItem(petId),
        () => client.updateInventoryBatch([{ petId, quantity: 1 }]),
        () => client.getInventoryHistory(petId),
      ];
      for (const call of calls) await assert.rejects(call(), { name: 'TypeError', message });
      if (petId !== undefined) await assert.rejects(client.listInventory({ after: petId }), { name: 'TypeError' });
      assert.deepEqual(sent, []);
    });
  }
});

test('a petId may be a safe integer', async (t) => {
  const petIds = [-(2 ** 53 - 1), -0, 7, 2 ** 53 - 1];
  const { url, secret } = await startService(t, { pets: petIds.map((id) => ({ petId: BigInt(id), quantity: 1 })) });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  for (const petId of petIds) {
    assert.equal((await client.getInventoryItem(petId)).item.petId, BigInt(petId));
    assert.equal((await client.updateInventory(petId, { quantity: 2 })).item.petId, BigInt(petId));
    assert.equal((await client.updateInventoryBatch([{ petId, quantity: 3 }]))[0]?.petId, BigInt(petId));
  }
  assert.deepEqual(
    (await client.listInventory({ after: 6 })).items.map(({ petId }) => petId),
    [7n, 9007199254740991n],
  );
});

describe('the url', () => {
  for (const url of [
    '',
    '/v1',
    '127.0.0.1:8080/v1',
    'localhost:8080/v1',
    'ftp://localhost/v1',
    'http://',
    'http://:1',
  ]) {
    test(`${JSON.stringify(url)} is not an absolute http or https URL`, () => {
      const message = /^url must be an absolute URL that begins with http:\/\/ or https:\/\//;
      assert.throws(() => new PawstockClient({ url, key: 'paw_' }), { name: 'TypeError', message });
    });
  }

  for (const url of ['http://till:hunter2@localhost/v1', 'http://localhost/v1?limit=1', 'http://localhost/v1#top']) {
    test(`${url} has a part that a base URL must not have`, () => {
      assert.throws(
        () => new PawstockClient({ url, key: 'paw_' }),
        (error: Error) => {
          assert.equal(error.name, 'TypeError');
          assert.match(error.message, /^url must have no user name, password, query or fragment/);
          assert.doesNotMatch(error.message, /hunter2/);
          return true;
        },
      );
    });
  }

  test('may be in capitals and end in slashes', async (t) => {
    const { port, secret } = await startService(t);
    for (const url of [
      `HTTP://LOCALHOST:${port}/v1`,
      `http://127.0.0.1:${port}/v1//`,
      `hTTp://127.0.0.1:${port}/v1/`,
    ]) {
      assert.equal((await new PawstockClient({ url, key: secret }).listInventory()).items.length, 1);
    }
  });
});

describe('an option that is not a usable number', () => {
  for (const name of ['timeoutMs', 'idleTimeoutMs', 'retries']) {
    for (const value of [Number.NaN, -1, '5']) {
      test(`${name}: ${JSON.stringify(value)}`, () => {
        const options = { url: 'http://127.0.0.1:1/v1', key: 'paw_', [name]: value };
        const message = new RegExp(`^${name} must be `);
        assert.throws(() => new PawstockClient(options), { name: 'TypeError', message });
      });
    }
  }
});
