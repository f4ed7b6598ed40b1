import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';

const huge = 2n ** 63n - 1n;
const pets = [
  { petId: 1n, quantity: 5 },
  { petId: 2n, quantity: 3 },
  { petId: huge, quantity: 2 },
];

type Row = { petId: number; quantity: number };
type Body = { id: string; expiresAt: string; state: string };

const pathOf = (id: string) => `/v1/reservations/${id}`;

const reserve = (service: TestService, id: string, rows: Row[], more: object = {}) =>
  service.call('PUT', pathOf(id), { body: { items: rows, ...more } });

const sell = (service: TestService, id: string) =>
  service.call('POST', `${pathOf(id)}/sale`, { body: {} });

const adjust = (service: TestService, petId: number, delta: number) =>
  service.call('POST', `/v1/inventory/${petId}/adjustments`, { body: { delta } });

const setTo = (service: TestService, petId: number, quantity: number) =>
  service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity } });

const row = (petId: number, quantity: number): Row => ({ petId, quantity });

async function assertRefused(
  response: Response,
  expected: { readonly status: number; readonly code: string; readonly message?: string | RegExp },
): Promise<void> {
  const { code, message } = (await response.json()) as { code: string; message: string };
  assert.equal(response.status, expected.status, message);
  assert.equal(code, expected.code);
  if (expected.message instanceof RegExp) assert.match(message, expected.message);
  else if (expected.message !== undefined) assert.equal(message, expected.message);
}

const insufficientStock = { status: 409, code: 'insufficient_stock' };

/** Starts a service in which 4 of the 5 pieces of pet 1 and 2 of the 3 of pet 2 are reserved. */
async function startWithReservation(t: TestContext) {
  const service = await startService(t, { pets });
  const response = await reserve(service, 'a', [row(1, 4), row(2, 2)]);
  assert.equal(response.status, 201);
  const { expiresAt } = (await response.json()) as Body;
  return {
    service,
    etag: response.headers.get('etag'),
    /** What a refusal says about pet 1. */
    stockOfPet1: `Pet 1 has 5 in stock, and 4 reserved until ${expiresAt} at the latest.`,
  };
}

test('stock that is reserved', async (t) => {
  const { service, stockOfPet1 } = await startWithReservation(t);

  await t.test('cannot be reserved again, and the refusal says how much is free', async () => {
    await assertRefused(await reserve(service, 'b', [row(2, 1), row(1, 2)]), {
      ...insufficientStock,
      message: `Row 2: ${stockOfPet1} Reserve at most 1.`,
    });
  });

  await t.test('cannot be taken, and the refusal says how much is free', async () => {
    await assertRefused(await adjust(service, 1, -2), {
      ...insufficientStock,
      message: `${stockOfPet1} Remove at most 1.`,
    });
  });

  await t.test('leaves the rest to be taken', async () => {
    assert.equal((await adjust(service, 1, -1)).status, 200);
  });

  await t.test('makes a refusal say to wait or to release, once nothing else is left', async () => {
    await assertRefused(await adjust(service, 1, -1), {
      ...insufficientStock,
      message: /Wait, or release a reservation\.$/,
    });
  });
});

test('a reservation of more than there is left', async (t) => {
  const { service, etag } = await startWithReservation(t);

  await t.test('does not refuse a count, which states a fact', async () => {
    assert.equal((await setTo(service, 1, 3)).status, 200);
  });

  await t.test('cannot be sold, and the refusal says how much there is', async () => {
    const response = await sell(service, 'a');

    assert.equal(response.headers.get('etag'), etag);
    await assertRefused(response, {
      ...insufficientStock,
      message: 'Row 1: Pet 1 has only 3 in stock. Sell at most 3.',
    });
  });

  await t.test('cannot be replaced by one of as much', async () => {
    const response = await reserve(service, 'a', [row(1, 4)]);

    assert.equal(response.headers.get('etag'), etag);
    await assertRefused(response, insufficientStock);
  });

  await t.test('cannot be replaced by one of a pet that is not there', async () => {
    const response = await reserve(service, 'a', [row(77, 1)]);

    assert.equal(response.headers.get('etag'), etag);
    await assertRefused(response, { status: 404, code: 'pet_not_found' });
  });

  await t.test('can be sold as soon as there is enough', async () => {
    assert.equal((await adjust(service, 1, +1)).status, 200);
    assert.equal((await sell(service, 'a')).status, 200);
  });
});

