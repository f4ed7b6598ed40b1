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
  readonly requestId: string;
  readonly key: string;
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

export type Key = {
  readonly name: string;
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
  readonly names: ReadonlyMap<number, string>;
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
  names: new Map(),
  reservations: new Map(),
  keys: new Map(),
  endpoints: new Map(),
  kept: new Map(),
  atMs: 0,
};

export type Change =
  | {
      readonly do: 'set';
      readonly petId: number;
      readonly quantity: number;
      readonly version?: number;
    }
  | { readonly do: 'adjust'; readonly petId: number; readonly delta: number }
  | {
      readonly do: 'put';
      readonly petId: number;
      readonly quantity: number;
      readonly status: string;
    }
  | { readonly do: 'remove'; readonly petId: number }
  | { readonly do: 'batch'; readonly rows: readonly Row[] }
  | { readonly do: 'describe'; readonly petId: number; readonly name: string }
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
  readonly isReplayed?: true;
};

export type Circumstances = {
  readonly clockMs: number;
  readonly requestId: string;
  readonly key: string;
  readonly caller: string;
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

/** The state during one change. */
class Draft {
  readonly #nowMs: number;
  readonly #circumstances: Circumstances;
  readonly #state: State;
  readonly #items: Map<number, Item>;
  readonly #names: Map<number, string>;
  readonly #reservations: Map<string, Reservation>;
  #last: Entry | undefined;
  #isChanged = false;

  constructor(state: State, nowMs: number, circumstances: Circumstances) {
    this.#state = state;
    this.#nowMs = nowMs;
    this.#circumstances = circumstances;
    this.#last = state.last;
    this.#items = new Map(state.items);
    this.#names = new Map(state.names);
    this.#reservations = new Map(state.reservations);
  }

  end(): State {
    if (!this.#isChanged) return this.#state;
    return {
      ...this.#state,
      last: this.#last,
      items: this.#items,
      names: this.#names,
      reservations: this.#reservations,
      atMs: this.#nowMs,
    };
  }

  change(change: Change): Result {
    switch (change.do) {
      case 'set': {
        const item = this.#itemOf(change.petId);
        if (change.version !== undefined && change.version !== item.version)
          throw new Refused(412, 'version_mismatch');
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
        this.#names.delete(change.petId);
        return { status: 204 };
      }
      case 'batch': {
        const items = change.rows.map(({ petId }) => this.#itemOf(petId));
        for (const [index, { petId, quantity }] of change.rows.entries())
          this.#append(petId, 'set', quantity, items[index]?.status ?? '', null);
        return { status: 200, body: change.rows.map(({ petId }) => itemBody(this.#items, petId)) };
      }
      case 'describe': {
        this.#itemOf(change.petId);
        if (this.#names.get(change.petId) !== change.name) this.#isChanged = true;
        this.#names.set(change.petId, change.name);
        const details = { petId: change.petId, name: change.name, barcode: null, lowAt: null };
        return { status: 200, body: details };
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
    const made = { items, expiresMs: this.#nowMs + expiresInS * 1000, key, caller, end: null };
    this.#store(id, made);
    const body = reservationBody(id, made, this.#nowMs);
    return { status: active === undefined ? 201 : 200, body };
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

function reservationBody(id: string, reservation: Reservation, nowMs: number) {
  return {
    id,
    items: reservation.items,
    expiresAt: new Date(reservation.expiresMs).toISOString(),
    key: reservation.key,
    state: stateOf(reservation, nowMs),
  };
}

export type Read =
  | { readonly do: 'list' }
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
    case 'list':
      return { status: 200, body: pets.map((petId) => itemBody(state.items, petId)) };
    case 'item': {
      const item = state.items.get(read.petId);
      if (item === undefined) return { status: 404, code: 'pet_not_found' };
      return { status: 200, body: itemBody(state.items, read.petId), etag: `"${item.version}"` };
    }
    case 'details': {
      if (!state.items.has(read.petId)) return { status: 404, code: 'pet_not_found' };
      const name = state.names.get(read.petId) ?? null;
      return { status: 200, body: { petId: read.petId, name, barcode: null, lowAt: null } };
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

export const historyLimit = 5;

/** The times at which something expires, after which a read may have another result. */
export function expiriesIn(state: State, fromMs: number, toMs: number): number[] {
  const times = [...state.reservations.values()].map(({ expiresMs }) => expiresMs);
  return times.filter((ms) => ms > fromMs && ms <= toMs);
}
