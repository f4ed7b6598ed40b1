import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type DayAmounts,
  exactSum,
  type LedgerSums,
  petsOfReport,
  quarterMs,
  quarterNumbers,
  type Report,
} from '../domain/report.ts';
import type { ShopDays } from '../domain/shop-days.ts';
import type { Store } from '../store/store.ts';
import { findTimeSpan } from './history-search.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** `untilMs` is null for a report on everything up to now. */
export type ReportSpan = { readonly sinceMs: number; readonly untilMs: number | null };

type Options = {
  readonly snapshot: Snapshot;
  readonly shopDays: ShopDays;
  readonly withDays: boolean;
  readonly nowMs: number;
};

/** A report, and what it keeps in memory until it is sent. */
export type StreamedReport = Report & { readonly retained: readonly { readonly byteLength: number }[] };

/** Sums the ledger over a span of time, as of the snapshot: docs/decisions/0028. */
export async function createReport(store: Store, span: ReportSpan, options: Options): Promise<StreamedReport> {
  const { snapshot, shopDays, withDays, nowMs } = options;
  const { sinceMs } = span;
  const untilMs = span.untilMs ?? nowMs;
  const { firstSeq, endSeq } = await findTimeSpan(store, snapshot.seq, span);
  const sums = await store.ledgerSums({ firstSeq, endSeq, lastSeq: snapshot.seq, withQuarters: withDays });
  return {
    sinceMs,
    untilMs,
    timeZone: shopDays.timeZone,
    days: shopDays.between(sinceMs, untilMs),
    pets: petsOfReport(sums, snapshot.rowsAfter(null)),
    daily: withDays ? await byDay(sums, shopDays) : null,
    retained: [sums.pets, ...snapshot.segments],
  };
}

/** Other requests wait for as long as these take. */
const quartersPerTurn = 500;

async function byDay({ quarters }: LedgerSums, shopDays: ShopDays): Promise<DayAmounts[]> {
  const days = new Map<string, DayAmounts>();
  for (let at = 0; at < quarters.length; at += quarterNumbers) {
    const day = shopDays.dayOf((quarters[at] ?? 0) * quarterMs);
    const { sold, arrived } = days.get(day) ?? { sold: 0n, arrived: 0n };
    days.set(day, { day, sold: sold - exactSum(quarters, at + 1), arrived: arrived + exactSum(quarters, at + 3) });
    if (at % (quarterNumbers * quartersPerTurn) === 0) await nextTurn();
  }
  return [...days.values()];
}
