import { type Answer, nextPage, readAnswer, versionOf } from './answer.ts';
import { PawstockError } from './error.ts';
import { type WatchOptions, watch } from './event-stream.ts';
import { batchJson, parseRow, parseRows } from './exact-numbers.ts';
import type {
  Adjustment,
  BatchRow,
  Entry,
  InventoryItem,
  LedgerEntry,
  PetStatus,
  QuantityUpdate,
} from './inventory-types.ts';
import { type Connection, call, type WriteTerms, write } from './request.ts';

export type ClientOptions = {
  /** The base address, up to and with `/v1`. */
  readonly url: string;
  readonly key: string;
  /** How long a call may take, with all its attempts; 30 s if left out. */
  readonly timeoutMs?: number;
  /** How often a call is tried again at most; 5 times if left out. */
  readonly retries?: number;
  /** How long a stream may be silent before it is opened anew; 40 s if left out. The service speaks every 15 s. */
  readonly silenceMs?: number;
  /** Another fetch than the platform's own. */
  readonly fetch?: typeof fetch;
};

export type CallOptions = { readonly signal?: AbortSignal | undefined };

export type WriteOptions = CallOptions & {
  /** Only if the pet is still at this version; `*` stands for any, as long as the pet exists. */
  readonly version?: number | '*' | undefined;
  /** Made for each write if left out. */
  readonly idempotencyKey?: string | undefined;
};

export type ListQuery = {
  readonly status?: PetStatus | undefined;
  readonly minQuantity?: number | undefined;
  readonly maxQuantity?: number | undefined;
  readonly limit?: number | undefined;
  readonly after?: bigint | undefined;
};

export type HistoryQuery = { readonly limit?: number | undefined; readonly before?: number | undefined };

export type VersionedItem = { readonly item: InventoryItem; readonly version: number };

/** The service's operations, each under its operationId, with exact petIds, time-outs and safe repetition. */
export class PawstockClient {
  readonly #connection: Connection;

  constructor({ url, key, timeoutMs = 30_000, retries = 5, silenceMs = 40_000, fetch }: ClientOptions) {
    if (!/^https?:/.test(url) || !URL.canParse(url))
      throw new TypeError('The url must begin with http:// or https://.');
    // What fetch says of a bad header would have the key in it.
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The key must be one that Pawstock has made.');
    this.#connection = {
      url: url.replace(/\/+$/, ''),
      key,
      timeoutMs,
      retries,
      silenceMs,
      // A browser's own must not be called as a method.
      fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
    };
  }

  /** `seq` is the place of the list in the ledger: watching after it misses nothing. `next` begins the next page. */
  async listInventory(
    query: ListQuery = {},
    { signal }: CallOptions = {},
  ): Promise<{ items: InventoryItem[]; seq: number; next: bigint | undefined }> {
    const answer = await call(this.#connection, { method: 'GET', path: '/inventory', query }, signal);
    return readAnswer(answer, ({ headers, text }) => {
      const after = nextPage(headers, 'after');
      return { items: parseRows(text), seq: versionOf(headers), next: after === undefined ? undefined : BigInt(after) };
    });
  }

  async getInventoryItem(petId: bigint, { signal }: CallOptions = {}): Promise<VersionedItem> {
    return readAnswer(await call(this.#connection, { method: 'GET', path: pathOf(petId) }, signal), versionedItem);
  }

  async updateInventory(petId: bigint, update: QuantityUpdate, options: WriteOptions = {}): Promise<VersionedItem> {
    const request = { method: 'PATCH', path: pathOf(petId), body: bodyJson(update) } as const;
    return readAnswer(await write(this.#connection, request, options), versionedItem);
  }

  async adjustInventory(petId: bigint, adjustment: Adjustment, options: WriteOptions = {}): Promise<VersionedItem> {
    const path = `${pathOf(petId)}/adjustments`;
    const request = { method: 'POST', path, body: bodyJson(adjustment) } as const;
    return readAnswer(await write(this.#connection, request, options), versionedItem);
  }

  async putInventoryItem(
    petId: bigint,
    entry: Entry,
    options: WriteOptions = {},
  ): Promise<VersionedItem & { readonly added: boolean }> {
    const request = { method: 'PUT', path: pathOf(petId), body: bodyJson(entry) } as const;
    const answer = await write(this.#connection, request, options);
    return { ...readAnswer(answer, versionedItem), added: answer.status === 201 };
  }

  async deleteInventoryItem(petId: bigint, options: WriteOptions = {}): Promise<void> {
    await write(this.#connection, { method: 'DELETE', path: pathOf(petId) }, options);
  }

  /** All rows or none; the items come back in the same order. */
  async updateInventoryBatch(
    rows: readonly BatchRow[],
    { signal, idempotencyKey }: Omit<WriteOptions, 'version'> = {},
  ): Promise<InventoryItem[]> {
    const request = { method: 'PATCH', path: '/inventory', body: batchJson(rows) } as const;
    const terms: WriteTerms = { signal, idempotencyKey };
    return readAnswer(await write(this.#connection, request, terms), ({ text }) => parseRows(text));
  }

  /** Newest first. `next` is the `before` of the next page. */
  async getInventoryHistory(
    petId: bigint,
    query: HistoryQuery = {},
    { signal }: CallOptions = {},
  ): Promise<{ entries: LedgerEntry[]; next: number | undefined }> {
    const answer = await call(this.#connection, { method: 'GET', path: `${pathOf(petId)}/history`, query }, signal);
    return readAnswer(answer, ({ headers, text }) => {
      const before = nextPage(headers, 'before');
      return { entries: parseRows(text), next: before === undefined ? undefined : Number(before) };
    });
  }

  /** Every change as it happens, none missed and none twice, until the signal ends it. */
  watchInventory(options: WatchOptions = {}): AsyncGenerator<LedgerEntry, void, void> {
    return watch(this.#connection, options);
  }

  /** What the key may do. The scope is checked before the body, so requests without one tell, and change nothing. */
  async scope({ signal }: CallOptions = {}): Promise<'read' | 'write' | 'admin'> {
    if (await this.#isAllowed('PUT', signal)) return 'admin';
    return (await this.#isAllowed('PATCH', signal)) ? 'write' : 'read';
  }

  async #isAllowed(method: 'PUT' | 'PATCH', signal: AbortSignal | undefined): Promise<boolean> {
    try {
      await call(this.#connection, { method, path: pathOf(0n) }, signal);
    } catch (error) {
      if (error instanceof PawstockError && error.code === 'invalid_json') return true;
      if (error instanceof PawstockError && error.code === 'insufficient_scope') return false;
      throw error;
    }
    throw new PawstockError('unexpected_answer', 'A request without a body was accepted.');
  }
}

function pathOf(petId: bigint): string {
  return `/inventory/${petId}`;
}

/** Callers like to spread an item into what they send. Its petId is in the path, and JSON has no way to write it. */
function bodyJson(body: object): string {
  return JSON.stringify({ ...body, petId: undefined });
}

function versionedItem({ headers, text }: Answer): VersionedItem {
  return { item: parseRow(text), version: versionOf(headers) };
}
