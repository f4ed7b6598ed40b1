import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import {
  type HistoryPage,
  type ListPage,
  PawstockClient,
  type ReservationPage,
} from 'pawstock-client/client.ts';
import { MailServer } from '../support/mail/mail-server.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

test('all operations with their options and results', async (t) => {
  const [low, high] = [-(2n ** 63n), 2n ** 63n - 1n];
  const { url, secret } = await startService(t, {
    pets: [low, 2n, high].map((petId, index) => ({ petId, quantity: 10 + 10 * index })),
  });
  // Time limits that exceed JavaScript's longest timer must not expire at once.
  const limits = { timeoutMs: 2 ** 31, attemptTimeoutMs: Number.POSITIVE_INFINITY, retries: 0 };
  const client = new PawstockClient({ url: `${url}/v1/`, key: secret, ...limits });
  const [one, two, three] = [low, 2n, high].map((petId, index) => ({
    petId,
    quantity: 10 + 10 * index,
    status: 'available',
  }));
  assert.partialDeepStrictEqual(await client.listInventory(), {
    items: [one, two, three],
    seq: 3,
    next: undefined,
  });
  assert.partialDeepStrictEqual(await client.listInventory({ limit: 2 }), {
    items: [one, two],
    seq: 3,
    next: 2n,
  });
  assert.partialDeepStrictEqual(
    await client.listInventory({ minQuantity: 15, maxQuantity: 25, status: 'available' }),
    {
      items: [two],
      seq: 3,
      next: undefined,
    },
  );
  assert.deepEqual(await client.getInventoryItem(low), { item: one, version: 1 });
  const item = { petId: low, status: 'available' };
  const set = await client.updateInventory(low, {
    quantity: 12,
    reason: 'count',
    note: 'Two “behind” the shelf',
  });
  assert.match(set.requestId ?? '', /^[\w-]{36}$/);
  assert.deepEqual(set, {
    item: { ...item, quantity: 12 },
    version: 4,
    requestId: set.requestId,
    replayed: false,
  });
  const adjusted = await client.adjustInventory(
    low,
    { delta: -2, reason: 'damage' },
    { version: 4 },
  );
  assert.partialDeepStrictEqual(adjusted, { item: { ...item, quantity: 10 }, version: 5 });
  const entry = { quantity: 1, status: 'pending' } as const;
  assert.partialDeepStrictEqual(await client.putInventoryItem(4n, entry, { version: 0 }), {
    item: { petId: 4n, ...entry },
    version: 6,
    added: true,
  });
  assert.partialDeepStrictEqual(await client.putInventoryItem(4n, entry, { version: '*' }), {
    item: { petId: 4n, ...entry },
    version: 7,
    added: false,
  });
  const { item: found } = await client.getInventoryItem(4n);
  // The client drops the petId of an item whose fields are reused as the body of a write.
  assert.equal(
    (await client.putInventoryItem(4n, { ...found, status: 'sold' })).item.status,
    'sold',
  );
  assert.equal((await client.updateInventory(4n, { ...found, quantity: 2 })).item.quantity, 2);
  assert.equal((await client.deleteInventoryItem(4n, { version: 9 })).replayed, false);
  const rows = [
    { petId: high, quantity: 31, version: 3 },
    { petId: 2n, quantity: 21, reason: 'arrival', note: 'late' },
  ] as const;
  assert.deepEqual((await client.updateInventoryBatch(rows)).items, [
    { ...three, quantity: 31 },
    { ...two, quantity: 21 },
  ]);
  const newest = await client.getInventoryHistory(low, { limit: 2 });
  const ofLow = { petId: low, key: 'admin' };
  assert.partialDeepStrictEqual(newest.entries, [
    { ...ofLow, seq: 5, kind: 'adjust', before: 12, after: 10, delta: -2, reason: 'damage' },
    { ...ofLow, seq: 4, kind: 'set', before: 10, after: 12, delta: 2, reason: 'count' },
  ]);
  assert.equal(newest.entries.length, 2);
  assert.equal(newest.entries[0]?.note, null);
  assert.equal(newest.entries[1]?.note, 'Two “behind” the shelf');
  assert.equal(newest.next, 4);
  const rest = await client.getInventoryHistory(low, { before: 4 });
  assert.deepEqual(
    rest.entries.map(({ kind }) => kind),
    ['import'],
  );
  assert.equal(rest.next, undefined, 'there are no more pages');
  const [damaged, counted] = newest.entries;
  assert.ok(damaged?.at instanceof Date);
  assert.ok(damaged.at.getTime() > Date.now() - 60_000, `damaged at ${damaged.at}`);
  assert.equal(counted?.requestId, set.requestId);
  const watched = client.watchInventory({ after: 3 });
  assert.deepEqual((await watched.next()).value, counted);
  await watched.return();
  const { entries } = await client.listInventoryHistory({
    petId: low,
    since: new Date(0),
    until: damaged.at,
  });
  const older = [...newest.entries, ...rest.entries].filter(({ at }) => at < damaged.at);
  assert.deepEqual(entries, older);
});

