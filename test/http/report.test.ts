import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

type Paged = {
  until: string;
  pets: { petId: number; died: number; end: number }[];
  totals: Record<string, number | null>;
};

type Body = { timeZone: string; totals: Record<string, number | null>; days?: unknown[] };

const nextPageOf = (response: Response) =>
  /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];

test('a report in the time zone of the shop', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-28T18:00:00Z') };
  // A zone whose midnight is within an hour of other zones.
  const settings = { TIME_ZONE: 'asia/kathmandu' };
  const service = await startService(t, { now: () => clock.nowMs, pets: [], settings });
  const pet = '/v1/inventory/9007199254740993';
  await service.call('PUT', pet, { body: { quantity: 9, status: 'available' } });
  const sell = async (time: string, pieces: number) => {
    clock.nowMs = Date.parse(time);
    const body = { delta: -pieces, reason: 'sale' };
    await service.call('POST', `${pet}/adjustments`, { body });
  };
  await sell('2026-03-28T18:14:59.999Z', 1);
  await sell('2026-03-28T18:15:00Z', 2);
  const twoDays = 'since=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z&days=true';
  const report = (accept: string) =>
    service.call('GET', `/v1/inventory/report?${twoDays}`, { headers: { accept } });

  await t.test('is JSON for a caller that prefers JSON to a table', async () => {
    const response = await report('application/json, text/csv;q=0.5');

    assert.equal(response.headers.get('content-type'), 'application/json');
  });

  await t.test('names the time zone', async () => {
    const { timeZone } = (await (await report('application/json')).json()) as Body;

    assert.match(timeZone, /^Asia\/Kath?mandu$/);
  });

  await t.test('begins a day at midnight of the shop, to the millisecond', async () => {
    const { days } = (await (await report('application/json')).json()) as Body;

    assert.deepEqual(days, [
      { day: '2026-03-28', sold: 1, arrived: 0 },
      { day: '2026-03-29', sold: 2, arrived: 0 },
    ]);
  });

  await t.test('is a table for a caller that accepts one', async () => {
    const response = await report('text/csv');

    assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(await response.text(), /^petId,start,.*\r\n9007199254740993,0,6,3,/);
  });

  await sell('2026-05-05T12:00:00Z', 3);
  const soldIn = async (span: string) => {
    const response = await service.call('GET', `/v1/inventory/report?${span}`);
    const { totals } = (await response.json()) as Body;
    return totals['sold'];
  };

  await t.test('up to now has a change of this very millisecond', async () => {
    assert.equal(await soldIn('since=2026-05-05T12:00:00Z'), 3);
  });

  await t.test('up to a time has no change of that millisecond', async () => {
    assert.equal(await soldIn('since=2026-05-05T00:00:00Z&until=2026-05-05T12:00:00Z'), 0);
  });

  await t.test('up to now has all changes, also while the clock is behind the ledger', async () => {
    clock.nowMs -= 3 * 86_400_000;

    assert.equal(await soldIn('since=2026-05-05T12:00:00Z'), 3);
  });
});

test('a report in pages', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-28T18:00:00Z') };
  const pets = Array.from({ length: 250 }, (_, index) => ({ petId: BigInt(index), quantity: 2 }));
  const service = await startService(t, { now: () => clock.nowMs, pets });
  const whole = (await (await service.call('GET', '/v1/inventory/report')).json()) as Paged;

  const pages: Paged[] = [];
  let next: string | undefined = '/v1/inventory/report?limit=120';
  while (next !== undefined) {
    const response = await service.call('GET', next);
    pages.push((await response.json()) as Paged);
    next = nextPageOf(response);
    // Time goes on between the pages, and stock changes.
    clock.nowMs += 60_000;
    await service.call('PATCH', '/v1/inventory/3', { body: { quantity: 9 } });
  }

  await t.test('has each pet once', () => {
    const petIds = pages.flatMap(({ pets }) => pets.map(({ petId }) => petId));

    assert.equal(pages.length, 3, 'pages');
    assert.deepEqual(
      petIds,
      whole.pets.map(({ petId }) => petId),
    );
  });

  await t.test('is of the same span on each page, although time goes on', () => {
    for (const { until } of pages) assert.equal(until, whole.until);
  });

  await t.test('has the totals of all pages on each page', () => {
    for (const { totals } of pages) assert.deepEqual(totals, whole.totals);
  });
});

test('a report on some pets', async (t) => {
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 5 }));
  const service = await startService(t, { pets });
  const body = { delta: -1, reason: 'died' };
  await service.call('POST', '/v1/inventory/2/adjustments', { body });
  const path = '/v1/inventory/report?petIds=3,2&days=true';
  const { pets: rows, totals } = (await (await service.call('GET', path)).json()) as Paged;

  await t.test('has a row for each of them alone', () => {
    assert.deepEqual(
      rows.map(({ petId, died, end }) => ({ petId, died, end })),
      [
        { petId: 2, died: 1, end: 4 },
        { petId: 3, died: 0, end: 5 },
      ],
    );
  });

  await t.test('sums them alone', () => {
    assert.partialDeepStrictEqual(totals, { died: 1, end: 9 });
  });

  await t.test('has their pages as a table, too', async () => {
    const headers = { accept: 'text/csv' };
    const response = await service.call('GET', `${path}&after=2&limit=1`, { headers });

    const table = await response.text();

    assert.deepEqual(table.match(/^\d+/gm), ['3']);
  });
});
