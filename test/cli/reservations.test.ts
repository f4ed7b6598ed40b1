import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { openRemoteCli } from '../support/service/cli-harness.ts';

test('reservations are listed, also those of one pet, and released', async (t) => {
  const { env, pawstock, pawstockShared } = await openRemoteCli(t, [
    { petId: 7n, quantity: 9 },
    { petId: -9223372036854775808n, quantity: 2 },
  ]);
  const { PAWSTOCK_URL: url = '', PAWSTOCK_API_KEY: key = '' } = env as Record<string, string>;
  const client = new PawstockClient({ url, key });
  assert.equal((await pawstockShared('reservations')).stdout, '');
  const items = [
    { petId: -9223372036854775808n, quantity: 2 },
    { petId: 7, quantity: 1 },
  ];
  const { reservation: first } = await client.reserve('order-1', { items, note: 'a\tnote' });
  await client.reserve('order-2', { items: [{ petId: 7, quantity: 3 }] });
  const { stdout, code } = await pawstock('reservations');
  assert.equal(code, 0);
  const [one, two] = stdout.split('\n');
  const pets = '2 × -9223372036854775808, 1 × 7';
  assert.equal(one, ['order-1', first.createdAt, first.expiresAt, 'till', pets, 'a note'].join('\t'));
  assert.match(two ?? '', /^order-2\t.*\ttill\t3 × 7\t$/);
  const listed = JSON.parse((await pawstockShared('reservations list --json')).stdout) as { id: string }[];
  assert.deepEqual(
    listed.map(({ id }) => id),
    ['order-1', 'order-2'],
  );
  const ofPet = await pawstockShared('reservations list --pet -9223372036854775808');
  assert.match(ofPet.stdout, /^order-1\t.*\n$/);
  const released = await pawstockShared('reservations release order-1');
  assert.deepEqual([released.code, released.stdout], [0, 'Reservation order-1 is released.\n']);
  const again = await pawstockShared('reservations release order-1');
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^pawstock: There is no reservation order-1\./);
  assert.deepEqual(await client.listReserved(), [{ petId: 7n, reserved: 3 }]);
});
