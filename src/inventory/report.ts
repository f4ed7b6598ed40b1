import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '../domain/item.ts';
import { type Amounts, addSum, changeOf, type EntrySum, noAmounts, type Report } from '../domain/report.ts';
import type { ShopDays } from '../domain/shop-days.ts';
import type { Store } from '../store/store.ts';
import type { LedgerSpan, ReportDay } from '../store/tables.ts';
import { findTimeSpan } from './history-search.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export type ReportSpan = { readonly sinceMs: number; readonly untilMs: number };

/**
 * Sums the ledger over a span of time. Past days come from the cache, and others are added to it on the way. The
 * snapshot is taken after the cache was read, so that it holds all that a cached day sums: docs/decisions/0028.
 */
export async function createReport(
  store: Store,
  { sinceMs, untilMs }: ReportSpan,
  { shopDays, latest }: { readonly shopDays: ShopDays; readonly latest: () => Promise<Snapshot> },
): Promise<Report> {
  const within = new SpanSums(shopDays, sinceMs, untilMs);
  const later = new SpanSums(shopDays, untilMs, Number.MAX_SAFE_INTEGER);
  await within.readCache(store);
  await later.readCache(store);
  const snapshot = await latest();
  await within.readLedger(store, snapshot.seq);
  await later.readLedger(store, snapshot.seq);
  return {
    sinceMs,
    untilMs,
    timeZone: shopDays.timeZone,
    days: shopDays.between(sinceMs, untilMs),
    pets: levelled(snapshot, within.pets, later.pets),
    daily: within.daily(),
  };
}

type SumsOfPets = ReadonlyMap<PetId, Amounts>;

/** The pets with stock or entries in the span. What was there at a time is what is there now, less what came since. */
function* levelled(snapshot: Snapshot, within: SumsOfPets, later: SumsOfPets): Report['pets'] & Generator {
  const levels = function* (): Generator<[PetId, number]> {
    const removed = new Set([...within.keys(), ...later.keys()].filter((petId) => snapshot.get(petId) === undefined));
    const gone = [...removed].sort((a, b) => (a < b ? -1 : 1)).values();
    let next = gone.next();
    for (const { petId, quantity } of snapshot.rowsAfter(null)) {
      for (; !next.done && next.value < petId; next = gone.next()) yield [next.value, 0];
      yield [petId, quantity];
    }
    for (; !next.done; next = gone.next()) yield [next.value, 0];
  };
  for (const [petId, quantity] of levels()) {
    const changed = within.get(petId);
    const since = later.get(petId);
    const end = BigInt(quantity) - (since === undefined ? 0n : changeOf(since));
    if (changed === undefined && end === 0n) continue;
    const amounts = changed ?? noAmounts();
    yield { petId, amounts: { ...amounts, start: end - changeOf(amounts), end } };
  }
}

class SpanSums {
  readonly pets = new Map<PetId, Amounts>();
  readonly #days = new Map<string, Amounts>();
  readonly #shopDays: ShopDays;
  readonly #sinceMs: number;
  readonly #untilMs: number;
  #cached: readonly ReportDay[] = [];

  constructor(shopDays: ShopDays, sinceMs: number, untilMs: number) {
    this.#shopDays = shopDays;
    this.#sinceMs = sinceMs;
    this.#untilMs = untilMs;
  }

  daily(): Report['daily'] {
    const days = [...this.#days].sort(([one], [other]) => (one < other ? -1 : 1));
    return days.map(([day, { sold, arrived }]) => ({ day, sold, arrived }));
  }

  /** Days of another time zone are left out: each would be part of two days of this one. */
  async readCache(store: Store): Promise<void> {
    const { days, dayTotals, sums } = await store.cachedSums({ sinceMs: this.#sinceMs, untilMs: this.#untilMs });
    const isShopDay = ({ fromMs, untilMs }: ReportDay) =>
      this.#shopDays.startOf(fromMs) === fromMs && this.#shopDays.endOf(fromMs) === untilMs;
    if (!days.every(isShopDay)) return;
    this.#cached = days;
    for (const { fromMs, ...total } of dayTotals) this.#addToDay(fromMs, total);
    sums.forEach(this.#addToPet);
  }

  /** Adds what the cache does not have, day by day. */
  async readLedger(store: Store, headSeq: number): Promise<void> {
    // One day is saved while the next is summed, until one cannot be: the report does not need the cache.
    let saved = Promise.resolve(true);
    let fromMs = this.#sinceMs;
    for (const cached of [...this.#cached, { fromMs: this.#untilMs, untilMs: this.#untilMs }]) {
      for await (const { span, day, isPast } of daysOf(
        store,
        headSeq,
        { fromMs, untilMs: cached.fromMs },
        this.#shopDays,
      )) {
        const sums = await store.entrySums(span);
        for (const sum of sums) {
          this.#addToPet(sum);
          this.#addToDay(span.sinceMs, sum);
        }
        if (!isPast || !(await saved)) continue;
        saved = store.saveReportDay(day, sums).then(
          () => true,
          () => false,
        );
      }
      fromMs = cached.untilMs;
    }
  }

  readonly #addToPet = (sum: EntrySum): void => addSum(amountsIn(this.pets, sum.petId), sum);

  #addToDay(atMs: number, sum: Pick<EntrySum, 'reason' | 'delta'>): void {
    if (sum.reason === 'sale' || sum.reason === 'arrival')
      addSum(amountsIn(this.#days, this.#shopDays.dayOf(atMs)), sum);
  }
}

function amountsIn<Key>(amounts: Map<Key, Amounts>, key: Key): Amounts {
  const known = amounts.get(key) ?? noAmounts();
  amounts.set(key, known);
  return known;
}

type LedgerDay = {
  readonly span: LedgerSpan;
  readonly day: ReportDay;
  /** Whether all of the day is in the span, and no entry can be added to it any more: a later one has been stored. */
  readonly isPast: boolean;
};

/** The days of a span that have entries, or the parts of them that are in it. */
async function* daysOf(
  store: Store,
  headSeq: number,
  { fromMs, untilMs }: ReportDay,
  shopDays: ShopDays,
): AsyncGenerator<LedgerDay> {
  let firstSeq = 1;
  for (let sinceMs = fromMs; sinceMs < untilMs; ) {
    ({ firstSeq } = await findTimeSpan(store, headSeq, { firstSeq, sinceMs, untilMs: null }));
    if (firstSeq > headSeq) return;
    const { earliestMs } = await store.timesAround(firstSeq);
    sinceMs = Math.max(sinceMs, earliestMs);
    if (sinceMs >= untilMs) return;
    const day = { fromMs: shopDays.startOf(sinceMs), untilMs: shopDays.endOf(sinceMs) };
    const endMs = Math.min(day.untilMs, untilMs);
    const { endSeq } = await findTimeSpan(store, headSeq, { firstSeq, sinceMs: null, untilMs: endMs });
    const isPast = fromMs <= day.fromMs && day.untilMs <= untilMs && endSeq <= headSeq;
    if (endSeq > firstSeq) yield { span: { firstSeq, endSeq, sinceMs, untilMs: endMs }, day, isPast };
    sinceMs = endMs;
    await nextTurn();
  }
}
