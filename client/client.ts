import { type WatchOptions, watch } from './event-stream.ts';
import type {
  Adjustment,
  ApiKey,
  ApiKeyCreation,
  Backups,
  BatchRow,
  DetailsUpdate,
  InventoryEntry,
  InventoryItem,
  LedgerEntry,
  Mail,
  ManagedApiKey,
  NewApiKey,
  NewWebhookOptions,
  OwnerAction,
  PetDetails,
  PetId,
  QuantityUpdate,
  Remarks,
  Report,
  Reservation,
  ReservationRequest,
  ReservationUpdate,
  ReservedStock,
  Shop,
  Webhook,
  WebhookAttempt,
  WebhookChanges,
  WebhookReplayStart,
  WebhookTest,
  WebhookWithSecret,
} from './inventory-types.ts';
import {
  type CallOptions,
  type ClientConfig,
  type ClientOptions,
  type ConditionalOptions,
  configFrom,
  type DetailsQuery,
  type HistoryQuery,
  type LedgerQuery,
  type ListQuery,
  type ReportQuery,
  type ReservationQuery,
  type ReservedQuery,
  type WriteOptions,
} from './options.ts';
import { parseJson, parseRow, parseRows } from './parse-json.ts';
import { type Path, path, type Query, withQuery } from './path.ts';
import { checkPetIds, formatPetId, stringifyBody } from './pet-id.ts';
import {
  call,
  ifNoneMatchHeader,
  type Parse,
  type WriteReceipt,
  type Written,
  write,
} from './request.ts';
import { type ApiResponse, ledgerSeqFrom, nextPageParam, versionFrom } from './response.ts';

