import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import { PawstockClient } from 'pawstock-client/client.ts';
import { MailServer } from '../support/mail/mail-server.ts';
import { startService } from '../support/service/service.ts';
import { createKey, type Pet } from '../support/service/store-contents.ts';

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;

/** A text that looks like a field with a large number, which the client must not take for one. */
const likeAPetId = '"petId":12345678901234567890';

/** Starts a service with these pets, and returns a client for it. */
async function startClient(t: TestContext, pets?: readonly Pet[]): Promise<PawstockClient> {
  const { url, secret } = await startService(t, pets === undefined ? {} : { pets });
  return new PawstockClient({ url: `${url}/v1`, key: secret });
}

test('the list', async (t) => {
  const pets = [
    { petId: lowest, quantity: 10 },
    { petId: 2n, quantity: 20 },
    { petId: highest, quantity: 30 },
  ];
  const client = await startClient(t, pets);
  const [low, middle, high] = pets.map((pet) => ({ ...pet, status: 'available' }));

  await t.test('has all pets, and the last sequence of the ledger', async () => {
    const list = await client.listInventory();
    assert.deepEqual(list.items, [low, middle, high]);
    assert.equal(list.seq, 3);
    assert.equal(list.next, undefined);
  });

  await t.test('is cut at a limit, and says where the next page begins', async () => {
    const page = await client.listInventory({ limit: 2 });
    assert.deepEqual(page.items, [low, middle]);
    assert.equal(page.seq, 3);
    assert.equal(page.next, 2n);
  });

  await t.test('has only the pets that match filters', async () => {
    const filters = { minQuantity: 15, maxQuantity: 25, status: 'available' } as const;
    const { items } = await client.listInventory(filters);
    assert.deepEqual(items, [middle]);
  });

  await t.test('comes in pages', async () => {
    const pages = await Array.fromAsync(client.inventoryPages({ limit: 2 }));
    assert.deepEqual(
      pages.map(({ items }) => items),
      [[low, middle], [high]],
    );
  });

  await t.test('comes in pages of the pets that are asked for', async () => {
    const pages = await Array.fromAsync(client.inventoryPages({ petIds: [2, highest] }));
    assert.deepEqual(
      pages.map(({ items }) => items),
      [[middle, high]],
    );
  });

  await t.test('comes in no more pages than are read', async () => {
    for await (const { items } of client.inventoryPages({ limit: 1 })) {
      assert.deepEqual(items, [low]);
      break;
    }
  });
});

test('a client may be created', async (t) => {
  const { url, secret } = await startService(t);

  await t.test(
    'with time limits beyond the longest timer, which do not expire at once',
    async () => {
      const client = new PawstockClient({
        url: `${url}/v1`,
        key: secret,
        timeoutMs: 2 ** 31,
        attemptTimeoutMs: Number.POSITIVE_INFINITY,
        retries: 0,
      });
      assert.equal((await client.listInventory()).items.length, 1);
    },
  );

  await t.test('with a URL that ends with a slash', async () => {
    const client = new PawstockClient({ url: `${url}/v1/`, key: secret });
    assert.equal((await client.listInventory()).items.length, 1);
  });
});

test('the stock of one pet', async (t) => {
  const client = await startClient(t, [{ petId: lowest, quantity: 10 }]);
  const item = { petId: lowest, status: 'available' };

  await t.test('is read with its version', async () => {
    assert.deepEqual(await client.getInventoryItem(lowest), {
      item: { ...item, quantity: 10 },
      version: 1,
    });
  });

  await t.test('is updated, with a new version and the ID of the request', async () => {
    const update = await client.updateInventory(lowest, { quantity: 12, reason: 'count' });

    assert.match(update.requestId ?? '', /^[\w-]{36}$/);
    assert.deepEqual(update, {
      item: { ...item, quantity: 12 },
      version: 2,
      requestId: update.requestId,
      replayed: false,
    });
  });

  await t.test('is adjusted if it has the expected version', async () => {
    const adjustment = await client.adjustInventory(lowest, { delta: -2 }, { version: 2 });

    assert.deepEqual(adjustment.item, { ...item, quantity: 10 });
    assert.equal(adjustment.version, 3);
  });

  await t.test('is written with the fields that were read', async () => {
    const { item: found } = await client.getInventoryItem(lowest);

    const put = await client.putInventoryItem(lowest, { ...found, status: 'sold' });
    const update = await client.updateInventory(lowest, { ...found, quantity: 2 });

    assert.equal(put.item.status, 'sold');
    assert.equal(update.item.quantity, 2);
  });

  await t.test('is removed with the pet if it has the expected version', async () => {
    const { version } = await client.getInventoryItem(lowest);

    const removal = await client.deleteInventoryItem(lowest, { version });

    assert.equal(removal.replayed, false);
    assert.deepEqual((await client.listInventory()).items, []);
  });
});