test('a pet that is out of stock cannot be reserved, and the refusal says to add some', async (t) => {
  const service = await startService(t, { pets });

  await setTo(service, 1, 0);

  await assertRefused(await reserve(service, 'c', [row(1, 1)]), {
    ...insufficientStock,
    message: /^Row 1: Pet 1 is out of stock\. Add stock /,
  });
});

test('a pet with reservations', async (t) => {
  const service = await startService(t, { pets });

  assert.equal((await reserve(service, 'c', [row(1, 1)])).status, 201);

  await t.test('can be replaced, which states a fact', async () => {
    const body = { quantity: 1, status: 'pending' };

    assert.equal((await service.call('PUT', '/v1/inventory/1', { body })).status, 200);
  });

  await t.test('can be removed, which states a fact', async () => {
    assert.equal((await service.call('DELETE', '/v1/inventory/1')).status, 204);
  });

  await t.test('cannot be sold once it is removed', async () => {
    await assertRefused(await sell(service, 'c'), {
      ...insufficientStock,
      message:
        'Row 1: Pet 1 is no longer in the inventory, so what is reserved of it cannot be sold.',
    });
  });
});

test('a reservation has at most a hundred rows', async (t) => {
  const service = await startService(t, { pets });

  const tooMany = Array.from({ length: 101 }, (_, petId) => row(petId, 1));

  await assertRefused(await reserve(service, 'x', tooMany), {
    status: 400,
    code: 'invalid_value',
  });
});

test('a reservation names each pet once', async (t) => {
  const service = await startService(t, { pets });

  const twice = [row(1, 1), row(1, 1)];

  await assertRefused(await reserve(service, 'x', twice), { status: 400, code: 'invalid_value' });
});

test('a reservation is refused with the row and the fault of a wrong quantity', async (t) => {
  const service = await startService(t, { pets });

  await assertRefused(await reserve(service, 'x', [row(1, 1), row(2, -1)]), {
    status: 400,
    code: 'invalid_value',
    message: 'Row 2: "quantity" must be an integer from 1 to 9007199254740991.',
  });
});

test('two reservations', async (t) => {
  const service = await startService(t, { pets });

  assert.equal((await reserve(service, 'b', [row(1, 1)])).status, 201);

  await t.test('have every digit of a petId', async () => {
    const raw = `{"items":[{"petId":${huge},"quantity":2.0}]}`;

    assert.equal((await service.call('PUT', pathOf('a~B:c._-'), { raw })).status, 201);
  });

  await t.test('are listed in pages', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'a page leads to the next',
        call: 'GET /v1/reservations?limit=1',
        expected: 200,
        headers: { link: '</v1/reservations?limit=1&after=a%7EB%3Ac._->; rel="next"' },
      },
      {
        title: 'the last page leads to none',
        call: 'GET /v1/reservations?limit=1&after=a%7EB%3Ac._-',
        expected: 200,
        headers: { link: null },
      },
    ]);
  });

  await t.test('are summed for each pet', async () => {
    const sums = await service.call('GET', '/v1/inventory/reserved');

    const expected = `[{"petId":1,"reserved":1},{"petId":${huge},"reserved":2}]`;
    assert.equal(await sums.text(), expected);
  });

  await t.test('are sold without a body', async () => {
    assert.equal((await service.call('POST', `${pathOf('b')}/sale`)).status, 200);
  });
});

/** Starts a service with four reservations, whose pages end before they have four rows. */
async function startWithPages(t: TestContext) {
  const service = await startService(t, { pets, limits: { reservationPageRowsMax: 3 } });
  await reserve(service, 'a', [row(1, 1), row(2, 1)]);
  await reserve(service, 'b', [row(1, 1)]);
  await reserve(service, 'c', [row(2, 1)]);
  await reserve(service, 'd', [row(1, 1), row(2, 1)]);
  return service;
}

