import { hash } from 'node:crypto';
import type { PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { overloaded } from '../domain/errors.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import { oneAtATime, Semaphore } from '../semaphore.ts';
import type { HistoryPage, ReservationTotals, ReservedQuery } from '../store/store.ts';
import { coalesce } from './coalesce.ts';
import { createReport, type ReadSource, type ReportTerms } from './create-report.ts';
import { type HistoryFilter, searchHistory } from './history-search.ts';

/**
 * Reads that may be large or slow: lists, history, reports. Each has a limit, so that other
 * requests need not wait.
 */
export class LimitedReads {
  readonly #source: ReadSource;
  readonly #limits: Limits;
  readonly #platform: Platform;
  readonly #lists: Semaphore;
  readonly #pages: Semaphore;
  readonly #reports: Semaphore;
  readonly #reporting = oneAtATime();
  /** The reserved quantities of all pets. Requests that arrive together share one query. */
  readonly reservedList: () => ReturnType<LimitedReads['reservedPage']>;
  readonly reservationTotals: () => Promise<ReservationTotals>;

  constructor(source: ReadSource, limits: Limits, platform: Platform) {
    this.#source = source;
    this.#limits = limits;
    this.#platform = platform;
    const { requestsWaitingMax: waitingMax, reportsMax } = limits;
    this.#lists = new Semaphore({
      places: 1,
      waitingMax,
      waitingPerSharerMax: limits.listsWaitingPerKeyMax,
      wait: { ms: limits.listWaitMsMax, timers: platform },
      refusal: tooManyReads,
    });
    this.#pages = new Semaphore({ places: 1, waitingMax, refusal: tooManyReads });
    this.#reports = new Semaphore({ places: reportsMax, waitingMax: 0, refusal: tooManyReports });
    this.reservedList = coalesce(platform, () =>
      this.reservedPage({ after: null, limit: Number.MAX_SAFE_INTEGER - 1 }),
    );
    this.reservationTotals = coalesce(platform, () => source.store.reservationTotals());
  }

  /**
   * Makes the lists of several requests one after another, each in its own turn of the event loop.
   * Otherwise large lists that are requested at the same time would all be in memory before the
   * first of them is sent. API keys take turns, so that one key's many lists do not hold up another
   * key's list.
   */
  makeInTurn<T>({ keyId }: Pick<ApiKey, 'keyId'>, make: () => T | Promise<T>): Promise<T> {
    const makeInNextTurn = async () => {
      await this.#platform.nextTurn();
      return make();
    };
    return this.#lists.run(makeInNextTurn, keyId);
  }

  async history(petId: PetId, page: HistoryPage): Promise<LedgerEntry[]> {
    await this.#beginPage();
    return this.#source.store.history(petId, page);
  }

  async searchHistory(filter: HistoryFilter) {
    await this.#beginPage();
    const { store, snapshot } = this.#source;
    return searchHistory(store, snapshot.seq, filter, this.#limits.historyScanEntriesMax);
  }

  /**
   * Waits until a query for a page of ledger history may start: one starts in each turn of the
   * event loop.
   */
  #beginPage(): Promise<void> {
    return this.#pages.run(this.#platform.nextTurn);
  }

  /** A page of the reserved quantities of pets as JSON, with a digest for the ETag. */
  async reservedPage(query: ReservedQuery) {
    const { json, next } = await this.#source.store.reservedStock(query);
    return { json: Buffer.from(json), next, tag: hash('sha1', json, 'base64url') };
  }

  /**
   * Makes a report. Until `release` is called, the report counts towards the limit on simultaneous
   * reports.
   */
  async report(terms: ReportTerms) {
    const release = await this.#reports.acquire();
    try {
      const report = await this.#reporting.run(() => {
        // No report is made for a client that has disconnected while it waited for other reports.
        if (!terms.isWanted()) throw tooManyReports;
        return createReport(this.#source, terms, this.#platform);
      });
      return { ...report, release };
    } catch (error) {
      release();
      throw error;
    }
  }
}

const tooManyReads = overloaded('Too many lists and pages are waiting to be made.');
const tooManyReports = overloaded('Too many reports are being made or sent.');