// This file is the entry point of the package `pawstock-client`. It exports what callers need from the other files.
// biome-ignore lint/performance/noBarrelFile: This file is the package's only entry point.
export { PawstockError, type PawstockErrorCode } from './error.ts';
export type { WatchOptions, WatchState } from './event-stream.ts';
export type * from './inventory-types.ts';
export type * from './options.ts';
export type { WriteReceipt, Written } from './request.ts';
export { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './webhook.ts';

export type VersionedItem = { readonly item: InventoryItem; readonly version: number };
export type VersionedReservation = { readonly reservation: Reservation; readonly version: number };

export type Items = { readonly items: readonly InventoryItem[] };
/**
 * A page of the list of pets, as it is after the ledger entry `seq`. For the next page, pass `next`
 * as `after`.
 */
export type ListPage = Items & {
  readonly seq: number;
  readonly next: bigint | undefined;
  readonly etag: string | undefined;
};
/** Details of pets. For the next page, pass `next` as `after`. */
export type DetailsPage = {
  readonly details: readonly PetDetails[];
  readonly next: bigint | undefined;
  readonly etag: string | undefined;
};
/** Reserved quantities. For the next page, pass `next` as `after`. */
export type ReservedPage = {
  readonly reserved: readonly ReservedStock[];
  readonly next: bigint | undefined;
  readonly etag: string | undefined;
};
/**
 * A page of ledger entries. For the next page, pass `next` as `before`, or as `after` if the query
 * has `after`.
 */
export type HistoryPage = {
  readonly entries: readonly LedgerEntry[];
  readonly next: number | undefined;
};
/** A page of reservations. Pass `next` as `after` to get the next page. */
export type ReservationPage = {
  readonly reservations: readonly Reservation[];
  readonly next: string | undefined;
};

/**
 * A client of the service, with one method per operation. Each write returns the fields of
 * `WriteReceipt`, too.
 */
export class PawstockClient {
  readonly #config: ClientConfig;

  constructor(options: ClientOptions) {
    this.#config = configFrom(options);
  }

  /**
   * Lists all pets, or one page of pets if `limit` is given. With `ifNoneMatch`, returns undefined
   * if the list is the same as before.
   */
  listInventory(query: ListQuery, options: ConditionalOptions): Promise<ListPage | undefined>;
  listInventory(query?: ListQuery, options?: CallOptions): Promise<ListPage>;
  async listInventory(
    { after, petIds, ...rest }: ListQuery = {},
    options?: CallOptions,
  ): Promise<ListPage | undefined> {
    const query = { ...rest, after: petIdText(after), petIds: petIds?.map(formatPetId).join() };
    return this.#getList(path`/inventory`, options, query, parseList);
  }

  /** Yields the inventory page by page: 1,000 pets at a time unless `limit` says otherwise. */
  inventoryPages(
    query: ListQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<ListPage, void, void> {
    const first = { ...query, limit: query.limit ?? 1_000 };
    return pages((after) =>
      this.listInventory(after === undefined ? first : { ...first, after }, options),
    );
  }

  async getInventoryItem(petId: PetId, options?: CallOptions): Promise<VersionedItem> {
    return this.#get(itemPath(petId), options, {}, parseVersionedItem);
  }

  async updateInventory(
    petId: PetId,
    update: QuantityUpdate,
    options?: WriteOptions,
  ): Promise<Written<VersionedItem>> {
    return this.#write(
      'PATCH',
      itemPath(petId),
      stringifyRest(update),
      options,
      parseVersionedItem,
    );
  }

  async adjustInventory(
    petId: PetId,
    adjustment: Adjustment,
    options?: WriteOptions,
  ): Promise<Written<VersionedItem>> {
    const adjustments = path`/inventory/${formatPetId(petId)}/adjustments`;
    return this.#write('POST', adjustments, stringifyRest(adjustment), options, parseVersionedItem);
  }

  async putInventoryItem(
    petId: PetId,
    entry: InventoryEntry,
    options?: WriteOptions,
  ): Promise<Written<VersionedItem & { readonly added: boolean }>> {
    const parse = (response: ApiResponse) => ({
      ...parseVersionedItem(response),
      added: response.status === 201,
    });
    return this.#write('PUT', itemPath(petId), stringifyRest(entry), options, parse);
  }

  async deleteInventoryItem(petId: PetId, options?: WriteOptions): Promise<WriteReceipt> {
    return this.#delete(itemPath(petId), options);
  }

  /**
   * Changes several pets in one request: all rows of it or none. Returns the changed pets in the
   * order of the rows.
   */
  async updateInventoryBatch(
    rows: readonly BatchRow[],
    options?: Omit<WriteOptions, 'version'>,
  ): Promise<Written<Items>> {
    checkPetIds(rows);
    return this.#write('PATCH', path`/inventory`, stringifyBody(rows), options, parseItems);
  }

  /**
   * Gets the details (name, barcode and low level) of all pets that have any, or of those that the
   * query selects: one page if `limit` is given, or the only pet with a barcode. With
   * `ifNoneMatch`, returns undefined if the list is the same as before.
   */
  listDetails(query: DetailsQuery, options: ConditionalOptions): Promise<DetailsPage | undefined>;
  listDetails(query?: DetailsQuery, options?: CallOptions): Promise<DetailsPage>;
  async listDetails(
    { after, petIds, ...rest }: DetailsQuery = {},
    options?: CallOptions,
  ): Promise<DetailsPage | undefined> {
    const query = { ...rest, after: petIdText(after), petIds: petIds?.map(formatPetId).join() };
    return this.#getList(path`/inventory/details`, options, query, (response) => ({
      details: parseRows<PetDetails>(response.text),
      ...pageOf(response),
    }));
  }

  async getPetDetails(petId: PetId, options?: CallOptions): Promise<PetDetails> {
    return this.#get(detailsPath(petId), options, {}, parseDetails);
  }

  /**
   * Changes the details of a pet, which needs an admin key. The version of the pet does not change.
   */
  async updateDetails(
    petId: PetId,
    update: DetailsUpdate,
    options?: WriteOptions,
  ): Promise<Written<PetDetails>> {
    return this.#write('PATCH', detailsPath(petId), stringifyRest(update), options, parseDetails);
  }

  /** Gets a page of the ledger entries of one pet, newest first. */
  async getInventoryHistory(
    petId: PetId,
    query: HistoryQuery = {},
    options?: CallOptions,
  ): Promise<HistoryPage> {
    const history = path`/inventory/${formatPetId(petId)}/history`;
    return this.#get(history, options, query, (response) => parseHistory(response, 'before'));
  }

  /**
   * Yields every change of stock as it happens, once and without gaps. Reconnects until the
   * caller's signal aborts.
   */
  watchInventory(options: WatchOptions = {}): AsyncGenerator<LedgerEntry, void, void> {
    return watch(this.#config, options);
  }

  /**
   * Gets a page of ledger entries, newest first, or oldest first with `after`. An empty page may
   * have `next`, too.
   */
  async listInventoryHistory(
    { petId, ...rest }: LedgerQuery = {},
    options?: CallOptions,
  ): Promise<HistoryPage> {
    const query = { ...rest, petId: petIdText(petId) };
    const parse = (response: ApiResponse) =>
      parseHistory(response, rest.after === undefined ? 'before' : 'after');
    return this.#get(path`/inventory/history`, options, query, parse);
  }

  /** Yields the ledger entries of all pets page by page. */
  historyPages(
    query: LedgerQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<HistoryPage, void, void> {
    const cursor = query.after === undefined ? 'before' : 'after';
    return pages((next) =>
      this.listInventoryHistory(next === undefined ? query : { ...query, [cursor]: next }, options),
    );
  }

  /**
   * Gets a report on what was sold, arrived and lost in a span of time, and on how long the stock
   * will last.
   */
  async getReport(
    { after, petIds, ...rest }: ReportQuery = {},
    options?: CallOptions,
  ): Promise<Report> {
    const query = { ...rest, after: petIdText(after), petIds: petIds?.map(formatPetId).join() };
    return this.#get(path`/inventory/report`, { ...patient, ...options }, query);
  }

  /**
   * Sets stock aside until the reservation expires, and replaces an active reservation with the
   * same id. With version 0 the call fails if the id was used in the last 30 days. The id of a sold
   * reservation cannot be used again.
   */
  async putReservation(
    id: string,
    request: ReservationRequest,
    options?: WriteOptions,
  ): Promise<Written<VersionedReservation & { readonly replaced: boolean }>> {
    const parse = (response: ApiResponse) => ({
      ...parseReservation(response),
      replaced: response.status === 200,
    });
    checkPetIds(request.items);
    return this.#write('PUT', path`/reservations/${id}`, stringifyBody(request), options, parse);
  }

  /** Moves the expiry of an active reservation, or changes its note. */
  async updateReservation(
    id: string,
    update: ReservationUpdate,
    options?: WriteOptions,
  ): Promise<Written<VersionedReservation>> {
    return this.#write(
      'PATCH',
      path`/reservations/${id}`,
      JSON.stringify(update),
      options,
      parseReservation,
    );
  }

  /**
   * Takes the reserved quantities from the stock, and ends the reservation. Returns the pets as
   * they are then.
   */
  async sellReservation(
    id: string,
    sale: Pick<Remarks, 'note'> = {},
    options?: WriteOptions,
  ): Promise<Written<Items>> {
    return this.#write(
      'POST',
      path`/reservations/${id}/sale`,
      JSON.stringify(sale),
      options,
      parseItems,
    );
  }

  async releaseReservation(id: string, options?: WriteOptions): Promise<WriteReceipt> {
    return this.#delete(path`/reservations/${id}`, options);
  }

  /** Gets an active reservation, or one that ended in the last 30 days. */
  async getReservation(id: string, options?: CallOptions): Promise<VersionedReservation> {
    return this.#get(path`/reservations/${id}`, options, {}, parseReservation);
  }

  /** Lists the active reservations in the order of their ids. */
  async listReservations(
    { petId, ...rest }: ReservationQuery = {},
    options?: CallOptions,
  ): Promise<ReservationPage> {
    const query = { ...rest, petId: petIdText(petId) };
    return this.#get(path`/reservations`, options, query, ({ text, headers }) => ({
      reservations: parseJson(text),
      next: nextPageParam(headers, 'after'),
    }));
  }

  /** Yields the active reservations page by page. */
  reservationPages(
    query: ReservationQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<ReservationPage, void, void> {
    return pages((after) =>
      this.listReservations(after === undefined ? query : { ...query, after }, options),
    );
  }

  /**
   * Gets the reserved quantity of all pets with reservations, or of one page of these pets if
   * `limit` is given. With `ifNoneMatch`, returns undefined if the list is the same as before.
   */
  listReserved(
    query: ReservedQuery,
    options: ConditionalOptions,
  ): Promise<ReservedPage | undefined>;
  listReserved(query?: ReservedQuery, options?: CallOptions): Promise<ReservedPage>;
  async listReserved(
    { after, limit }: ReservedQuery = {},
    options?: CallOptions,
  ): Promise<ReservedPage | undefined> {
    const query = { limit, after: petIdText(after) };
    return this.#getList(path`/inventory/reserved`, options, query, (response) => ({
      reserved: parseRows<ReservedStock>(response.text),
      ...pageOf(response),
    }));
  }

  /**
   * Gets the petId for a new pet: one more than the highest that any pet ever had; null if there is
   * none left.
   */
  async getNextPetId(options?: CallOptions): Promise<bigint | null> {
    return this.#get(path`/inventory/next-id`, options, {}, ({ text }) => {
      const { petId } = parseJson<{ petId: bigint | null }>(text);
      return petId;
    });
  }

  /** Gets the name, scope, expiry and limits of the API key that this client uses. */
  async getCurrentKey(options?: CallOptions): Promise<ApiKey> {
    return this.#get(path`/key`, options);
  }

  /**
   * Lists all API keys. This method and all methods below need an API key with the scope `owner`.
   */
  async listKeys(options?: CallOptions): Promise<ManagedApiKey[]> {
    return this.#get(path`/keys`, options);
  }

  async createKey(key: ApiKeyCreation, options?: OwnerOptions): Promise<Written<NewApiKey>> {
    return this.#write('POST', path`/keys`, JSON.stringify(key), options);
  }

  /** Gets the active API key of this name, or the one that ended last. */
  async getKeyByName(name: string, options?: CallOptions): Promise<ManagedApiKey> {
    return this.#get(path`/keys/${name}`, options);
  }

  async revokeKey(name: string, options?: OwnerOptions): Promise<WriteReceipt> {
    return this.#delete(path`/keys/${name}`, options);
  }

  /** Replaces the secret of an API key. The old secret stays valid for `overlap` seconds. */
  async rotateKey(
    name: string,
    { overlap }: Rotation = {},
    options?: OwnerOptions,
  ): Promise<Written<NewApiKey>> {
    return this.#write('POST', path`/keys/${name}/rotation`, JSON.stringify({ overlap }), options);
  }

  async listWebhooks(options?: CallOptions): Promise<Webhook[]> {
    return this.#get(path`/webhooks`, options);
  }

  async addWebhook(
    webhook: NewWebhookOptions,
    options?: OwnerOptions,
  ): Promise<Written<WebhookWithSecret>> {
    return this.#write('POST', path`/webhooks`, stringifyBody(webhook), options);
  }

  async getWebhook(name: string, options?: CallOptions): Promise<Webhook> {
    return this.#get(path`/webhooks/${name}`, options);
  }

  async updateWebhook(
    name: string,
    changes: WebhookChanges,
    options?: OwnerOptions,
  ): Promise<Written<Webhook>> {
    return this.#write('PATCH', path`/webhooks/${name}`, stringifyBody(changes), options);
  }

  async removeWebhook(name: string, options?: OwnerOptions): Promise<WriteReceipt> {
    return this.#delete(path`/webhooks/${name}`, options);
  }

  async testWebhook(name: string, options?: CallOptions): Promise<WebhookTest> {
    const request = { method: 'POST', path: path`/webhooks/${name}/test` } as const;
    return call(this.#config, request, parseBody<WebhookTest>, { ...patient, ...options });
  }

  /**
   * Replaces a webhook's secret. For `overlap` seconds (default: a day), the old and the new secret
   * sign messages.
   */
  async rotateWebhookSecret(
    name: string,
    { overlap }: Rotation = {},
    options?: OwnerOptions,
  ): Promise<Written<WebhookWithSecret>> {
    return this.#write(
      'POST',
      path`/webhooks/${name}/rotation`,
      JSON.stringify({ overlap }),
      options,
    );
  }

  async replayWebhook(
    name: string,
    start: WebhookReplayStart,
    options?: OwnerOptions,
  ): Promise<Written<Webhook>> {
    return this.#write('POST', path`/webhooks/${name}/replay`, JSON.stringify(start), options);
  }

  async listWebhookAttempts(name: string, options?: CallOptions): Promise<WebhookAttempt[]> {
    return this.#get(path`/webhooks/${name}/attempts`, options);
  }

  async listActions(
    query: { readonly limit?: number } = {},
    options?: CallOptions,
  ): Promise<OwnerAction[]> {
    return this.#get(path`/actions`, options, query);
  }

  async listBackups(options?: CallOptions): Promise<Backups> {
    return this.#get(path`/backups`, options);
  }

  async getShop(options?: CallOptions): Promise<Shop> {
    return this.#get(path`/shop`, options);
  }

  async updateShop(shop: Pick<Shop, 'lowAt'>, options?: OwnerOptions): Promise<Written<Shop>> {
    return this.#write('PATCH', path`/shop`, JSON.stringify(shop), options);
  }

  async getMail(options?: CallOptions): Promise<Mail> {
    return this.#get(path`/mail`, options);
  }

  /** Sends the mail of this morning now. `lastError` says whether that failed. */
  async testMail(options?: CallOptions): Promise<Mail> {
    const request = { method: 'POST', path: path`/mail/test` } as const;
    return call(this.#config, request, parseBody<Mail>, { ...patient, ...options });
  }

  #get<T>(
    resource: Path,
    options?: CallOptions,
    query: Query = {},
    parse: Parse<T> = parseBody,
  ): Promise<T> {
    return call(this.#config, { method: 'GET', path: withQuery(resource, query) }, parse, options);
  }

  /** Reads a list. Returns undefined if it still has the ETag in `ifNoneMatch`. */
  #getList<T>(
    resource: Path,
    options: CallOptions & { readonly ifNoneMatch?: string | undefined } = {},
    query: Query,
    parse: Parse<T>,
  ): Promise<T | undefined> {
    const request = {
      method: 'GET',
      path: withQuery(resource, query),
      headers: ifNoneMatchHeader(options.ifNoneMatch),
    } as const;
    const parseIfChanged = (response: ApiResponse) =>
      response.status === 304 ? undefined : parse(response);
    return call(this.#config, request, parseIfChanged, options);
  }

  #write<T extends object>(
    method: 'PATCH' | 'POST' | 'PUT',
    resource: Path,
    body: string,
    options?: WriteOptions,
    parse: Parse<T> = parseBody,
  ): Promise<Written<T>> {
    return write(this.#config, { method, path: resource, body }, parse, options);
  }

  #delete(resource: Path, options?: WriteOptions): Promise<WriteReceipt> {
    return write(this.#config, { method: 'DELETE', path: resource }, expectNoContent, options);
  }
}

