import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '../domain/item.ts';
import {
  type Amounts,
  addSum,
  amountsOf,
  changeOf,
  type LedgerSums,
  noSums,
  quarterMs,
  type ReasonSums,
  type Report,
  sumIntegers,
} from '../domain/report.ts';
import type { ShopDays } from '../domain/shop-days.ts';
import type { LedgerRange, Store } from '../store/store.ts';
import { findTimeSpan, type TimeSpan } from './history-search.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export type ReportSpan = { readonly sinceMs: number; readonly untilMs: number };

const defaultSizes = {
  /** In entries. What a report sums again at the ends of its span is less than two of the smallest. */
  blockMin: 8_192,
  blockMax: 524_288,
  /** 40 MB. */
  cachedIntegersMax: 5_000_000,
};

/** Other requests wait for as long as these take. */
const sumsPerTurn = 100;

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
    const find = async (span: TimeSpan) => ({
      ...(await findTimeSpan(this.#store(), snapshot.seq, span)),
      sinceMs: span.sinceMs ?? Number.MIN_SAFE_INTEGER,
      untilMs: span.untilMs ?? Number.MAX_SAFE_INTEGER,
    });
    const inside = await find({ sinceMs, untilMs });
    // From the nearer end of the ledger: the first entries begin with no stock, the last ones end with that of now.
    const isEarly = inside.firstSeq < snapshot.seq - inside.endSeq;
    const outside = await find(isEarly ? { sinceMs: null, untilMs: sinceMs } : { sinceMs: untilMs, untilMs: null });
    const within = new Map<PetId, ReasonSums>();
    const elsewhere = new Map<PetId, ReasonSums>();
    const quarters = new Map<number, ReasonSums>();
    await this.#addAll({ ...outside, byReason: false }, (petId) => sumsIn(elsewhere, petId));
    await this.#addAll({ ...inside, byReason: true }, (petId, quarter) =>
      quarter < 0 ? sumsIn(within, petId) : sumsIn(quarters, quarter),
    );
    const amounts = (petId: PetId, quantity: number) => {
      const changed = within.get(petId);
      const change = changeOf(elsewhere.get(petId) ?? none);
      const start = isEarly ? change : BigInt(quantity) - change - changeOf(changed ?? none);
      const found = amountsOf(changed ?? none, start);
      return changed === undefined && found.end === 0n ? undefined : found;
    };
    return {
      sinceMs,
      untilMs,
      timeZone: shopDays.timeZone,
      days: shopDays.between(sinceMs, untilMs),
      pets: eachPet(snapshot, await removedPets(snapshot, [within, elsewhere]), amounts),
      daily: () => byDay(quarters, shopDays),
    };
  }

  async #addAll(range: LedgerRange, totalOf: (petId: PetId, quarter: number) => ReasonSums): Promise<void> {
    let count = 0;
    for await (const sums of this.#blocksOf(range)) {
      for (let at = 0; at < sums.length; at += sumIntegers) {
        addSum(totalOf(sums[at] as PetId, Number(sums[at + 1])), sums, at);
        if (++count % sumsPerTurn === 0) await nextTurn();
      }
    }
  }

  /**
   * The sums of the blocks that make up a range. A block is as large as it can be, from a multiple of its size on, so that
   * reports on other spans find the same ones.
   */
  async *#blocksOf(range: LedgerRange): AsyncGenerator<LedgerSums> {
    const store = this.#store();
    const { firstSeq, endSeq } = range;
    if (firstSeq >= endSeq) return;
    const block = { ...range, ...anyTime };
    const { blockMin, blockMax } = this.#sizes;
    for (let seq = firstSeq; seq < endSeq; ) {
      let size = blockMin;
      while (size < blockMax && seq % (2 * size) === 0 && seq + 2 * size <= endSeq) size *= 2;
      const blockEnd = Math.min(endSeq, seq - (seq % size) + size);
      yield await this.#sumsOf(store, { ...block, firstSeq: seq, endSeq: blockEnd });
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

const anyTime = { sinceMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };

const none = noSums();

function sumsIn<Key>(sums: Map<Key, ReasonSums>, key: Key): ReasonSums {
  const known = sums.get(key);
  if (known !== undefined) return known;
  const created = noSums();
  sums.set(key, created);
  return created;
}

function byDay(quarters: ReadonlyMap<number, ReasonSums>, shopDays: ShopDays): ReturnType<Report['daily']> {
  const days = Map.groupBy(quarters, ([quarter]) => shopDays.dayOf(quarter * quarterMs));
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, found]) => {
      const amounts = found.map(([, sums]) => amountsOf(sums, 0n));
      const total = (column: 'sold' | 'arrived') => amounts.reduce((sum, { [column]: amount }) => sum + amount, 0n);
      return { day, sold: total('sold'), arrived: total('arrived') };
    });
}

/** Pets that have sums and are no longer there, the first one last. */
async function removedPets(snapshot: Snapshot, all: readonly ReadonlyMap<PetId, ReasonSums>[]): Promise<PetId[]> {
  const removed = new Set<PetId>();
  let count = 0;
  for (const sums of all) {
    for (const petId of sums.keys()) {
      if (snapshot.get(petId) === undefined) removed.add(petId);
      if (++count % sumsPerTurn === 0) await nextTurn();
    }
  }
  return [...removed].sort((one, other) => (one < other ? 1 : -1));
}

/** The pets with amounts, ascending. */
function* eachPet(
  snapshot: Snapshot,
  removed: PetId[],
  amountsFor: (petId: PetId, quantity: number) => Amounts | undefined,
): Report['pets'] & Generator {
  for (const { petId, quantity } of quantities(snapshot, removed)) {
    const amounts = amountsFor(petId, quantity);
    if (amounts !== undefined) yield { petId, amounts };
  }
}

function* quantities(snapshot: Snapshot, removed: PetId[]) {
  for (const item of snapshot.rowsAfter(null)) {
    for (let next = removed.at(-1); next !== undefined && next < item.petId; next = removed.at(-1)) {
      yield { petId: next, quantity: 0 };
      removed.pop();
    }
    yield item;
  }
  for (const petId of removed.reverse()) yield { petId, quantity: 0 };
}
