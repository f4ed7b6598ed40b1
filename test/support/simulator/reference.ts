import type { PetStatus } from '@pawstock/shared/item.ts';

/**
 * What the service must do, in plain maps that are never changed but copied. A change is applied
 * when the database commits it; the response to it may arrive later or never.
 */

type Item = { readonly quantity: number; readonly status: string; readonly version: number };

export type Entry = {
  readonly seq: number;
  readonly petId: number;
  readonly kind: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly atMs: number;
  /** Null in an import, which has no request and no key. */
  readonly requestId: string | null;
  readonly key: string | null;
  readonly reservation: string | null;
  /** The entry before, in the same ledger. After a failover that lost entries there are several. */
  readonly previous: Entry | undefined;
};

type Reservation = {
  readonly items: readonly Row[];
  readonly expiresMs: number;
  readonly key: string;
  /** Whose it is: a later key of the same name is another one, and a rotated key the same. */
  readonly caller: string;
  readonly end: 'sold' | 'released' | null;
};

type Row = { readonly petId: number; readonly quantity: number };

/** What people know a pet by. Its low level is always that of the shop. */
type Details = { readonly name: string | null; readonly barcode: string | null };

const noDetails: Details = { name: null, barcode: null };

export type Key = {
  readonly name: string;
  /** Whether it must state the version that it changes. */
  readonly requireVersion: boolean;
  /** What a key has in common with those that have replaced it by rotation. */
  readonly caller: string;
  /** How long it is good for, and its successor after a rotation; null for ever. */
  readonly lifeMs: number | null;
  readonly expiresMs: number | null;
  readonly revokedMs: number | null;
};

type Secret = { readonly text: string; readonly untilMs: number };

export type Endpoint = {
  readonly name: string;
  readonly url: string;
  readonly petIds: readonly number[] | null;
  readonly events: readonly string[];
  readonly isPaused: boolean;
  /** All secrets that sign, the newest first. */
  readonly secrets: readonly Secret[];
  /** It gets the entries after this one. */
  readonly start: number;
};

type Kept = { readonly fingerprint: string; readonly result: Result; readonly atMs: number };

export type State = {
  readonly last: Entry | undefined;
  readonly items: ReadonlyMap<number, Item>;
  readonly details: ReadonlyMap<number, Details>;
  /** The highest petId that the ledger ever had; 0 if none. */
  readonly highestPetId: number;
  /** The quantity at which a pet is low. */
  readonly shopLowAt: number;
  readonly reservations: ReadonlyMap<string, Reservation>;
  /** By the digest of the secret. */
  readonly keys: ReadonlyMap<string, Key>;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** By caller and Idempotency-Key. */
  readonly kept: ReadonlyMap<string, Kept>;
  /** The latest time that the store has recorded. Its time never goes back before it. */
  readonly atMs: number;
};

export const emptyState: State = {
  last: undefined,
  items: new Map(),
  details: new Map(),
  highestPetId: 0,
  shopLowAt: 5,
  reservations: new Map(),
  keys: new Map(),
  endpoints: new Map(),
  kept: new Map(),
  atMs: 0,
};

/** A change of one pet. If it states a version, it is refused at any other one. */
type PetChange = { readonly petId: number; readonly version?: number } & (
  | { readonly do: 'set'; readonly quantity: number }
  | { readonly do: 'adjust'; readonly delta: number }
  | { readonly do: 'put'; readonly quantity: number; readonly status: string }
  | { readonly do: 'remove' }
  | { readonly do: 'describe'; readonly details: Partial<Details> }
);

export type Change =
  | PetChange
  | { readonly do: 'batch'; readonly rows: readonly Row[] }
  | {
      readonly do: 'reserve';
      readonly id: string;
      readonly items: readonly Row[];
      readonly expiresInS: number;
    }
  | { readonly do: 'extend'; readonly id: string; readonly expiresInS: number }
  | { readonly do: 'release'; readonly id: string }
  | { readonly do: 'sell'; readonly id: string };

/** What a response must say. A body of undefined means that it is not compared. */
export type Result = {
  readonly status: number;
  readonly code?: string;
  readonly body?: unknown;
  readonly etag?: string;
  readonly ledgerSeq?: number;
  /** Whether a Link leads to a next page. */
  readonly hasNext?: boolean;
  readonly isReplayed?: true;
};

export type Circumstances = {
  readonly clockMs: number;
  readonly requestId: string | null;
  readonly key: string | null;
  readonly caller: string;
  readonly requireVersion: boolean;
  readonly idempotencyKey: string | undefined;
  readonly keptForMs: number;
  readonly rowsMax: number;
};