test('a put', async (t) => {
  const client = await startClient(t, []);
  const pending = { quantity: 1, status: 'pending' } as const;

  await t.test('adds a pet that does not exist', async () => {
    const put = await client.putInventoryItem(4n, pending, { version: 0 });
    assert.deepEqual(put.item, { petId: 4n, ...pending });
    assert.equal(put.version, 1);
    assert.equal(put.added, true);
  });

  await t.test('replaces a pet that exists', async () => {
    const put = await client.putInventoryItem(4n, pending, { version: '*' });
    assert.deepEqual(put.item, { petId: 4n, ...pending });
    assert.equal(put.version, 2);
    assert.equal(put.added, false);
  });
});

test('a batch returns its items in the order of its rows', async (t) => {
  const client = await startClient(t, [
    { petId: 2n, quantity: 20 },
    { petId: highest, quantity: 30 },
  ]);

  const { items } = await client.updateInventoryBatch([
    { petId: highest, quantity: 31, version: 2 },
    { petId: 2n, quantity: 21, reason: 'arrival', note: 'late' },
  ]);

  assert.deepEqual(items, [
    { petId: highest, quantity: 31, status: 'available' },
    { petId: 2n, quantity: 21, status: 'available' },
  ]);
});

test('the history', async (t) => {
  const client = await startClient(t, [
    { petId: lowest, quantity: 10 },
    { petId: 2n, quantity: 20 },
  ]);
  const note = 'Two “behind” the shelf';
  const count = await client.updateInventory(lowest, { quantity: 12, reason: 'count', note });
  await client.adjustInventory(lowest, { delta: -2, reason: 'damage' });
  const page = await client.getInventoryHistory(lowest, { limit: 2 });
  const [damaged, counted] = page.entries;
  assert.ok(damaged !== undefined && counted !== undefined, 'two entries were returned');

  await t.test('of a pet begins with the latest change', async () => {
    const of = { petId: lowest, key: 'admin' };
    assert.partialDeepStrictEqual(page.entries, [
      { ...of, seq: 4, kind: 'adjust', before: 12, after: 10, delta: -2, reason: 'damage' },
      { ...of, seq: 3, kind: 'set', before: 10, after: 12, delta: 2, reason: 'count' },
    ]);
  });

  await t.test('has the notes of changes', () => {
    assert.equal(damaged.note, null);
    assert.equal(counted.note, note);
  });

  await t.test('has the ID of the request that made a change', () => {
    assert.equal(counted.requestId, count.requestId);
  });

  await t.test('has times as Date', () => {
    assert.ok(damaged.at instanceof Date);
    assert.ok(Math.abs(damaged.at.getTime() - Date.now()) < 3_600_000, `at ${damaged.at}`);
  });

  await t.test('is cut at a limit, and says where the next page begins', async () => {
    assert.equal(page.next, 3);

    const rest = await client.getInventoryHistory(lowest, { before: 3 });
    assert.deepEqual(
      rest.entries.map(({ kind }) => kind),
      ['import'],
    );
    assert.equal(rest.next, undefined, 'there are no more pages');
  });

  await t.test('of all pets is limited to one pet and to a span of time', async () => {
    const [imported] = (await client.getInventoryHistory(lowest, { before: 3 })).entries;
    const earlier = [counted, imported].filter((entry) => entry && entry.at < damaged.at);

    const { entries } = await client.listInventoryHistory({
      petId: lowest,
      since: new Date(0),
      until: damaged.at,
    });

    assert.deepEqual(entries, earlier);
  });

  await t.test('has the same entries as the stream of events', async () => {
    const stream = client.watchInventory({ after: 2 });
    assert.deepEqual((await stream.next()).value, counted);
    await stream.return();
  });

  const pages = [
    {
      title: 'the latest first',
      options: { limit: 2 },
      seqs: [
        [4, 3],
        [2, 1],
      ],
    },
    { title: 'from a sequence on', options: { after: 1, limit: 2 }, seqs: [[2, 3], [4]] },
    { title: 'of one pet', options: { petId: 2n }, seqs: [[2]] },
  ];

  for (const { title, options, seqs } of pages) {
    await t.test(`comes in pages, ${title}`, async () => {
      const found = await Array.fromAsync(client.historyPages(options));
      const filled = found.filter(({ entries }) => entries.length > 0);
      assert.deepEqual(
        filled.map(({ entries }) => entries.map(({ seq }) => seq)),
        seqs,
      );
    });
  }
});

