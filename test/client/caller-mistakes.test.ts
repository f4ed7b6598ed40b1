import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
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

/** Asserts that a call rejects with a TypeError whose message matches. */
async function assertRefused(
  call: Promise<unknown>,
  message: RegExp,
  what?: string,
): Promise<void> {
  await assert.rejects(call, { name: 'TypeError', message }, what);
}

describe('before anything is sent, the client refuses', () => {
  afterEach(() => {
    assert.deepEqual(sent.splice(0), [], 'nothing was sent');
  });

  describe('an idempotency key', () => {
    const keys = [
      { title: 'that is empty', idempotencyKey: '' },
      { title: 'that begins with a space', idempotencyKey: ' a' },
      { title: 'that ends with a space', idempotencyKey: 'a ' },
      { title: 'that ends with a line break', idempotencyKey: 'a\n' },
      { title: 'that would add a header', idempotencyKey: 'a\r\nx: y' },
      { title: 'with a NUL', idempotencyKey: 'a\0' },
      { title: 'with a tab', idempotencyKey: 'a\tb' },
      { title: 'with a letter outside ASCII', idempotencyKey: 'schlüssel' },
      { title: 'with an emoji', idempotencyKey: '😀' },
      { title: 'that is a number', idempotencyKey: untyped<string>(7) },
    ];
    const message = /^idempotencyKey must be printable ASCII/;

    for (const { title, idempotencyKey } of keys) {
      test(title, async () => {
        const rows = [{ petId: 1n, quantity: 1 }];

        await assertRefused(
          client.updateInventory(1n, { quantity: 1 }, { idempotencyKey }),
          message,
        );
        await assertRefused(client.updateInventoryBatch(rows, { idempotencyKey }), message);
      });
    }
  });

  const noVersions = [Number.NaN, 1.5, -1, 2 ** 53, untyped<number>('1"\n')];
  for (const version of noVersions) {
    test(`${inspect(version)} as a version`, async () => {
      const message = /^version must be the number of a version, or '\*'/;
      await assertRefused(client.deleteInventoryItem(1n, { version }), message);
    });
  }

  test('a negative number of retries of one call', async () => {
    await assertRefused(client.listInventory({}, { retries: -1 }), /^retries must be /);
  });

  test('a Date that is no time', async () => {
    const since = new Date('yesterday');
    await assert.rejects(client.listInventoryHistory({ since }), RangeError);
  });

  for (const ifNoneMatch of ['', '7', '*', '"a"\n', '"ä"']) {
    test(`${inspect(ifNoneMatch)} as an ETag`, async () => {
      await assert.rejects(client.listReserved({}, { ifNoneMatch }), TypeError);
    });
  }

  test('a row of a batch without a petId', async () => {
    const call = client.updateInventoryBatch([untyped({ quantity: 1 })]);
    await assertRefused(call, /^petId must be a bigint/);
  });

  describe('a petId', () => {
    type PetIdCase = { title: string; petId: bigint | number; message: RegExp };
    const petIds: readonly PetIdCase[] = [
      {
        title: 'that may have been rounded',
        petId: -(2 ** 53),
        message: /^petId -9007199254740992 may have been rounded.* use a bigint/,
      },
      {
        title: 'with a fraction',
        petId: 1.5,
        message: /^petId 1\.5 is not an integer/,
      },
      {
        title: 'above 64 bits',
        petId: 2n ** 63n,
        message: /^petId 9223372036854775808 is not a 64-bit integer/,
      },
      {
        title: 'below 64 bits',
        petId: -(2n ** 63n) - 1n,
        message: /^petId -9223372036854775809 is not a 64-bit integer/,
      },
      {
        title: 'that is a text',
        petId: untyped('1'),
        message: /^petId must be a bigint or a number, not string/,
      },
      {
        title: 'that is null',
        petId: untyped(null),
        message: /^petId must be a bigint or a number/,
      },
    ];

    for (const { title, petId, message } of petIds) {
      test(`${title}, in every method that takes one`, async () => {
        const calls = {
          getInventoryItem: client.getInventoryItem(petId),
          updateInventory: client.updateInventory(petId, { quantity: 1 }),
          adjustInventory: client.adjustInventory(petId, { delta: 1 }),
          putInventoryItem: client.putInventoryItem(petId, { quantity: 1, status: 'sold' }),
          deleteInventoryItem: client.deleteInventoryItem(petId),
          updateInventoryBatch: client.updateInventoryBatch([{ petId, quantity: 1 }]),
          getInventoryHistory: client.getInventoryHistory(petId),
          'listInventory after a pet': client.listInventory({ after: petId }),
          'listInventory of some pets': client.listInventory({ petIds: [petId] }),
          listInventoryHistory: client.listInventoryHistory({ petId }),
        };

        const refusals = Object.entries(calls).map(([method, call]) =>
          assertRefused(call, message, method),
        );
        await Promise.all(refusals);
      });
    }
  });

  describe('an option of the client, without repeating its secret:', () => {
    const absolute = /^url must be an absolute URL that begins with http:\/\/ or https:/;
    const bare = /^url must have no user/;
    const noDuration = [Number.NaN, -1, '5'];

    const refused: readonly { option: string; message: RegExp; values: readonly unknown[] }[] = [
      {
        option: 'key',
        message: /^key must be an API key/,
        values: ['', 'paw_secret\n', 'paw_secret two', 'paw_secret€', undefined],
      },
      {
        option: 'url',
        message: absolute,
        values: ['', '/v1', '127.0.0.1:8080/v1', 'ftp://localhost/v1', 'http://'],
      },
      {
        option: 'url',
        message: bare,
        values: [
          'http://till:secret@localhost/v1',
          'http://localhost/v1?limit=1',
          'http://localhost/v1#top',
        ],
      },
      { option: 'timeoutMs', message: /^timeoutMs must be /, values: noDuration },
      { option: 'attemptTimeoutMs', message: /^attemptTimeoutMs must be /, values: noDuration },
      { option: 'idleTimeoutMs', message: /^idleTimeoutMs must be /, values: noDuration },
      { option: 'retries', message: /^retries must be /, values: noDuration },
    ];

    for (const { option, message, values } of refused) {
      for (const value of values) {
        test(`${option}: ${inspect(value)}`, () => {
          const create = () => new PawstockClient({ ...usable, [option]: value });
          assert.throws(create, (error: Error) => {
            assert.equal(error.name, 'TypeError');
            assert.match(error.message, message);
            assert.doesNotMatch(error.message, /secret/);
            return true;
          });
        });
      }
    }
  });
});