class Refused extends Error {
  readonly result: Result;

  constructor(status: number, code: string) {
    super(code);
    this.result = { status, code };
  }
}

/** The store's time. It stands still while the clock is behind a recorded time. */
export const timeOf = ({ atMs }: State, clockMs: number) => Math.max(atMs, clockMs);

export function isActive({ revokedMs, expiresMs }: Key, nowMs: number): boolean {
  return revokedMs === null && (expiresMs === null || expiresMs > nowMs);
}

/** Applies a change, or refuses it and returns the same state. */
export function apply(
  state: State,
  change: Change,
  circumstances: Circumstances,
): { readonly state: State; readonly result: Result } {
  const { idempotencyKey, caller, keptForMs, clockMs } = circumstances;
  const nowMs = timeOf(state, clockMs);
  const keptName = idempotencyKey && `${caller} ${idempotencyKey}`;
  const fingerprint = JSON.stringify(change);
  const kept = keptName === undefined ? undefined : state.kept.get(keptName);
  if (kept !== undefined && kept.atMs > nowMs - keptForMs) {
    if (kept.fingerprint !== fingerprint)
      return { state, result: { status: 422, code: 'idempotency_key_reused' } };
    return { state, result: { ...kept.result, isReplayed: true } };
  }
  try {
    const draft = new Draft(state, nowMs, circumstances);
    const result = draft.change(change);
    const next = draft.end();
    if (keptName === undefined) return { state: next, result };
    const all = new Map(next.kept).set(keptName, { fingerprint, result, atMs: nowMs });
    return { state: { ...next, kept: all }, result };
  } catch (error) {
    if (error instanceof Refused) return { state, result: error.result };
    throw error;
  }
}

export type ImportedRow = Row & { readonly status: PetStatus; readonly name: string | null };

/** Applies the rows of an imported file, which writes nothing for a pet that stays as it is. */
export function applyImport(
  state: State,
  rows: readonly ImportedRow[],
  { clockMs, keptForMs, rowsMax }: Pick<Circumstances, 'clockMs' | 'keptForMs' | 'rowsMax'>,
): State {
  const draft = new Draft(state, timeOf(state, clockMs), {
    clockMs,
    keptForMs,
    rowsMax,
    requestId: null,
    key: null,
    caller: '',
    requireVersion: false,
    idempotencyKey: undefined,
  });
  for (const row of rows) draft.import(row);
  return draft.end();
}

/** The state during one change. */
class Draft {
  readonly #nowMs: number;
  readonly #circumstances: Circumstances;
  readonly #state: State;
  readonly #items: Map<number, Item>;
  readonly #details: Map<number, Details>;
  #highestPetId: number;
  readonly #reservations: Map<string, Reservation>;
  #last: Entry | undefined;
  #isChanged = false;

  constructor(state: State, nowMs: number, circumstances: Circumstances) {
    this.#state = state;
    this.#nowMs = nowMs;
    this.#circumstances = circumstances;
    this.#last = state.last;
    this.#items = new Map(state.items);
    this.#details = new Map(state.details);
    this.#highestPetId = state.highestPetId;
    this.#reservations = new Map(state.reservations);
  }