test('the details of a pet', async (t) => {
  const pets = [1n, highest, lowest].map((petId) => ({ petId, quantity: 1 }));
  const client = await startClient(t, pets);
  const first = { ...noDetails, petId: lowest, name: likeAPetId, barcode: likeAPetId, lowAt: 0 };
  const last = { ...noDetails, petId: highest, name: 'Zoë 🐈' };

  await t.test('are not listed before there are any', async () => {
    assert.deepEqual((await client.listDetails()).details, []);
  });

  for (const details of [first, last]) {
    await t.test(`are set and read, for pet ${details.petId}`, async () => {
      assert.partialDeepStrictEqual(await client.updateDetails(details.petId, details), details);
      assert.deepEqual(await client.getPetDetails(details.petId), details);
    });
  }

  await t.test('are listed with every digit of the petIds', async () => {
    assert.deepEqual((await client.listDetails()).details, [first, last]);
  });

  await t.test('are set by a row of a batch', async () => {
    const row = { petId: 1n, quantity: 2, status: 'sold', name: 'Rex', barcode: '1' } as const;
    await client.updateInventoryBatch([row]);

    const details = await client.getPetDetails(1n);
    assert.deepEqual(details, { ...noDetails, petId: 1n, name: 'Rex', barcode: '1' });
  });

  await t.test('are no longer listed if all are removed', async () => {
    await client.updateDetails(highest, { name: null });

    const { details } = await client.listDetails();
    const listed = details.map(({ petId }) => petId);
    assert.deepEqual(listed, [lowest, 1n]);
  });

  await t.test('are not changed if another version was expected', async () => {
    const update = client.updateDetails(1n, { name: 'Tom' }, { version: 1 });
    await assert.rejects(update, { code: 'version_mismatch', version: 4 });
  });
});

const twoKinds = [
  { petId: 1n, quantity: 5 },
  { petId: highest, quantity: 5 },
];

test('a reservation', async (t) => {
  const client = await startClient(t, twoKinds);
  const one = [{ petId: highest, quantity: 2 }];
  const both = [...one, { petId: 1n, quantity: 1 }];
  const {
    reservation: first,
    replaced,
    version,
  } = await client.putReservation('a', { items: one }, { version: 0 });

  await t.test('is active until it expires', () => {
    assert.equal(replaced, false);
    assert.ok(first.expiresAt.getTime() > first.createdAt.getTime());
    assert.deepEqual(first, {
      id: 'a',
      state: 'active',
      items: one,
      note: null,
      key: 'admin',
      createdAt: first.createdAt,
      expiresAt: first.expiresAt,
      endedAt: null,
      sale: null,
    });
  });

  await t.test('is not replaced if another version was expected', async () => {
    const put = client.putReservation('a', { items: both }, { version: 0 });
    await assert.rejects(put, { code: 'version_mismatch', version });
  });

  await t.test('is replaced', async () => {
    const body = { items: both, expiresIn: 60, note: likeAPetId };
    const { reservation, replaced } = await client.putReservation('a', body, { version });
    assert.equal(replaced, true);
    assert.deepEqual(reservation.items, both);
    assert.equal(reservation.note, likeAPetId);
  });

  await t.test('is kept for longer', async () => {
    const before = await client.getReservation('a');
    const aDay = { expiresIn: 86_400 };
    const kept = await client.updateReservation('a', aDay, { version: before.version });

    const gainedMs = kept.reservation.expiresAt.getTime() - before.reservation.expiresAt.getTime();
    assert.ok(gainedMs > 3_600_000, `it was kept for ${gainedMs} ms more`);
    assert.deepEqual(await client.getReservation('a'), {
      reservation: kept.reservation,
      version: kept.version,
    });
  });
});

test('reservations', async (t) => {
  const client = await startClient(t, twoKinds);
  const ofBoth = [
    { petId: highest, quantity: 2 },
    { petId: 1n, quantity: 1 },
  ];
  const { reservation: a } = await client.putReservation('a', { items: ofBoth });
  const { reservation: b } = await client.putReservation('b:2', {
    items: [{ petId: 1, quantity: 4 }],
  });

  await t.test('are listed', async () => {
    const list = await client.listReservations();
    assert.deepEqual(list.reservations, [a, b]);
    assert.equal(list.next, undefined);
  });

  await t.test(
    'are listed up to a limit, with the ID after which the next page begins',
    async () => {
      const page = await client.listReservations({ limit: 1 });
      assert.deepEqual(page.reservations, [a]);
      assert.equal(page.next, 'a');
    },
  );

  await t.test('of a pet are listed after an ID', async () => {
    const { reservations } = await client.listReservations({ petId: highest, after: 'a' });
    assert.deepEqual(reservations, []);
  });

  await t.test('come in pages', async () => {
    const pages = await Array.fromAsync(client.reservationPages({ limit: 1 }));
    const ids = pages.flatMap(({ reservations }) => reservations.map(({ id }) => id));
    assert.deepEqual(ids, ['a', 'b:2']);
  });

  await t.test('are summed for each pet', async () => {
    const { reserved } = await client.listReserved();
    assert.deepEqual(reserved, [
      { petId: 1n, reserved: 5 },
      { petId: highest, reserved: 2 },
    ]);
  });

  await t.test('are summed for the pets after a pet', async () => {
    const { reserved } = await client.listReserved({ limit: 1, after: 1n });
    assert.deepEqual(reserved, [{ petId: highest, reserved: 2 }]);
  });

  await t.test('that are released reserve nothing', async () => {
    await client.releaseReservation('a');

    assert.equal((await client.getReservation('a')).reservation.state, 'released');
    assert.deepEqual((await client.listReserved()).reserved, [{ petId: 1n, reserved: 4 }]);
  });
});

