import { type WatchOptions, watch } from './event-stream.ts';
import type {
  Adjustment,
  ApiKey,
  ApiKeyCreation,
  BatchRow,
  DetailsUpdate,
  InventoryEntry,
  InventoryItem,
  LedgerEntry,
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
  ReservedStock,
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
  configFrom,
  type HistoryQuery,
  type LedgerQuery,
  type ListQuery,
  type ReportQuery,
  type ReservationQuery,
  type WriteOptions,
} from './options.ts';
import { type Path, path } from './path.ts';
import {
  formatPetId,
  parseNestedPetIds,
  parseReport,
  parseRow,
  parseRows,
  parseWithPetIds,
  stringifyRows,
  stringifyWithPetIds,
} from './pet-id.ts';
import { call, write } from './request.ts';
import { type ApiResponse, nextPageParam, versionFrom } from './response.ts';

// This file is the package's entry point, `pawstock/client`, and therefore exports what callers need of the others.
// biome-ignore lint/performance/noBarrelFile: the one public entry point
export { PawstockError, type PawstockErrorCode } from './error.ts';
export type { WatchOptions, WatchState } from './event-stream.ts';
export type * from './inventory-types.ts';
export type {
  CallOptions,
  ClientOptions,
  HistoryQuery,
  LedgerQuery,
  ListQuery,
  ReportQuery,
  ReservationQuery,
  WriteOptions,
} from './options.ts';

export type VersionedItem = { readonly item: InventoryItem; readonly version: number };

/** Calls the service. Each operation is a method named by its operationId. */
export class PawstockClient {
  readonly #config: ClientConfig;

  constructor(options: ClientOptions) {
    this.#config = configFrom(options);
  }

