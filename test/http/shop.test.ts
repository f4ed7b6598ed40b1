import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: Number(petId) * 3 }));

async function startShop(t: Parameters<typeof startService>[0]) {
  const service = await startService(t, { pets, settings: { TIME_ZONE: 'Asia/Tokyo' } });
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const headers = { authorization: `Bearer ${owner}` };
  const change = (body: unknown) => service.call('PATCH', '/v1/shop', { headers, body });
  const lowPets = async () => {
    const list = await service.call('GET', '/v1/inventory?low=true');
    return ((await list.json()) as { petId: number }[]).map(({ petId }) => petId);
  };
  return { service, headers, change, lowPets };
}

describe('GET and PATCH /v1/shop', { concurrency: 3 }, () => {
  test('the level of the shop is 5 at first', async (t) => {
    const { service, lowPets } = await startShop(t);

    const shop = await (await service.call('GET', '/v1/shop')).json();

    assert.deepEqual(shop, { lowAt: 5, timeZone: 'Asia/Tokyo' });
    assert.deepEqual(await lowPets(), [1]);
  });

  test('the level of the shop decides which pets are low', async (t) => {
    const { change, lowPets } = await startShop(t);

    const changed = await change({ lowAt: 6 });

    assert.equal(changed.status, 200);
    assert.deepEqual(await changed.json(), { lowAt: 6, timeZone: 'Asia/Tokyo' });
    assert.deepEqual(await lowPets(), [1, 2]);
  });

  test('a pet with a level of its own keeps it', async (t) => {
    const { service, change, lowPets } = await startShop(t);
    await service.call('PATCH', '/v1/inventory/1/details', { body: { lowAt: 0 } });

    await change({ lowAt: 9 });

    assert.deepEqual(await lowPets(), [2, 3]);
  });

  test('another instance has the new level at once', async (t) => {
    const { service, change, headers } = await startShop(t);
    const other = await startService(t, {
      pets: [],
      settings: { DATABASE_URL: service.database },
      secret: service.secret,
    });
    await change({ lowAt: 7 });

    const shop = await (await other.call('GET', '/v1/shop', { headers })).json();

    assert.equal((shop as { lowAt: number }).lowAt, 7);
  });

  test('a change with an Idempotency-Key', async (t) => {
    const { service, headers, change } = await startShop(t);
    const withKey = { ...headers, 'idempotency-key': 'level-1' };
    const sendOnce = (lowAt: number) =>
      service.call('PATCH', '/v1/shop', { headers: withKey, body: { lowAt } });
    const first = await sendOnce(6);
    await change({ lowAt: 8 });

    await t.test('is no replay at first', () => {
      assert.equal(first.headers.get('idempotent-replayed'), null);
    });

    await t.test('gets the first response again when it is repeated', async () => {
      const repeated = await sendOnce(6);

      assert.equal(repeated.status, 200);
      assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(await repeated.json(), { lowAt: 6, timeZone: 'Asia/Tokyo' });
    });

    await t.test('changes nothing when it is repeated', async () => {
      const shop = await (await service.call('GET', '/v1/shop', { headers })).json();

      assert.equal((shop as { lowAt: number }).lowAt, 8);
    });

    await t.test('is refused when another one had the key', async () => {
      const different = await sendOnce(7);

      assert.equal(different.status, 422);

      const { code } = (await different.json()) as { code: string };

      assert.equal(code, 'idempotency_key_reused');
    });
  });

  test('a change is among the actions of owners, with the key that made it', async (t) => {
    const { service, headers, change } = await startShop(t);
    await change({ lowAt: 6 });
    const response = await service.call('GET', '/v1/actions', { headers });
    const actions = (await response.json()) as { action: string; keyId: number | null }[];
    const [latest] = actions;
    assert.partialDeepStrictEqual(latest, { action: 'shop.update', name: null, key: 'owner' });
    assert.ok(Number.isSafeInteger(latest?.keyId), `the id of the key is ${latest?.keyId}`);
    assert.equal(actions.filter(({ action }) => action === 'shop.update').length, 1);
  });

  for (const condition of ['if-match', 'if-none-match']) {
    test(`the settings have no version, so ${condition} is refused`, async (t) => {
      const { service, headers } = await startShop(t);
      const refused = await service.call('PATCH', '/v1/shop', {
        headers: { ...headers, [condition]: '*' },
        body: { lowAt: 6 },
      });
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /"invalid_header"/);
      const shop = await (await service.call('GET', '/v1/shop')).json();
      assert.equal((shop as { lowAt: number }).lowAt, 5);
    });
  }

  test('a change is refused', async (t) => {
    const { service, change } = await startShop(t);

    await t.test('from a caller who is no owner', async () => {
      const refused = await service.call('PATCH', '/v1/shop', { body: { lowAt: 1 } });

      assert.equal(refused.status, 403);
    });

    for (const { title, body } of [
      { title: 'without a field', body: {} },
      { title: 'to a negative level', body: { lowAt: -1 } },
      { title: 'to half a piece', body: { lowAt: 1.5 } },
      { title: 'to null', body: { lowAt: null } },
      { title: 'of an unknown field', body: { lowAt: 1, x: 2 } },
    ]) {
      await t.test(title, async () => {
        assert.equal((await change(body)).status, 400);
      });
    }
  });
});