test('the sale of a reservation', async (t) => {
  const client = await startClient(t, twoKinds);
  const items = [
    { petId: highest, quantity: 2 },
    { petId: 1n, quantity: 1 },
  ];
  const { version } = await client.putReservation('a', { items });
  const kept = await client.updateReservation('a', { expiresIn: 3_600 });
  const payment = { version: kept.version, idempotencyKey: 'payment 1' };

  await t.test('is refused if another browser tab has changed it', async () => {
    const sale = client.sellReservation('a', {}, { version });
    await assert.rejects(sale, { code: 'version_mismatch', version: kept.version });
  });

  const sale = await client.sellReservation('a', { note: 'paid' }, payment);

  await t.test('returns the stock that is left', () => {
    assert.equal(sale.replayed, false);
    assert.deepEqual(sale.items, [
      { petId: highest, quantity: 3, status: 'available' },
      { petId: 1n, quantity: 4, status: 'available' },
    ]);
  });

  await t.test('with the same idempotency key is the same sale', async () => {
    const again = await client.sellReservation('a', { note: 'paid' }, payment);
    assert.equal(again.replayed, true);
    assert.deepEqual(again.items, sale.items);
  });

  await t.test('leaves it as sold, with the ledger entries of the sale', async () => {
    const { reservation } = await client.getReservation('a');
    assert.equal(reservation.state, 'sold');
    assert.ok(reservation.endedAt instanceof Date);
    assert.deepEqual(reservation.sale, { firstSeq: 3, lastSeq: 4 });
  });

  await t.test('is in the history with the ID of the reservation', async () => {
    const { entries } = await client.listInventoryHistory({ petId: highest });
    assert.equal(entries[0]?.reservation, 'a');
  });
});

test('the time of day of the mail stays a text, and the time of the last mail is a Date', async (t) => {
  const server = await MailServer.start(t, { disabledCommands: ['STARTTLS'] });
  const limits = { mailTickMs: 24 * 3_600_000 };
  const { url, store } = await startService(t, { settings: server.settings(), limits });
  const key = await createKey(store, { name: 'owner', scope: 'owner' });
  const client = new PawstockClient({ url: `${url}/v1`, key });

  const { at, lastSentAt } = await client.testMail();

  assert.equal(at, '07:00');
  assert.ok(lastSentAt instanceof Date);
});

test('what is read again with its ETag', async (t) => {
  const client = await startClient(t);
  const list = await client.listInventory();
  const details = await client.listDetails();
  const reserved = await client.listReserved();

  await t.test('is undefined while the list is the same', async () => {
    assert.equal(await client.listInventory({}, { ifNoneMatch: list.etag }), undefined);
  });

  await t.test('is undefined while the details are the same', async () => {
    assert.equal(await client.listDetails({}, { ifNoneMatch: details.etag }), undefined);
  });

  await t.test('is undefined while the reserved quantities are the same', async () => {
    assert.equal(await client.listReserved({}, { ifNoneMatch: reserved.etag }), undefined);
  });

  await t.test('is the list if the ETag is undefined', async () => {
    const again = await client.listInventory({}, { ifNoneMatch: undefined });
    assert.equal(again?.seq, 1);
  });

  await t.test('is the list after a change of stock', async () => {
    await client.adjustInventory(1n, { delta: 1 });
    const later = await client.listInventory({}, { ifNoneMatch: list.etag });
    assert.equal(later?.seq, 2);
    assert.equal(later?.items[0]?.quantity, 11);
  });

  await t.test('is the details after a change of a name', async () => {
    await client.updateDetails(1n, { name: 'Rex' });
    const later = await client.listDetails({}, { ifNoneMatch: details.etag });
    assert.equal(later?.details[0]?.name, 'Rex');
  });

  await t.test('is the reserved quantities after a reservation', async () => {
    await client.putReservation('order', { items: [{ petId: 1n, quantity: 3 }] });
    const later = await client.listReserved({}, { ifNoneMatch: reserved.etag });
    assert.deepEqual(later?.reserved, [{ petId: 1n, reserved: 3 }]);
  });
});