const idsIn = async (response: Response) => ((await response.json()) as Body[]).map(({ id }) => id);

/** Follows the links from a page to the last one, and returns the ids on each of them. */
async function pagesFrom(service: TestService, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const response = await service.call('GET', next);
    pages.push(await idsIn(response));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return pages;
}

test('a page of reservations', async (t) => {
  const service = await startWithPages(t);

  await t.test('ends before it has too many rows, with a Link to the rest', async () => {
    assert.deepEqual(await pagesFrom(service, '/v1/reservations'), [
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  await t.test('of one pet ends before it has too many rows', async () => {
    assert.deepEqual(await pagesFrom(service, '/v1/reservations?petId=2'), [['a', 'c'], ['d']]);
  });

  await t.test('has no more reservations than were asked for', async () => {
    const pages = await pagesFrom(service, '/v1/reservations?limit=1');

    assert.deepEqual(pages, [['a'], ['b'], ['c'], ['d']]);
  });
});

test('a reservation that alone has too many rows for a page is a page', async (t) => {
  const service = await startService(t, { pets, limits: { reservationPageRowsMax: 1 } });
  await reserve(service, 'a', [row(1, 1), row(2, 1)]);

  const response = await service.call('GET', '/v1/reservations');

  assert.deepEqual(await idsIn(response), ['a']);
  assert.equal(response.headers.get('link'), null);
});

const versionIn = (response: Response) => Number(response.headers.get('etag')?.slice(1, -1));

test('a sold reservation', async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { pets, now: () => nowMs });
  await reserve(service, 'order', [row(2, 1), row(1, 2)]);
  nowMs += 1_000;
  const soldAtMs = nowMs;
  const sold = await sell(service, 'order');
  const soldAt = new Date(soldAtMs).toISOString();
  const alreadySold = {
    status: 409,
    code: 'reservation_ended',
    message: `Reservation order was sold at ${soldAt}. Use another id for another order.`,
  };

  await t.test('is not sold again', async () => {
    await assertRefused(await sell(service, 'order'), alreadySold);
  });

  await t.test('is not reserved anew', async () => {
    await assertRefused(await reserve(service, 'order', [row(1, 1)]), alreadySold);
  });

  await t.test('is remembered for 30 days, to the millisecond, also after a sweep', async () => {
    nowMs = soldAtMs + limits.endedReservationMs - 1;

    await service.store.sweep();

    await assertRefused(await sell(service, 'order'), alreadySold);
    await assertRefused(await reserve(service, 'order', [row(1, 1)]), alreadySold);
  });

  await t.test('is forgotten then, also before a sweep', async () => {
    nowMs = soldAtMs + limits.endedReservationMs;

    assert.equal((await service.call('GET', pathOf('order'))).status, 404);
    assert.equal((await sell(service, 'order')).status, 404);
  });

  await t.test('is swept then', async () => {
    const swept = await service.store.sweep();

    assert.deepEqual(swept, { expired: 0, forgotten: 1, isDone: true });
  });

  await t.test('leaves a time behind which the clock of the store does not go back', async () => {
    assert.equal((await service.store.head()).atMs, nowMs);
  });

  await t.test('leaves its id for another order, whose version is higher', async () => {
    const other = await reserve(service, 'order', [row(1, 1)]);

    assert.equal(other.status, 201);
    assert.ok(versionIn(other) > versionIn(sold), 'a version came back');
  });
});

test('an expired reservation', async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { pets, now: () => nowMs });
  await reserve(service, 'basket', [row(1, 1)], { expiresIn: 5 });
  nowMs += 5_000;
  const read = () => service.call('GET', pathOf('basket'));

  await t.test('is the same to callers before and after it was swept', async () => {
    const before = await read();
    const swept = await service.store.sweep();

    const after = await read();

    assert.equal(swept.expired, 1, 'the sweep had nothing to do');
    assert.equal(after.headers.get('etag'), before.headers.get('etag'));
    assert.equal(await after.text(), await before.text());
  });

  await t.test('is remembered as expired', async () => {
    nowMs += limits.endedReservationMs - 1;

    assert.equal(((await (await read()).json()) as Body).state, 'expired');
  });
});