test('what is unusual but right is taken:', async (t) => {
  const petIds = [-(2 ** 53 - 1), -0, 2 ** 53 - 1];
  const pets = petIds.map((id) => ({ petId: BigInt(id), quantity: 1 }));
  const { port, secret: key } = await startService(t, { pets });

  for (const url of [`HTTP://LOCALHOST:${port}/v1`, `hTTp://127.0.0.1:${port}/v1//`]) {
    const unusual = new PawstockClient({ url, key });

    await t.test(`the URL ${url.replace(String(port), 'PORT')}`, async () => {
      assert.equal((await unusual.listInventory()).items.length, 3);
    });
  }

  const usual = new PawstockClient({ url: `http://127.0.0.1:${port}/v1`, key });

  for (const petId of petIds) {
    await t.test(`the safe integer ${petId} as a petId in a path`, async () => {
      const { item } = await usual.getInventoryItem(petId);
      assert.equal(item.petId, BigInt(petId));
    });

    await t.test(`the safe integer ${petId} as a petId in a body`, async () => {
      const { items } = await usual.updateInventoryBatch([{ petId, quantity: 3 }]);
      assert.equal(items[0]?.petId, BigInt(petId));
    });
  }

  await t.test('an idempotency key with spaces and signs inside', async () => {
    const options = { idempotencyKey: 'sale  R-1001 ~!" http://127.0.0.1//' };

    const first = await usual.adjustInventory(0, { delta: 1 }, options);
    const second = await usual.adjustInventory(0, { delta: 1 }, options);

    assert.equal(first.replayed, false);
    assert.equal(second.replayed, true, 'the service knows the key again');
  });
});
