import assert from 'node:assert/strict';
import { PawstockClient } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import { collect } from '../../../src/store/contents.ts';
import type { Store } from '../../../src/store/store.ts';
import { type LoadOptions, pause } from './generator.ts';

const hasCode = (error: unknown, code: string) =>
  error instanceof PawstockError && error.code === code;

const isTemporary = (error: unknown) =>
  error instanceof PawstockError && (error.status === 0 || error.status >= 500);

const pauseMs = 20;

/** The pet that all shoppers want. The store has fewer units of it than there are shoppers. */
export const hamster = 1_000n;
export const hamsters = 3;

type Options = Required<Pick<LoadOptions, 'urls' | 'secret' | 'random'>>;

/**
 * Shoppers who each reserve a hamster, then pay for it, release it or leave. If no hamster is left,
 * they add one. They repeat a request until it is answered. No other client changes this stock, so
 * a reserved hamster is there at payment. Each change of a reservation and each payment is sent
 * twice at once, and only one of the two may succeed.
 */
export class Shoppers {
  readonly #options: Options;
  /** The reservations whose sales the service has confirmed. */
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

  /**
   * Asserts that the ledger has exactly the confirmed sales, and no more sales than stock. Returns
   * a summary.
   */
  async assertSales(store: Store): Promise<string> {
    const sales = await store.readAll(async ({ entries }) =>
      (await collect(entries())).flatMap(({ petId, reservation }) =>
        petId === hamster ? (reservation ?? []) : [],
      ),
    );
    assert.equal(new Set(sales).size, sales.length, 'a reservation is sold once');
    assert.ok(sales.length <= hamsters + this.#arrived);
    assert.deepEqual(
      [...this.#paid].sort(),
      sales.sort(),
      'what was acknowledged is sold, and nothing else',
    );
    return `${this.#orders} orders, ${sales.length} sold`;
  }

  async #shop(): Promise<void> {
    const { random } = this.#options;
    for (; !this.#stopped; await pause(pauseMs)) {
      const id = `order-${this.#orders++}`;
      let version: number;
      try {
        const basket = {
          items: [{ petId: hamster, quantity: 1 }],
          expiresIn: 1 + random.below(10),
        };
        ({ version } = await this.#persist((client) => client.putReservation(id, basket)));
      } catch (error) {
        if (!hasCode(error, 'insufficient_stock')) throw error;
        this.#arrived++;
        await this.#persist((client) =>
          client.adjustInventory(hamster, { delta: 1 }, { idempotencyKey: `new ${id}` }),
        );
        continue;
      }
      const choice = random.below(8);
      if (choice === 0) continue;
      if (choice === 1) await this.#persist((client) => client.releaseReservation(id));
      else {
        await this.#sendTwice(`change ${id}`, (client, idempotencyKey) =>
          client.updateReservation(id, { note: idempotencyKey }, { idempotencyKey, version }),
        );
        const sell = (client: PawstockClient, idempotencyKey: string) =>
          client.sellReservation(id, {}, { idempotencyKey });
        if (await this.#sendTwice(`pay ${id}`, sell)) this.#paid.add(id);
      }
    }
  }

  /**
   * Sends a request twice at once, with different idempotency keys. Returns whether one succeeded.
   */
  async #sendTwice(
    name: string,
    request: (client: PawstockClient, idempotencyKey: string) => Promise<unknown>,
  ): Promise<boolean> {
    const sent = ['one', 'two'].map((tab) =>
      this.#persist((client) => request(client, `${name} ${tab}`)),
    );
    const refusals = (await Promise.allSettled(sent)).flatMap((one) =>
      one.status === 'rejected' ? one.reason : [],
    );
    for (const error of refusals) {
      // A refused request is right if the reservation has expired, or if the other request has sold
      // or changed it.
      if (!hasCode(error, 'reservation_ended') && !hasCode(error, 'version_mismatch')) throw error;
    }
    assert.ok(refusals.length > 0, `${name} has succeeded twice`);
    return refusals.length === 1;
  }

  /** Sends a request to one instance after another until one responds. */
  async #persist<T>(request: (client: PawstockClient) => Promise<T>): Promise<T> {
    const { urls, secret, random } = this.#options;
    for (;;) {
      while (urls.length === 0) await pause(pauseMs);
      try {
        return await request(
          new PawstockClient({ url: `${random.pick(urls)}/v1`, key: secret, retries: 0 }),
        );
      } catch (error) {
        if (!isTemporary(error)) throw error;
        await pause(pauseMs);
      }
    }
  }
}
