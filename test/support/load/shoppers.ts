import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { PawstockClient } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import { collect } from '../../../src/store/contents.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Random } from '../random.ts';

const hasCode = (error: unknown, code: string) => error instanceof PawstockError && error.code === code;

const isTemporary = (error: unknown) => error instanceof PawstockError && (error.status === 0 || error.status >= 500);

const pauseMs = 20;

/** The pet that all shoppers want, and how many of it a store has at first: fewer than there are shoppers. */
export const hamster = 1_000n;
export const hamsters = 3;

type Options = {
  /** Of the instances, which may change. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly random: Random;
};

/**
 * Shoppers who each reserve a pet, then pay, release it or walk away; some bring a new one. A request is sent again until
 * it is answered. Nobody else changes this stock, so what is reserved must be there when it is paid for.
 */
export class Shoppers {
  readonly #options: Options;
  /** The orders whose sales were acknowledged. */
  readonly #paid = new Set<string>();
  readonly #shopping: readonly Promise<void>[];
  #orders = 0;
  #arrived = 0;
  #stopped = false;

  constructor(count: number, options: Options) {
    this.#options = options;
    this.#shopping = Array.from({ length: count }, () => this.#shop());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#shopping);
  }

  /** Each acknowledged sale is in the ledger once, and no other is, and no more were sold than there were. Returns a summary. */
  async assertSales(store: Store): Promise<string> {
    const sales = await store.readAll(async ({ entries }) =>
      (await collect(entries())).flatMap(({ petId, reservation }) => (petId === hamster ? (reservation ?? []) : [])),
    );
    assert.equal(new Set(sales).size, sales.length, 'a reservation is sold once');
    assert.ok(sales.length <= hamsters + this.#arrived);
    assert.deepEqual([...this.#paid].sort(), sales.sort(), 'what was acknowledged is sold, and nothing else');
    return `${this.#orders} orders, ${sales.length} sold`;
  }

  async #shop(): Promise<void> {
    const { random } = this.#options;
    for (; !this.#stopped; await delay(pauseMs)) {
      const id = `order-${this.#orders++}`;
      try {
        const expiresIn = 1 + random.below(10);
        await this.#persist((client) => client.reserve(id, { items: [{ petId: hamster, quantity: 1 }], expiresIn }));
      } catch (error) {
        if (!hasCode(error, 'insufficient_stock')) throw error;
        this.#arrived++;
        await this.#persist((client) => client.adjustInventory(hamster, { delta: 1 }, { idempotencyKey: `new ${id}` }));
        continue;
      }
      const choice = random.below(8);
      if (choice === 0) continue;
      try {
        if (choice === 1) await this.#persist((client) => client.release(id));
        else {
          await this.#persist((client) => client.sell(id, {}, { idempotencyKey: `pay ${id}` }));
          this.#paid.add(id);
        }
      } catch (error) {
        // The reservation has expired, or a release was carried out before its instance was killed.
        if (!hasCode(error, 'reservation_ended')) throw error;
      }
    }
  }

  /** Asks one instance after another until one answers. */
  async #persist(request: (client: PawstockClient) => Promise<unknown>): Promise<void> {
    const { urls, secret, random } = this.#options;
    for (;;) {
      while (urls.length === 0) await delay(pauseMs);
      try {
        await request(new PawstockClient({ url: `${random.pick(urls)}/v1`, key: secret, retries: 0 }));
        return;
      } catch (error) {
        if (!isTemporary(error)) throw error;
        await delay(pauseMs);
      }
    }
  }
}
