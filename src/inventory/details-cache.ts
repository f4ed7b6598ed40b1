import { elementAt } from '@pawstock/shared/element-at.ts';
import {
  type Details,
  hasDetails,
  mapDetails,
  type PetDetails,
} from '@pawstock/shared/pet-details.ts';
import { DomainError } from '../domain/errors.ts';
import { detailsJson } from '../json/details-json.ts';
import type { Platform } from '../platform.ts';
import type { Store } from '../store/store.ts';
import type { RevisedDetails } from '../store/tables.ts';
import { coalesce } from './coalesce.ts';
import {
  type Changes,
  mergeRows,
  Segment,
  SegmentedList,
  splitIntoSegments,
} from './snapshot/segmented-list.ts';

/** If the details of this many pets have changed, it is cheaper to read the details of all pets. */
const changesMax = 5_000;

/**
 * Keeps the details of pets in memory. Loads them at the first use, then follows all changes:
 * docs/decisions/0022.
 */
export class DetailsCache {
  readonly #store: () => Store;
  readonly #catchUp: () => Promise<void>;
  #list: DetailsList | undefined;
  /** The newest revision of the details that this process has seen in the store. */
  revision = 0;

  constructor(store: () => Store, platform: Platform) {
    this.#store = store;
    this.#catchUp = coalesce(platform, () => this.#load());
  }

  get byteLength(): number {
    return this.#list?.byteLength ?? 0;
  }

  /**
   * The details of all pets, with every change that the inventory's last `ensureFresh` has seen.
   */
  async list(): Promise<DetailsList> {
    for (;;) {
      const list = this.#list;
      if (list !== undefined && list.revision >= this.revision) return list;
      await this.#catchUp();
    }
  }

  async #load(): Promise<void> {
    const [known, wanted] = [this.#list, this.revision];
    const list = (known && (await this.#listAfter(known))) ?? (await this.#readAll());
    // A PostgreSQL standby server that lags behind returns old details, which must not be used.
    if (list.revision < wanted)
      throw new DomainError('store_unavailable', 'The details are not available yet. Try again.');
    this.#list = list;
  }

  /**
   * Applies the latest changes to a list of details. Returns undefined if reading all details again
   * is cheaper.
   */
  async #listAfter(known: DetailsList): Promise<DetailsList | undefined> {
    const changes = await this.#store().detailsChangedAfter(known.revision, changesMax);
    if (changes.length === changesMax) return undefined;
    return known.apply(
      Math.max(known.revision, ...changes.map(({ revision }) => revision)),
      changes,
    );
  }

  #readAll(): Promise<DetailsList> {
    return this.#store().readAll(({ head, details }) =>
      DetailsList.load(head.detailsRevision, details()),
    );
  }
}

/**
 * An immutable list of the details of all pets as of one revision. Pets without details are left
 * out.
 */
export class DetailsList extends SegmentedList<PetDetails> {
  readonly revision: number;

  private constructor(revision: number, segments: readonly Segment<PetDetails>[]) {
    super(segments);
    this.revision = revision;
  }

  static async load(
    revision: number,
    pages: AsyncIterable<readonly RevisedDetails[]>,
  ): Promise<DetailsList> {
    const segments = await Array.fromAsync(pages, (page) => splitDetails(page.filter(hasDetails)));
    return new DetailsList(revision, segments.flat());
  }

  static of(revision: number, rows: readonly PetDetails[]): DetailsList {
    return new DetailsList(revision, splitDetails(rows));
  }

  apply(revision: number, stored: readonly RevisedDetails[]): DetailsList {
    const changes = stored.map(
      (details) => [details.petId, hasDetails(details) ? details : undefined] as const,
    );
    return new DetailsList(revision, this.segmentsAfter(changes, splitDetails));
  }
}

/** One pet's details take some 120 bytes of JSON, with a name and a barcode of usual lengths. */
const detailsFormat = { bytes: 120, json: detailsJson };

class DetailsSegment extends Segment<PetDetails> {
  readonly #details: readonly Details[];

  constructor(rows: readonly PetDetails[]) {
    super(
      BigInt64Array.from(rows, ({ petId }) => petId),
      detailsFormat,
    );
    this.#details = rows.map((row) => mapDetails<Details>((field) => row[field]));
  }

  override apply(changes: Changes<PetDetails>): Segment<PetDetails>[] {
    return splitDetails(mergeRows(this.rows, changes));
  }

  protected override rowAt(index: number): PetDetails {
    return { petId: elementAt(this.petIds, index), ...elementAt(this.#details, index) };
  }
}

function splitDetails(rows: readonly PetDetails[]): Segment<PetDetails>[] {
  return splitIntoSegments(rows, (some) => new DetailsSegment(some));
}
