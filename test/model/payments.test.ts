import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { collect } from '../../src/store/contents.ts';
import { inForm } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** A shop whose payment provider reports each payment one to five times, some of them weeks later. */

type Row = { readonly petId: number; readonly quantity: number };
type Reservation = { readonly state: string; readonly items: readonly Row[]; readonly etag: string };

type Order = {
  /** All other times are in seconds after this one. */
  readonly startsAt: number;
  readonly items: readonly Row[];
  readonly expiresIn: number;
  /** Another tab puts something else into the basket. */
  readonly replacements: readonly { readonly at: number; readonly items: readonly Row[] }[];
  readonly extensions: readonly number[];
  readonly releases: readonly number[];
  readonly paidAt: number | null;
  /** When the provider reports the payment, counted from the payment. */
  readonly reports: readonly number[];
};

const [minute, hour, day] = [60, 3_600, 86_400];
const petIds = [1, 2, 3];
const quantity = 3;

const soon = fc.constantFrom(0, 0, 1, 30, minute, 15 * minute);
const items = fc.uniqueArray(fc.record({ petId: fc.constantFrom(...petIds), quantity: fc.constantFrom(1, 2, 3) }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ petId }) => petId,
});
const order: fc.Arbitrary<Order> = fc.record({
  startsAt: fc.constantFrom(0, 0, 20, 2 * minute, hour, day),
  items,
  expiresIn: fc.constantFrom(10, minute, 15 * minute, day),
  replacements: fc.array(fc.record({ at: soon, items }), { maxLength: 2 }),
  extensions: fc.array(soon, { maxLength: 1 }),
  releases: fc.array(fc.oneof(soon, fc.constantFrom(hour, 2 * day)), { maxLength: 1 }),
  paidAt: fc.option(soon),
  reports: fc.array(
    fc.constantFrom(0, 0, 1, 30, 15 * minute, hour, 23 * hour, day, 25 * hour, 3 * day, 20 * day, 29 * day),
    { minLength: 1, maxLength: 5 },
  ),
});

/** Everything that happens at one time happens at once, in the order of the phases. */
type Event = { readonly at: number; readonly phase: number; readonly run: () => Promise<unknown> };

class Shop {
  readonly #service: TestService;
  /** What each customer has paid for, and in which version. */
  readonly #paid = new Map<string, Reservation>();
  /** Orders that the stock did not cover any more. Their money goes back at the end. */
  readonly refunded = new Set<string>();
  readonly sold = new Set<string>();

  constructor(service: TestService) {
    this.#service = service;
  }

  get paid(): ReadonlyMap<string, Reservation> {
    return this.#paid;
  }

  async call(method: string, id: string, body?: object, headers: Record<string, string> = {}) {
    const response = await this.#service.call(method, `/v1/reservations/${id}`, { body, headers });
    const text = await response.text();
    const { status } = response;
    assert.ok([200, 201, 204, 404, 409, 412].includes(status), text);
    const code = status < 400 ? 'done' : (JSON.parse(text) as { code: string }).code;
    return { code, text, etag: response.headers.get('etag') ?? '' };
  }

  async read(id: string): Promise<Reservation | undefined> {
    const { code, text, etag } = await this.call('GET', id);
    return code === 'done' ? { ...(JSON.parse(text) as Reservation), etag } : undefined;
  }

  /** The customer pays for what the basket holds now. */
  async pay(id: string): Promise<void> {
    const basket = await this.read(id);
    if (basket?.state === 'active') this.#paid.set(id, basket);
  }

  /** The provider says that the order is paid. The service alone knows whether it was sold already. */
  async hearOfPayment(id: string): Promise<void> {
    const paid = this.#paid.get(id);
    if (paid === undefined) return;
    for (let { etag } = paid, attempt = 0; ; attempt++) {
      assert.ok(attempt < 20, `${id} is never settled`);
      const headers = { 'if-match': etag, 'idempotency-key': `${id} ${etag}` };
      const { code } = await this.call('POST', `${id}/sale`, {}, headers);
      if (code === 'done') break;
      const now = await this.read(id);
      if (now?.state === 'sold') break;
      // It has expired, was released, or another tab has changed it: keep what the money was for.
      const again = await this.call('PUT', id, { items: paid.items }, now ? { 'if-match': now.etag } : {});
      if (again.code === 'insufficient_stock') {
        // Another report may have sold it meanwhile.
        if (!this.sold.has(id)) this.refunded.add(id);
        return;
      }
      etag = again.etag;
    }
    this.sold.add(id);
    this.refunded.delete(id);
  }
}