type OwnerOptions = Omit<WriteOptions, 'version'>;
type Rotation = { readonly overlap?: number | undefined };

/**
 * Options of calls that may take long, such as reports. They remove the time limit of a single
 * attempt of the call.
 */
const patient = { attemptTimeoutMs: Number.POSITIVE_INFINITY };

/**
 * Yields the pages of a list. `load` gets the field `next` of the previous page, and undefined for
 * the first page.
 */
async function* pages<Page extends { readonly next: unknown }>(
  load: (next: Page['next'] | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, void> {
  let next: Page['next'] | undefined;
  do {
    const page = await load(next);
    yield page;
    next = page.next;
  } while (next !== undefined);
}

const parseBody = <T>({ text }: ApiResponse): T => parseJson<T>(text);

const itemPath = (petId: PetId) => path`/inventory/${formatPetId(petId)}`;
const detailsPath = (petId: PetId) => path`/inventory/${formatPetId(petId)}/details`;

const parseDetails = ({ text }: ApiResponse) => parseRow<PetDetails>(text);

const petIdText = (petId: PetId | undefined) =>
  petId === undefined ? undefined : formatPetId(petId);

/**
 * Writes a request body as JSON without the petId, which is in the URL. So callers can pass an
 * object with a petId.
 */
function stringifyRest(body: object): string {
  return JSON.stringify({ ...body, petId: undefined });
}

const parseItems = ({ text }: ApiResponse) => ({ items: parseRows<InventoryItem>(text) });

function parseList(response: ApiResponse): ListPage {
  return { ...parseItems(response), seq: ledgerSeqFrom(response.headers), ...pageOf(response) };
}

/** Where the next page of a list of pets begins, and the ETag of this one. */
function pageOf({ headers }: ApiResponse): Pick<ListPage, 'next' | 'etag'> {
  const next = nextPageParam(headers, 'after');
  return {
    next: next === undefined ? undefined : BigInt(next),
    etag: headers.get('etag') ?? undefined,
  };
}

function parseVersionedItem({ headers, text }: ApiResponse): VersionedItem {
  return { item: parseRow(text), version: versionFrom(headers) };
}

function parseReservation({ headers, text }: ApiResponse): VersionedReservation {
  return { reservation: parseJson(text), version: versionFrom(headers) };
}

function parseHistory({ headers, text }: ApiResponse, parameter: 'before' | 'after'): HistoryPage {
  const next = nextPageParam(headers, parameter);
  return { entries: parseRows(text), next: next === undefined ? undefined : Number(next) };
}

/**
 * The service responds to a deletion with 204. Any other 2xx comes from a proxy, and nothing was
 * deleted.
 */
function expectNoContent({ status }: ApiResponse): object {
  if (status !== 204) throw new Error('The status of a deletion is 204.');
  return {};
}