test('every page of a list, of the history and of the reservations', async (t) => {
  const pets = [1n, 2n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 9 }));
  const { url, secret } = await startService(t, { pets });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  for (const id of ['a', 'b', 'c'])
    await client.putReservation(id, { items: [{ petId: 1n, quantity: 1 }] });
  const pagesOf = async <Page>(
    pages: AsyncIterable<Page>,
    shown: (page: Page) => readonly unknown[],
  ) => (await Array.fromAsync(pages)).map(shown);
  const petIds = ({ items }: ListPage) => items.map(({ petId }) => petId);
  assert.deepEqual(await pagesOf(client.inventoryPages({ limit: 2 }), petIds), [
    [1n, 2n],
    [2n ** 63n - 1n],
  ]);
  assert.deepEqual(await pagesOf(client.inventoryPages({ petIds: [2, 2n ** 63n - 1n] }), petIds), [
    [2n, 2n ** 63n - 1n],
  ]);
  const seqs = ({ entries }: HistoryPage) => entries.map(({ seq }) => seq);
  assert.deepEqual(await pagesOf(client.historyPages({ limit: 2 }), seqs), [[3, 2], [1]]);
  assert.deepEqual(await pagesOf(client.historyPages({ after: 0, limit: 2 }), seqs), [[1, 2], [3]]);
  assert.deepEqual((await pagesOf(client.historyPages({ petId: 2n }), seqs)).flat(), [2]);
  const ids = ({ reservations }: ReservationPage) => reservations.map(({ id }) => id);
  assert.deepEqual(await pagesOf(client.reservationPages({ limit: 2 }), ids), [['a', 'b'], ['c']]);
  // If the consumer stops, the client requests no further page.
  for await (const page of client.inventoryPages({ limit: 1 })) {
    assert.deepEqual(petIds(page), [1n]);
    break;
  }
});

test('names are set, listed with every digit, and removed', async (t) => {
  const pets = [1n, 2n ** 63n - 1n, -(2n ** 63n)].map((petId) => ({ petId, quantity: 1 }));
  const { url, secret } = await startService(t, { pets });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const barcode = '"petId":12345678901234567890';
  const [first, last] = [
    { ...noDetails, petId: -(2n ** 63n), name: barcode, barcode, lowAt: 0 },
    { ...noDetails, petId: 2n ** 63n - 1n, name: 'Zoë 🐈' },
  ];
  assert.deepEqual((await client.listDetails()).details, []);
  for (const details of [first, last]) {
    assert.partialDeepStrictEqual(await client.updateDetails(details.petId, details), details);
    assert.deepEqual(await client.getPetDetails(details.petId), details);
  }
  assert.deepEqual((await client.listDetails()).details, [first, last]);
  const rows = [{ petId: 1n, quantity: 2, status: 'sold', name: 'Rex', barcode: '1' } as const];
  await client.updateInventoryBatch(rows);
  await client.updateDetails(last.petId, { name: null });
  assert.deepEqual((await client.listDetails()).details, [
    first,
    { ...noDetails, petId: 1n, name: 'Rex', barcode: '1' },
  ]);
  await assert.rejects(client.updateDetails(1n, { name: 'Tom' }, { version: 1 }), {
    code: 'version_mismatch',
    version: 4,
  });
});

