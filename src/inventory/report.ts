import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '../domain/item.ts';
import {
  type Amounts,
  addSum,
  changeOf,
  type LedgerSum,
  type LedgerSums,
  noAmounts,
  type Report,
  sumAt,
} from '../domain/report.ts';
import type { ShopDays } from '../domain/shop-days.ts';
import type { LedgerRange, Store } from '../store/store.ts';
import { findTimeSpan } from './history-search.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export type ReportSpan = { readonly sinceMs: number; readonly untilMs: number };

const defaultSizes = {
  /** In entries. What a report sums again at the ends of its span is less than two of the smallest. */
  blockMin: 8_192,
  blockMax: 524_288,
  /** 40 MB. */
  cachedIntegersMax: 5_000_000,
};

const sumsPerTurn = 1_000;

/** Sums the ledger over spans of time, and keeps the sums of its blocks, which never change: docs/decisions/0028. */
export class Reports {
  readonly #store: () => Store;
  /** The block used last is the last one. */
  readonly #blocks = new Map<string, LedgerSums>();
  #cachedIntegers = 0;
  readonly #sizes: typeof defaultSizes;

  constructor(store: () => Store, sizes = defaultSizes) {
    this.#store = store;
    this.#sizes = sizes;
  }

  /** As of the snapshot. */
  async create({ sinceMs, untilMs }: ReportSpan, snapshot: Snapshot, shopDays: ShopDays): Promise<Report> {
    const within = new Map<PetId, Amounts>();
    const later = new Map<PetId, Amounts>();
    const days = new Map<string, Amounts>();
    await this.#eachSum(snapshot.seq, { sinceMs, untilMs }, (sum) => {
      if (sum.quarterMs === null) addSum(amountsIn(within, sum.petId), sum);
      else addSum(amountsIn(days, shopDays.dayOf(sum.quarterMs)), sum);
    });
    await this.#eachSum(snapshot.seq, { sinceMs: untilMs, untilMs: Number.MAX_SAFE_INTEGER }, (sum) => {
      if (sum.quarterMs === null) addSum(amountsIn(later, sum.petId), sum);
    });
    return {
      sinceMs,
      untilMs,
      timeZone: shopDays.timeZone,
      days: shopDays.between(sinceMs, untilMs),
      pets: levelled(snapshot, within, later),
      daily: [...days]
        .map(([day, { sold, arrived }]) => ({ day, sold, arrived }))
        .sort((one, other) => (one.day < other.day ? -1 : 1)),
    };
  }

  async #eachSum(headSeq: number, span: ReportSpan, add: (sum: LedgerSum) => void): Promise<void> {
    for await (const sums of this.#blocksOf(headSeq, span)) {
      for (let index = 0; index < sums.length / 5; index++) {
        add(sumAt(sums, index));
        if (index % sumsPerTurn === 0) await nextTurn();
      }
    }
  }

  /**
   * The sums of the blocks that make up a span. A block is as large as it can be, from a multiple of its size on, so that
   * reports on other spans find the same ones.
   */
  async *#blocksOf(headSeq: number, span: ReportSpan): AsyncGenerator<LedgerSums> {
    const store = this.#store();
    const { firstSeq, endSeq } = await findTimeSpan(store, headSeq, span);
    if (firstSeq >= endSeq) return;
    const { earliestMs } = await store.timesAround(firstSeq);
    const { latestMs } = await store.timesAround(endSeq - 1);
    // Only where clocks went back are entries of other times among them.
    const times = earliestMs >= span.sinceMs && latestMs < span.untilMs ? anyTime : span;
    const { blockMin, blockMax } = this.#sizes;
    for (let seq = firstSeq; seq < endSeq; ) {
      let size = blockMin;
      while (size < blockMax && seq % (2 * size) === 0 && seq + 2 * size <= endSeq) size *= 2;
      const blockEnd = Math.min(endSeq, seq - (seq % size) + size);
      yield await this.#sumsOf(store, { firstSeq: seq, endSeq: blockEnd, ...times });
      seq = blockEnd;
    }
  }

  async #sumsOf(store: Store, range: LedgerRange): Promise<LedgerSums> {
    const name = Object.values(range).join();
    const sums = this.#blocks.get(name) ?? (await store.ledgerSums(range));
    this.#forget(name);
    this.#blocks.set(name, sums);
    this.#cachedIntegers += sums.length;
    for (const oldest of this.#blocks.keys()) {
      if (this.#cachedIntegers <= this.#sizes.cachedIntegersMax) break;
      this.#forget(oldest);
    }
    return sums;
  }

  #forget(name: string): void {
    this.#cachedIntegers -= this.#blocks.get(name)?.length ?? 0;
    this.#blocks.delete(name);
  }
}

const anyTime: ReportSpan = { sinceMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };

function amountsIn<Key>(amounts: Map<Key, Amounts>, key: Key): Amounts {
  const known = amounts.get(key) ?? noAmounts();
  amounts.set(key, known);
  return known;
}

type AmountsOfPets = ReadonlyMap<PetId, Amounts>;

/** The pets with stock or entries in the span. What was there at a time is what is there now, less what came since. */
function* levelled(snapshot: Snapshot, within: AmountsOfPets, later: AmountsOfPets): Report['pets'] & Generator {
  for (const [petId, quantity] of quantities(snapshot, [...within.keys(), ...later.keys()])) {
    const changed = within.get(petId);
    const since = later.get(petId);
    const end = BigInt(quantity) - (since === undefined ? 0n : changeOf(since));
    if (changed === undefined && end === 0n) continue;
    const amounts = changed ?? noAmounts();
    yield { petId, amounts: { ...amounts, start: end - changeOf(amounts), end } };
  }
}

/** Of all pets, ascending; 0 for those that were removed. */
function* quantities(snapshot: Snapshot, changed: readonly PetId[]): Generator<readonly [PetId, number]> {
  const removed = [...new Set(changed)].filter((petId) => snapshot.get(petId) === undefined);
  removed.sort((one, other) => (one < other ? 1 : -1));
  for (const { petId, quantity } of snapshot.rowsAfter(null)) {
    for (let next = removed.at(-1); next !== undefined && next < petId; next = removed.at(-1)) {
      yield [next, 0];
      removed.pop();
    }
    yield [petId, quantity];
  }
  for (const petId of removed.reverse()) yield [petId, 0];
}
