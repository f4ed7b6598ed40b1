import { DomainError } from '../domain/errors.ts';
import type { Store } from '../store/store.ts';
import { coalesce } from './coalesce.ts';
import { DetailsList } from './snapshot/details-list.ts';

/** With more changes than these, all details are read anew. */
const changesMax = 5_000;

/** The details in memory: loaded when they are first asked for, then kept as fresh as the stock: docs/decisions/0022. */
export class DetailsCache {
  readonly #store: () => Store;
  #list: DetailsList | undefined;
  /** Counts the stores: details read from an earlier store are not kept. */
  #generation = 0;
  /** The revision that the store has. */
  revision = 0;

  constructor(store: () => Store) {
    this.#store = store;
  }

  get byteLength(): number {
    return this.#list?.byteLength ?? 0;
  }

  /** All details, of the store's revision or a later one. */
  async list(): Promise<DetailsList> {
    for (;;) {
      const list = this.#list;
      if (list !== undefined && list.revision >= this.revision) return list;
      await this.#catchUp();
    }
  }

  clear(): void {
    this.#list = undefined;
    this.#generation++;
    this.revision = 0;
  }

  readonly #catchUp = coalesce(async () => {
    const [known, wanted, generation] = [this.#list, this.revision, this.#generation];
    const list = (known && (await this.#listAfter(known))) ?? (await this.#load());
    // A standby that has not caught up yet answers with old details.
    if (list.revision < wanted)
      throw new DomainError('store_unavailable', 'The details are not available yet. Try again.');
    if (this.#generation === generation) this.#list = list;
  });

  /** undefined where so much has changed that reading all of them is cheaper. */
  async #listAfter(known: DetailsList): Promise<DetailsList | undefined> {
    const changes = await this.#store().detailsChangedAfter(known.revision, changesMax);
    if (changes.length === changesMax) return undefined;
    return known.apply(Math.max(known.revision, ...changes.map(({ revision }) => revision)), changes);
  }

  #load(): Promise<DetailsList> {
    return this.#store().readAll(({ detailsRevision, details }) => DetailsList.load(detailsRevision, details()));
  }
}