function eventsOf(shop: Shop, id: string, order: Order): Event[] {
  const { startsAt, items: rows, expiresIn, replacements, extensions, releases, paidAt, reports } = order;
  const events: Event[] = [
    { at: 0, phase: 0, run: () => shop.call('PUT', id, { items: rows, expiresIn }) },
    ...replacements.map((one) => ({
      at: one.at,
      phase: 2,
      run: () => shop.call('PUT', id, { items: one.items }),
    })),
    ...extensions.map((at) => ({ at, phase: 2, run: () => shop.call('PATCH', id, { expiresIn: day }) })),
    ...releases.map((at) => ({ at, phase: 2, run: () => shop.call('DELETE', id) })),
  ];
  if (paidAt !== null) {
    events.push({ at: paidAt, phase: 1, run: () => shop.pay(id) });
    for (const after of reports) events.push({ at: paidAt + after, phase: 2, run: () => shop.hearOfPayment(id) });
  }
  return events.map((event) => ({ ...event, at: startsAt + event.at }));
}

test('a payment that is reported once to five times, within 29 days, sells its order once', async (t) => {
  let nowMs = Date.parse('2026-03-01T08:00:00Z');
  const pets = petIds.map((petId) => ({ petId: BigInt(petId), quantity }));
  const service = await startService(t, { pets, now: () => nowMs });
  const counts = { orders: 0, sold: 0, refunded: 0, heardAgain: 0 };
  let rounds = 0;
  const property = fc.asyncProperty(
    fc.array(order, { minLength: 1, maxLength: 5 }),
    fc.array(fc.constantFrom(minute, hour, 2 * day, 29 * day), { maxLength: 3 }),
    async (orders, sweeps) => {
      // By now everything of the round before has expired.
      nowMs += 2 * day * 1000;
      const startMs = nowMs;
      const { seq } = await service.store.head();
      const round = ++rounds;
      for (const petId of petIds) await service.call('PATCH', `/v1/inventory/${petId}`, { body: { quantity } });
      const shop = new Shop(service);
      const ids = orders.map((_, index) => `order-${round}-${index}`);
      const events: Event[] = [
        ...orders.flatMap((one, index) => eventsOf(shop, ids[index] as string, one)),
        ...sweeps.map((at) => ({ at, phase: 0, run: () => service.store.sweep() })),
      ];
      const moments = Map.groupBy(events, ({ at, phase }) => at * 10 + phase);
      for (const [, together] of [...moments].sort(([one], [other]) => one - other)) {
        nowMs = startMs + (together[0]?.at ?? 0) * 1000;
        await Promise.all(together.map(({ run }) => run()));
      }

      const changes = await service.store.readAll(async (contents) => collect(contents.entries()));
      const sales = changes.filter((entry) => entry.seq > seq && entry.reservation !== null);
      for (const id of ids) {
        const entries = sales.filter(({ reservation }) => reservation === id);
        const sold = entries.map(({ petId, before, after }) => [Number(petId), (before ?? 0) - (after ?? 0)]);
        const paid = shop.sold.has(id) ? (shop.paid.get(id)?.items ?? []) : [];
        const expected = paid.map((row) => [row.petId, row.quantity]);
        assert.deepEqual(sold, expected, `${id}: exactly what was paid for, once, or nothing`);
        const isSettled = shop.sold.has(id) !== shop.refunded.has(id);
        assert.equal(isSettled, shop.paid.has(id), `${id}: the money is never kept for nothing`);
      }
      for (const petId of petIds) {
        const item = await service.call('GET', `/v1/inventory/${petId}`);
        const left = ((await item.json()) as Row).quantity;
        const gone = sales
          .filter((entry) => Number(entry.petId) === petId)
          .reduce((sum, { before, after }) => sum + (before ?? 0) - (after ?? 0), 0);
        assert.equal(left, quantity - gone);
      }
      counts.orders += orders.length;
      counts.sold += shop.sold.size;
      counts.refunded += shop.refunded.size;
      counts.heardAgain += orders.filter(
        ({ reports }, index) => reports.length > 1 && shop.sold.has(ids[index] ?? ''),
      ).length;
    },
  );
  const numRuns = inForm({ short: 25, long: 2_000 });
  await fc.assert(property, { seed: seedFor(t), numRuns });
  assert.deepEqual((await verify(service.store, () => undefined)).differences, []);
  t.diagnostic(JSON.stringify(counts));
});
