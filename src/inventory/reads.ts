import { hash } from 'node:crypto';
import type { PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import { Lane, type OnLaneWait } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import type { HistoryPage, ReservationTotals, ReservedQuery } from '../store/store.ts';
import { coalesce } from './coalesce.ts';
import { createReport, type ReadSource, type ReportTerms } from './create-report.ts';
import { type HistoryFilter, searchHistory } from './history-search.ts';

/** The API key that a read is for. Keys take turns. */
type Sharer = Pick<ApiKey, 'keyId'>;

/**
 * Reads that may be large or slow: lists, history, reports. Each has a limit, so that other
 * requests need not wait.
 */
export class LimitedReads {
  readonly #source: ReadSource;
  readonly #limits: Limits;
  readonly #platform: Platform;
  readonly #lists: Lane;
  readonly #pages: Lane;
  readonly #reports: Lane;
  readonly #reportResponses: Lane;
  /** The reserved quantities of all pets. Requests that arrive together share one query. */
  readonly reservedList: () => ReturnType<LimitedReads['reservedPage']>;
  readonly reservationTotals: () => Promise<ReservationTotals>;

  constructor(source: ReadSource, limits: Limits, platform: Platform, onWait?: OnLaneWait) {
    this.#source = source;
    this.#limits = limits;
    this.#platform = platform;
    const options = { platform, onWait };
    this.#lists = new Lane('lists', limits, options);
    this.#pages = new Lane('pages', limits, options);
    this.#reports = new Lane('reports', limits, options);
    this.#reportResponses = new Lane('reportResponses', limits, options);
    this.reservedList = coalesce(platform, () =>
      this.#makeReservedPage({ after: null, limit: Number.MAX_SAFE_INTEGER - 1 }),
    );
    this.reservationTotals = coalesce(platform, () => source.store.reservationTotals());
  }

  /**
   * Makes the lists of several requests one after another, each in its own turn of the event loop.
   * Otherwise large lists that are requested at the same time would all be in memory before the
   * first of them is sent. API keys take turns, so that one key's many lists do not hold up another
   * key's list.
   */
  makeInTurn<T>(key: Sharer, make: () => T | Promise<T>): Promise<T> {
    return this.#inTurn(this.#lists, key, make);
  }

  history(key: Sharer, petId: PetId, page: HistoryPage): Promise<LedgerEntry[]> {
    return this.#inTurn(this.#pages, key, () => this.#source.store.history(petId, page));
  }

  searchHistory(key: Sharer, filter: HistoryFilter) {
    return this.#inTurn(this.#pages, key, () => {
      const { store, snapshot } = this.#source;
      return searchHistory(store, snapshot.seq, filter, this.#limits.historyScanEntriesMax);
    });
  }

  /** A page of the reserved quantities of pets as JSON, with a digest for the ETag. */
  reservedPage(key: Sharer, query: ReservedQuery) {
    return this.makeInTurn(key, () => this.#makeReservedPage(query));
  }

  #inTurn<T>(lane: Lane, { keyId }: Sharer, make: () => T | Promise<T>): Promise<T> {
    const makeInNextTurn = async () => {
      await this.#platform.nextTurn();
      return make();
    };
    return lane.run(makeInNextTurn, keyId);
  }

  async #makeReservedPage(query: ReservedQuery) {
    const { json, next } = await this.#source.store.reservedStock(query);
    return { json: Buffer.from(json), next, tag: hash('sha1', json, 'base64url') };
  }

  /**
   * Makes a report. Until `release` is called, the report counts towards the limit on simultaneous
   * reports.
   */
  async report(terms: ReportTerms, keyId?: number) {
    const release = await this.#reportResponses.acquire(keyId);
    try {
      const report = await this.#reports.run(() => {
        // No report is made for a client that has disconnected while it waited for other reports.
        if (!terms.isWanted()) throw unwanted;
        return createReport(this.#source, terms, this.#platform);
      }, keyId);
      return { ...report, release };
    } catch (error) {
      release();
      throw error;
    }
  }
}

const unwanted = new DomainError('overloaded', 'The client has disconnected.');