  end(): State {
    if (!this.#isChanged) return this.#state;
    return {
      ...this.#state,
      last: this.#last,
      items: this.#items,
      details: this.#details,
      highestPetId: this.#highestPetId,
      reservations: this.#reservations,
      atMs: this.#nowMs,
    };
  }

  import({ petId, quantity, status, name }: ImportedRow): void {
    const item = this.#items.get(petId);
    if (item?.quantity !== quantity || item.status !== status)
      this.#append(petId, 'import', quantity, status, null);
    if (name !== null) this.#describe(petId, { name });
  }

  change(change: Change): Result {
    this.#checkVersion(change);
    switch (change.do) {
      case 'set': {
        const item = this.#itemOf(change.petId);
        return this.#stored(change.petId, 'set', change.quantity, item.status, 200);
      }
      case 'adjust': {
        const { quantity, status } = this.#itemOf(change.petId);
        const isShort = change.delta < 0 && quantity - this.#held(change.petId) < -change.delta;
        if (isShort) throw new Refused(409, 'insufficient_stock');
        return this.#stored(change.petId, 'adjust', quantity + change.delta, status, 200);
      }
      case 'put': {
        const { petId, quantity, status } = change;
        return this.#stored(petId, 'put', quantity, status, this.#items.has(petId) ? 200 : 201);
      }
      case 'remove': {
        this.#append(change.petId, 'delete', null, this.#itemOf(change.petId).status, null);
        this.#details.delete(change.petId);
        return { status: 204 };
      }
      case 'batch': {
        const items = change.rows.map(({ petId }) => this.#itemOf(petId));
        for (const [index, { petId, quantity }] of change.rows.entries())
          this.#append(petId, 'set', quantity, items[index]?.status ?? '', null);
        return { status: 200, body: change.rows.map(({ petId }) => itemBody(this.#items, petId)) };
      }
      case 'describe': {
        this.#describe(change.petId, change.details);
        return { status: 200, body: detailsBody(this.#details, change.petId) };
      }
      case 'reserve':
        return this.#reserve(change);
      case 'extend': {
        const active = this.#activeOne(change.id);
        const expiresMs = this.#nowMs + change.expiresInS * 1000;
        this.#store(change.id, { ...active, expiresMs });
        return {
          status: 200,
          body: reservationBody(change.id, { ...active, expiresMs }, this.#nowMs),
        };
      }
      case 'release': {
        const found = this.#reservations.get(change.id);
        if (found === undefined) throw new Refused(404, 'reservation_not_found');
        if (found.end === 'sold') throw new Refused(409, 'reservation_ended');
        if (stateOf(found, this.#nowMs) === 'active')
          this.#store(change.id, { ...found, end: 'released' });
        return { status: 204 };
      }
      case 'sell': {
        const active = this.#activeOne(change.id);
        for (const { petId, quantity } of active.items)
          if ((this.#items.get(petId)?.quantity ?? 0) < quantity)
            throw new Refused(409, 'insufficient_stock');
        for (const { petId, quantity } of active.items) {
          const item = this.#itemOf(petId);
          this.#append(petId, 'adjust', item.quantity - quantity, item.status, change.id);
        }
        this.#store(change.id, { ...active, end: 'sold' });
        return { status: 200, body: active.items.map(({ petId }) => itemBody(this.#items, petId)) };
      }
    }
  }

  #reserve({ id, items, expiresInS }: Extract<Change, { do: 'reserve' }>): Result {
    for (const { petId } of items) this.#itemOf(petId);
    const found = this.#reservations.get(id);
    if (found?.end === 'sold') throw new Refused(409, 'reservation_ended');
    const active = found && stateOf(found, this.#nowMs) === 'active' ? found : undefined;
    const { key, caller, rowsMax } = this.#circumstances;
    if (active !== undefined && active.caller !== caller)
      throw new Refused(409, 'reservation_taken');
    const isShort = items.some(
      ({ petId, quantity }) => quantity > this.#itemOf(petId).quantity - this.#held(petId, id),
    );
    if (isShort) throw new Refused(409, 'insufficient_stock');
    const rows = [...this.#reservations]
      .filter(([other, one]) => other !== id && stateOf(one, this.#nowMs) === 'active')
      .reduce((sum, [, one]) => sum + one.items.length, items.length);
    if (rows > rowsMax) throw new Refused(409, 'too_many_reservations');
    const expiresMs = this.#nowMs + expiresInS * 1000;
    const made = { items, expiresMs, key: key ?? '', caller, end: null };
    this.#store(id, made);
    const body = reservationBody(id, made, this.#nowMs);
    return { status: active === undefined ? 201 : 200, body };
  }

  /** Refuses a change that states no version and must, or another version than that of the pet. */
  #checkVersion(change: Change): void {
    const isOfPet = 'petId' in change;
    const version = isOfPet ? change.version : undefined;
    const isNew =
      (change.do === 'put' && !this.#items.has(change.petId)) ||
      (change.do === 'reserve' && !this.#isActive(change.id));
    if (this.#circumstances.requireVersion && version === undefined && !isNew)
      throw new Refused(428, 'precondition_required');
    if (!isOfPet) return;
    const item = change.do === 'put' ? this.#items.get(change.petId) : this.#itemOf(change.petId);
    if (version !== undefined && version !== item?.version)
      throw new Refused(412, 'version_mismatch');
  }

  #describe(petId: number, update: Partial<Details>): void {
    const before = this.#details.get(petId) ?? noDetails;
    const after = { ...before, ...update };
    for (const [other, { barcode }] of this.#details)
      if (other !== petId && barcode !== null && barcode === after.barcode)
        throw new Refused(409, 'barcode_taken');
    if (after.name !== before.name || after.barcode !== before.barcode) this.#isChanged = true;
    this.#details.set(petId, after);
  }

  #isActive(id: string): boolean {
    const found = this.#reservations.get(id);
    return found !== undefined && stateOf(found, this.#nowMs) === 'active';
  }

  #itemOf(petId: number): Item {
    const item = this.#items.get(petId);
    if (item === undefined) throw new Refused(404, 'pet_not_found');
    return item;
  }

  #activeOne(id: string): Reservation {
    const found = this.#reservations.get(id);
    if (found === undefined) throw new Refused(404, 'reservation_not_found');
    if (stateOf(found, this.#nowMs) !== 'active') throw new Refused(409, 'reservation_ended');
    return found;
  }

  #held(petId: number, exceptId?: string): number {
    let held = 0;
    for (const [id, one] of this.#reservations) {
      if (id === exceptId || stateOf(one, this.#nowMs) !== 'active') continue;
      for (const item of one.items) if (item.petId === petId) held += item.quantity;
    }
    return held;
  }

  #stored(petId: number, kind: string, after: number, label: string, status: number): Result {
    this.#append(petId, kind, after, label, null);
    return { status, body: itemBody(this.#items, petId), etag: `"${this.#last?.seq}"` };
  }

  #append(
    petId: number,
    kind: string,
    after: number | null,
    status: string,
    reservation: string | null,
  ): void {
    const seq = (this.#last?.seq ?? 0) + 1;
    const before = this.#items.get(petId)?.quantity ?? null;
    const { requestId, key } = this.#circumstances;
    const cause = { requestId, key, reservation, previous: this.#last };
    this.#last = { seq, petId, kind, before, after, atMs: this.#nowMs, ...cause };
    if (after === null) this.#items.delete(petId);
    else this.#items.set(petId, { quantity: after, status, version: seq });
    this.#highestPetId = Math.max(this.#highestPetId, petId);
    this.#isChanged = true;
  }

  #store(id: string, reservation: Reservation): void {
    this.#reservations.set(id, reservation);
    this.#isChanged = true;
  }
}

function stateOf({ end, expiresMs }: Reservation, nowMs: number): string {
  return end ?? (expiresMs > nowMs ? 'active' : 'expired');
}

function itemBody(items: ReadonlyMap<number, Item>, petId: number) {
  const item = items.get(petId);
  return { petId, quantity: item?.quantity, status: item?.status };
}

function detailsBody(details: ReadonlyMap<number, Details>, petId: number) {
  return { petId, ...noDetails, ...details.get(petId), lowAt: null };
}

function reservationBody(id: string, reservation: Reservation, nowMs: number) {
  return {
    id,
    items: reservation.items,
    expiresAt: new Date(reservation.expiresMs).toISOString(),
    key: reservation.key,
    state: stateOf(reservation, nowMs),
  };
}

/** Which pets a list has, and how many of them are on its first page. */
export type Filter = {
  readonly status?: string;
  readonly minQuantity?: number;
  readonly maxQuantity?: number;
  readonly low?: boolean;
  readonly petIds?: readonly number[];
  readonly after?: number;
  readonly limit?: number;
};

/** Which ledger entries a page has: newest first, or after a sequence number oldest first. */
export type Search = {
  readonly petId?: number;
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
};

export type Read =
  | { readonly do: 'list'; readonly filter: Filter }
  | { readonly do: 'search'; readonly search: Search }
  | { readonly do: 'all details' }
  | { readonly do: 'barcode'; readonly barcode: string }
  | { readonly do: 'next id' }
  | { readonly do: 'shop' }
  | { readonly do: 'report'; readonly petIds?: readonly number[] }
  | { readonly do: 'reservations'; readonly limit: number; readonly after: string }
  | { readonly do: 'item'; readonly petId: number }
  | { readonly do: 'details'; readonly petId: number }
  | { readonly do: 'history'; readonly petId: number }
  | { readonly do: 'reservation'; readonly id: string }
  | { readonly do: 'reserved' };

/** What a read must return at one moment. */
export function view(state: State, read: Read, clockMs: number): Result {
  const nowMs = timeOf(state, clockMs);
  const pets = [...state.items.keys()].sort((one, other) => one - other);
  switch (read.do) {
    case 'list': {
      const chosen = pets.filter((petId) => isChosen(state, petId, read.filter));
      const { page, hasNext } = firstPage(chosen, read.filter.limit);
      const body = page.map((petId) => itemBody(state.items, petId));
      return { status: 200, body, hasNext, ledgerSeq: state.last?.seq ?? 0 };
    }
    case 'item': {
      const item = state.items.get(read.petId);
      if (item === undefined) return { status: 404, code: 'pet_not_found' };
      const ledgerSeq = state.last?.seq ?? 0;
      const etag = `"${item.version}"`;
      return { status: 200, body: itemBody(state.items, read.petId), etag, ledgerSeq };
    }
    case 'details':
      if (!state.items.has(read.petId)) return { status: 404, code: 'pet_not_found' };
      return { status: 200, body: detailsBody(state.details, read.petId) };
    case 'all details': {
      const described = pets.filter((petId) => hasDetails(state, petId));
      return { status: 200, body: described.map((petId) => detailsBody(state.details, petId)) };
    }
    case 'barcode': {
      const found = pets.filter((petId) => state.details.get(petId)?.barcode === read.barcode);
      return { status: 200, body: found.map((petId) => detailsBody(state.details, petId)) };
    }
    case 'next id':
      return { status: 200, body: { petId: state.highestPetId + 1 } };
    case 'shop':
      return { status: 200, body: { lowAt: state.shopLowAt } };
    case 'report': {
      const end = pets
        .filter((petId) => read.petIds?.includes(petId) ?? true)
        .reduce((sum, petId) => sum + (state.items.get(petId)?.quantity ?? 0), 0);
      return { status: 200, body: { totals: { start: 0, end } }, ledgerSeq: state.last?.seq ?? 0 };
    }
    case 'search': {
      const { page, hasNext } = firstPage(foundIn(state, read.search), read.search.limit);
      const body = page.map((seq) => ({ seq }));
      // The last page may have a Link, too: the next one is then empty.
      return hasNext ? { status: 200, body, hasNext } : { status: 200, body };
    }
    case 'reservations': {
      const active = [...state.reservations]
        .filter(([id, one]) => id > read.after && stateOf(one, nowMs) === 'active')
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const { page, hasNext } = firstPage(active, read.limit);
      const body = page.map(([id, one]) => reservationBody(id, one, nowMs));
      return { status: 200, body, hasNext };
    }
    case 'history': {
      const seqs: number[] = [];
      for (
        let entry = state.last;
        entry !== undefined && seqs.length < historyLimit;
        entry = entry.previous
      )
        if (entry.petId === read.petId) seqs.push(entry.seq);
      if (seqs.length === 0) return { status: 404, code: 'pet_not_found' };
      return { status: 200, body: seqs.map((seq) => ({ seq })) };
    }
    case 'reservation': {
      const found = state.reservations.get(read.id);
      if (found === undefined) return { status: 404, code: 'reservation_not_found' };
      return { status: 200, body: reservationBody(read.id, found, nowMs) };
    }
    case 'reserved': {
      const held = new Map<number, number>();
      for (const one of state.reservations.values()) {
        if (stateOf(one, nowMs) !== 'active') continue;
        for (const { petId, quantity } of one.items)
          held.set(petId, (held.get(petId) ?? 0) + quantity);
      }
      const body = [...held]
        .map(([petId, reserved]) => ({ petId, reserved }))
        .sort((one, other) => one.petId - other.petId);
      return { status: 200, body };
    }
  }
}

function firstPage<T>(all: readonly T[], limit = Number.POSITIVE_INFINITY) {
  return { page: all.slice(0, limit), hasNext: all.length > limit };
}

function isChosen({ items, shopLowAt }: State, petId: number, filter: Filter): boolean {
  const { quantity = 0, status } = items.get(petId) ?? {};
  const { minQuantity = 0, maxQuantity = Number.POSITIVE_INFINITY } = filter;
  if (filter.status !== undefined && status !== filter.status) return false;
  if (filter.low !== undefined && quantity <= shopLowAt !== filter.low) return false;
  if (filter.after !== undefined && petId <= filter.after) return false;
  if (filter.petIds !== undefined && !filter.petIds.includes(petId)) return false;
  return quantity >= minQuantity && quantity <= maxQuantity;
}

function hasDetails({ details }: State, petId: number): boolean {
  const { name, barcode } = details.get(petId) ?? noDetails;
  return name !== null || barcode !== null;
}

/** The sequence numbers that a search finds, in its order, and one more than its page has. */
function foundIn(state: State, { petId, after, before, limit }: Search): number[] {
  const seqs: number[] = [];
  for (let entry = state.last; entry !== undefined; entry = entry.previous) {
    if (after !== undefined && entry.seq <= after) break;
    if (before !== undefined && entry.seq >= before) continue;
    if (petId === undefined || entry.petId === petId) seqs.push(entry.seq);
    if (after === undefined && seqs.length > limit) break;
  }
  return after === undefined ? seqs : seqs.reverse();
}

export const historyLimit = 5;

/** The times at which something expires, after which a read may have another result. */
export function expiriesIn(state: State, fromMs: number, toMs: number): number[] {
  const times = [...state.reservations.values()].map(({ expiresMs }) => expiresMs);
  return times.filter((ms) => ms > fromMs && ms <= toMs);
}