test('stock is reserved, kept, sold and released, with every digit', async (t) => {
  const huge = 2n ** 63n - 1n;
  const pets = [1n, huge].map((petId) => ({ petId, quantity: 5 }));
  const { url, secret } = await startService(t, { pets });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const first = { petId: huge, quantity: 2 };
  const items = [first, { petId: 1n, quantity: 1 }];
  const { reservation, replaced, version } = await client.putReservation(
    'a',
    { items: [first] },
    { version: 0 },
  );
  const { createdAt, expiresAt } = reservation;
  const active = { id: 'a', state: 'active', endedAt: null, sale: null, key: 'admin' } as const;
  assert.deepEqual(
    [reservation, replaced],
    [{ ...active, items: [first], note: null, createdAt, expiresAt }, false],
  );
  await assert.rejects(client.putReservation('a', { items }, { version: 0 }), {
    code: 'version_mismatch',
    version,
  });
  const note = '"petId":12345678901234567890';
  const again = await client.putReservation('a', { items, expiresIn: 60, note }, { version });
  assert.deepEqual(
    [again.reservation.items, again.replaced, again.reservation.note],
    [items, true, note],
  );
  const kept = await client.updateReservation(
    'a',
    { expiresIn: 3_600 },
    { version: again.version },
  );
  assert.ok(
    kept.reservation.expiresAt.getTime() - again.reservation.expiresAt.getTime() > 3_000_000,
  );
  assert.deepEqual(await client.getReservation('a'), {
    reservation: kept.reservation,
    version: kept.version,
  });
  const { reservation: other } = await client.putReservation('b:2', {
    items: [{ petId: 1, quantity: 4 }],
  });
  assert.deepEqual(await client.listReservations(), {
    reservations: [kept.reservation, other],
    next: undefined,
  });
  assert.deepEqual(await client.listReservations({ limit: 1 }), {
    reservations: [kept.reservation],
    next: 'a',
  });
  assert.deepEqual((await client.listReservations({ petId: huge, after: 'a' })).reservations, []);
  const reserved = [
    { petId: 1n, reserved: 5 },
    { petId: huge, reserved: 2 },
  ];
  assert.deepEqual((await client.listReserved()).reserved, reserved);
  assert.deepEqual(
    (await client.listReserved({ limit: 1, after: 1n })).reserved,
    reserved.slice(1),
  );
  // A second browser tab has changed the reservation, so selling the version of the first tab is
  // refused.
  await assert.rejects(client.sellReservation('a', {}, { version }), {
    code: 'version_mismatch',
    version: kept.version,
  });
  const payment = { version: kept.version, idempotencyKey: 'payment 1' };
  const sold = await client.sellReservation('a', { note: 'paid' }, payment);
  assert.deepEqual(sold.items, [
    { petId: huge, quantity: 3, status: 'available' },
    { petId: 1n, quantity: 4, status: 'available' },
  ]);
  const twice = await client.sellReservation('a', { note: 'paid' }, payment);
  assert.deepEqual([twice.items, sold.replayed, twice.replayed], [sold.items, false, true]);
  await client.releaseReservation('b:2');
  const ended = await client.getReservation('a');
  assert.deepEqual(
    [ended.reservation.state, ended.reservation.sale],
    ['sold', { firstSeq: 3, lastSeq: 4 }],
  );
  assert.ok(ended.reservation.endedAt instanceof Date);
  assert.equal((await client.listInventoryHistory({ petId: huge })).entries[0]?.reservation, 'a');
});

test('the time of day of the mail stays a text, and the time of the last one is a Date', async (t) => {
  const server = await MailServer.start(t, { disabledCommands: ['STARTTLS'] });
  const limits = { mailTickMs: 24 * 3_600_000 };
  const { url, store } = await startService(t, { settings: server.settings(), limits });
  const key = await createKey(store, { name: 'owner', scope: 'owner' });
  const client = new PawstockClient({ url: `${url}/v1`, key });
  const { at, lastSentAt } = await client.testMail();
  assert.equal(at, '07:00');
  assert.ok(lastSentAt instanceof Date);
});

test('a list that is read again with its etag is undefined while it is the same', async (t) => {
  const { url, secret } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const list = await client.listInventory();
  assert.equal(await client.listInventory({}, { ifNoneMatch: list.etag }), undefined);
  assert.equal((await client.listInventory({}, { ifNoneMatch: undefined }))?.seq, 1);

  await client.adjustInventory(1n, { delta: 1 });
  const later = await client.listInventory({}, { ifNoneMatch: list.etag });
  assert.deepEqual([later?.seq, later?.items[0]?.quantity], [2, 11]);
});

test('details and reserved quantities can be read again with their etag', async (t) => {
  const { url, secret } = await startService(t);
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const [details, reserved] = [await client.listDetails(), await client.listReserved()];
  assert.equal(await client.listDetails({}, { ifNoneMatch: details.etag }), undefined);
  assert.equal(await client.listReserved({}, { ifNoneMatch: reserved.etag }), undefined);

  await client.updateDetails(1n, { name: 'Rex' });
  await client.putReservation('order', { items: [{ petId: 1n, quantity: 3 }] });
  const named = await client.listDetails({}, { ifNoneMatch: details.etag });
  assert.equal(named?.details[0]?.name, 'Rex');
  const held = await client.listReserved({}, { ifNoneMatch: reserved.etag });
  assert.deepEqual(held?.reserved, [{ petId: 1n, reserved: 3 }]);
});

test('what is no ETag is refused before anything is sent', async () => {
  const client = new PawstockClient({ url: 'http://127.0.0.1:9/v1', key: 'paw_x' });
  for (const ifNoneMatch of ['', '7', '*', '"a"\n', '"ä"'])
    await assert.rejects(client.listReserved({}, { ifNoneMatch }), TypeError);
});