  /** `seq` is the ledger sequence that the list reflects; watch after it. `next` is the `after` of the next page. */
  async listInventory(
    query: ListQuery = {},
    options: CallOptions = {},
  ): Promise<{ items: InventoryItem[]; seq: number; next: bigint | undefined }> {
    return call(this.#config, { method: 'GET', path: path`/inventory`, query: withPetId(query) }, parseList, options);
  }

  async getInventoryItem(petId: PetId, options: CallOptions = {}): Promise<VersionedItem> {
    return call(this.#config, { method: 'GET', path: itemPath(petId) }, parseVersionedItem, options);
  }

  async updateInventory(petId: PetId, update: QuantityUpdate, options: WriteOptions = {}): Promise<VersionedItem> {
    const request = { method: 'PATCH', path: itemPath(petId), body: stringifyBody(update) } as const;
    return write(this.#config, request, parseVersionedItem, options);
  }

  async adjustInventory(petId: PetId, adjustment: Adjustment, options: WriteOptions = {}): Promise<VersionedItem> {
    const adjustments = path`/inventory/${formatPetId(petId)}/adjustments`;
    const request = { method: 'POST', path: adjustments, body: stringifyBody(adjustment) } as const;
    return write(this.#config, request, parseVersionedItem, options);
  }

  async putInventoryItem(
    petId: PetId,
    entry: InventoryEntry,
    options: WriteOptions = {},
  ): Promise<VersionedItem & { readonly added: boolean }> {
    const request = { method: 'PUT', path: itemPath(petId), body: stringifyBody(entry) } as const;
    const parse = (response: ApiResponse) => ({ ...parseVersionedItem(response), added: response.status === 201 });
    return write(this.#config, request, parse, options);
  }

  async deleteInventoryItem(petId: PetId, options: WriteOptions = {}): Promise<void> {
    return write(this.#config, { method: 'DELETE', path: itemPath(petId) }, expectNoContent, options);
  }

  /** Applies all rows or none. The items are returned in the order of the rows. */
  async updateInventoryBatch(
    rows: readonly BatchRow[],
    { signal, idempotencyKey }: Omit<WriteOptions, 'version'> = {},
  ): Promise<InventoryItem[]> {
    const request = { method: 'PATCH', path: path`/inventory`, body: stringifyRows(rows) } as const;
    return write(this.#config, request, ({ text }) => parseRows<InventoryItem>(text), { signal, idempotencyKey });
  }

  /** The details of all pets that have any. */
  async listDetails(options: CallOptions = {}): Promise<PetDetails[]> {
    const parse = ({ text }: ApiResponse) => parseRows<PetDetails>(text);
    return call(this.#config, { method: 'GET', path: path`/inventory/details` }, parse, options);
  }

  async getDetails(petId: PetId, options: CallOptions = {}): Promise<PetDetails> {
    return call(this.#config, { method: 'GET', path: detailsPath(petId) }, parseDetails, options);
  }

  /** Needs an admin key. The version of the pet stays as it is. */
  async updateDetails(petId: PetId, update: DetailsUpdate, options: WriteOptions = {}): Promise<PetDetails> {
    const request = { method: 'PATCH', path: detailsPath(petId), body: stringifyBody(update) } as const;
    return write(this.#config, request, parseDetails, options);
  }

  /** Newest first. `next` is the `before` of the next page. */
  async getInventoryHistory(
    petId: PetId,
    query: HistoryQuery = {},
    options: CallOptions = {},
  ): Promise<{ entries: LedgerEntry[]; next: number | undefined }> {
    const request = { method: 'GET', path: path`/inventory/${formatPetId(petId)}/history`, query } as const;
    return call(this.#config, request, (response) => parseHistory(response, 'before'), options);
  }

  /** Yields every change as it happens, without gaps or repeats, and reconnects until the signal aborts. */
  watchInventory(options: WatchOptions = {}): AsyncGenerator<LedgerEntry, void, void> {
    return watch(this.#config, options);
  }

  /** Newest first, over all pets, or oldest first after `after`. A page may be short, even empty, and still have a `next`. */
  async listInventoryHistory(
    query: LedgerQuery = {},
    options: CallOptions = {},
  ): Promise<{ entries: LedgerEntry[]; next: number | undefined }> {
    const parse = (response: ApiResponse) => parseHistory(response, query.after === undefined ? 'before' : 'after');
    return call(this.#config, { method: 'GET', path: path`/inventory/history`, query }, parse, options);
  }

  /** What was sold, arrived and lost in a span of time, and how long the stock lasts. */
  async getReport(query: ReportQuery = {}, options: CallOptions = {}): Promise<Report> {
    const parse = ({ text }: ApiResponse) => parseReport(text);
    return call(this.#config, { method: 'GET', path: path`/inventory/report`, query }, parse, options);
  }

  /** Sets stock aside until the reservation expires. Replaces an active reservation with the same id. */
  async reserve(
    id: string,
    { items, ...rest }: ReservationRequest,
    options: ReservationOptions = {},
  ): Promise<{ reservation: Reservation; replaced: boolean }> {
    const body = `{"items":${stringifyRows(items)},${JSON.stringify(rest).slice(1)}`.replace(/,}$/, '}');
    const parse = ({ text, status }: ApiResponse) => ({
      reservation: parseNestedPetIds<Reservation>(text),
      replaced: status === 200,
    });
    return write(this.#config, { method: 'PUT', path: path`/reservations/${id}`, body }, parse, options);
  }

  /** Takes the reserved quantities from the stock, and ends the reservation. Returns the items after the sale. */
  async sell(id: string, sale: Pick<Remarks, 'note'> = {}, options: ReservationOptions = {}): Promise<InventoryItem[]> {
    const request = { method: 'POST', path: path`/reservations/${id}/sale`, body: JSON.stringify(sale) } as const;
    return write(this.#config, request, ({ text }) => parseRows<InventoryItem>(text), options);
  }

  async release(id: string, options: ReservationOptions = {}): Promise<void> {
    return write(this.#config, { method: 'DELETE', path: path`/reservations/${id}` }, expectNoContent, options);
  }

  async getReservation(id: string, options: CallOptions = {}): Promise<Reservation> {
    const parse = ({ text }: ApiResponse) => parseNestedPetIds<Reservation>(text);
    return call(this.#config, { method: 'GET', path: path`/reservations/${id}` }, parse, options);
  }

  /** Lists the active reservations by id. `next` is the `after` of the next page. */
  async listReservations(
    { petId, ...rest }: ReservationQuery = {},
    options: CallOptions = {},
  ): Promise<{ reservations: Reservation[]; next: string | undefined }> {
    const query = { ...rest, petId: petId === undefined ? undefined : formatPetId(petId) };
    const parse = ({ text, headers }: ApiResponse) => ({
      reservations: parseNestedPetIds<Reservation[]>(text),
      next: nextPageParam(headers, 'after'),
    });
    return call(this.#config, { method: 'GET', path: path`/reservations`, query }, parse, options);
  }

  /** The reserved quantity of each pet that has reservations. */
  async listReserved(options: CallOptions = {}): Promise<ReservedStock[]> {
    const parse = ({ text }: ApiResponse) => parseRows<ReservedStock>(text);
    return call(this.#config, { method: 'GET', path: path`/inventory/reserved` }, parse, options);
  }

  /** The API key of this client: its name, scope and terms. */
  async getKey(options: CallOptions = {}): Promise<ApiKey> {
    return this.#get(path`/key`, options);
  }

  /** Needs the key of an owner, as do all methods below. */
  async listKeys(options: CallOptions = {}): Promise<ManagedApiKey[]> {
    return this.#get(path`/keys`, options);
  }

  async createKey(key: ApiKeyCreation, options: OwnerOptions = {}): Promise<NewApiKey> {
    return this.#write('POST', path`/keys`, JSON.stringify(key), options);
  }

  async revokeKey(name: string, options: OwnerOptions = {}): Promise<void> {
    return write(this.#config, { method: 'DELETE', path: path`/keys/${name}` }, expectNoContent, options);
  }

  /** The old secret stays valid for `overlap` seconds. */
  async rotateKey(name: string, { overlap }: Rotation = {}, options: OwnerOptions = {}): Promise<NewApiKey> {
    return this.#write('POST', path`/keys/${name}/rotation`, JSON.stringify({ overlap }), options);
  }

  async listWebhooks(options: CallOptions = {}): Promise<Webhook[]> {
    return this.#get(path`/webhooks`, options);
  }

  async addWebhook(webhook: NewWebhookOptions, options: OwnerOptions = {}): Promise<WebhookWithSecret> {
    return this.#write('POST', path`/webhooks`, stringifyWithPetIds(webhook), options);
  }

  async getWebhook(name: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#get(path`/webhooks/${name}`, options);
  }

  async updateWebhook(name: string, changes: WebhookChanges, options: OwnerOptions = {}): Promise<Webhook> {
    return this.#write('PATCH', path`/webhooks/${name}`, stringifyWithPetIds(changes), options);
  }

  async removeWebhook(name: string, options: OwnerOptions = {}): Promise<void> {
    return write(this.#config, { method: 'DELETE', path: path`/webhooks/${name}` }, expectNoContent, options);
  }

  async testWebhook(name: string, options: CallOptions = {}): Promise<WebhookTest> {
    return call(this.#config, { method: 'POST', path: path`/webhooks/${name}/test` }, parseJson<WebhookTest>, options);
  }

  /** Both secrets sign for `overlap` seconds. Default: a day. */
  async rotateWebhookSecret(
    name: string,
    { overlap }: Rotation = {},
    options: OwnerOptions = {},
  ): Promise<WebhookWithSecret> {
    return this.#write('POST', path`/webhooks/${name}/rotation`, JSON.stringify({ overlap }), options);
  }

  async replayWebhook(name: string, start: WebhookReplayStart, options: OwnerOptions = {}): Promise<Webhook> {
    return this.#write('POST', path`/webhooks/${name}/replay`, JSON.stringify(start), options);
  }

  async listWebhookAttempts(name: string, options: CallOptions = {}): Promise<WebhookAttempt[]> {
    const request = { method: 'GET', path: path`/webhooks/${name}/attempts` } as const;
    return call(this.#config, request, ({ text }) => parseNestedPetIds<WebhookAttempt[]>(text), options);
  }

  async listActions(query: { readonly limit?: number } = {}, options: CallOptions = {}): Promise<OwnerAction[]> {
    return call(this.#config, { method: 'GET', path: path`/actions`, query }, parseJson<OwnerAction[]>, options);
  }

  #get<T>(resource: Path, options: CallOptions): Promise<T> {
    return call(this.#config, { method: 'GET', path: resource }, parseJson<T>, options);
  }

  #write<T>(method: 'PATCH' | 'POST', resource: Path, body: string, options: OwnerOptions): Promise<T> {
    return write(this.#config, { method, path: resource, body }, parseJson<T>, options);
  }
}

type ReservationOptions = Omit<WriteOptions, 'version'>;

type OwnerOptions = Omit<WriteOptions, 'version'>;
type Rotation = { readonly overlap?: number | undefined };

const parseJson = <T>({ text }: ApiResponse): T => parseWithPetIds<T>(text);

function itemPath(petId: PetId): Path {
  return path`/inventory/${formatPetId(petId)}`;
}

function detailsPath(petId: PetId): Path {
  return path`/inventory/${formatPetId(petId)}/details`;
}

const parseDetails = ({ text }: ApiResponse) => parseRow<PetDetails>(text);

function withPetId<Query extends { after?: PetId | undefined }>(query: Query) {
  return { ...query, after: query.after === undefined ? undefined : formatPetId(query.after) };
}

/** Leaves out the petId, which is in the path, so that an item can be spread into a body. */
function stringifyBody(body: object): string {
  return JSON.stringify({ ...body, petId: undefined });
}

function parseList({ headers, text }: ApiResponse): { items: InventoryItem[]; seq: number; next: bigint | undefined } {
  return { items: parseRows(text), seq: versionFrom(headers), next: nextPetId(headers) };
}

function nextPetId(headers: Headers): bigint | undefined {
  const after = nextPageParam(headers, 'after');
  return after === undefined ? undefined : BigInt(after);
}

function parseVersionedItem({ headers, text }: ApiResponse): VersionedItem {
  return { item: parseRow(text), version: versionFrom(headers) };
}

function parseHistory(
  { headers, text }: ApiResponse,
  parameter: 'before' | 'after',
): { entries: LedgerEntry[]; next: number | undefined } {
  const next = nextPageParam(headers, parameter);
  return { entries: parseRows(text), next: next === undefined ? undefined : Number(next) };
}

/** A deletion answers 204. Any other 2xx comes from a proxy or another service, and nothing was deleted. */
function expectNoContent({ status }: ApiResponse): void {
  if (status !== 204) throw new Error('The status of a deletion is 204.');
}
