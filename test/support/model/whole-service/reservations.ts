import fc from 'fast-check';
import { noteEntries } from './deliveries.ts';
import { tinyLimits } from './instance.ts';
import {
  iso,
  isoOrNull,
  type Key,
  type Model,
  operation,
  type Plan,
  type Planner,
  plans,
  Refusal,
  type Reservation,
  refuse,
} from './model.ts';
import { itemBody, petId } from './stock.ts';
import {
  type Expectation,
  expectation,
  expectationOrAbsent,
  isMet,
  isUnconditional,
  type Precondition,
  preconditionFor,
  tagged,
} from './tags.ts';

/**
 * Models reservations, which hold stock until they expire, and are kept for 30 days after their
 * end.
 */

export const reservationId = fc.constantFrom(
  'r1',
  'r1',
  'r1',
  'r2',
  'r2',
  'r3',
  'r4',
  'r5',
  'r6',
  'r7',
  'r8',
  'r9',
);
const rows = fc.uniqueArray(fc.record({ petId, quantity: fc.constantFrom(1, 1, 2, 3, 5) }), {
  minLength: 1,
  maxLength: 3,
  selector: (row) => row.petId,
});
const note = fc.option(fc.constantFrom('n', 'm'), { nil: undefined });

export function reservationBody(model: Model, reservation: Reservation) {
  const { id, items, expiresMs, createdMs, key, note: said, end } = reservation;
  const state = model.stateOf(reservation);
  const endedMs = state === 'active' ? null : (end?.ms ?? expiresMs);
  const times = { expiresAt: iso(expiresMs), createdAt: iso(createdMs) };
  return {
    id,
    items,
    ...times,
    key,
    note: said,
    state,
    endedAt: isoOrNull(endedMs),
    sale: end?.sale ?? null,
  };
}

/** An expired reservation has a higher version than it had while it was active. */
function versionOf(model: Model, reservation: Reservation): number {
  return model.stateOf(reservation) === 'expired' ? reservation.version + 1 : reservation.version;
}

const tagOf = (model: Model, reservation: Reservation) => ({
  etag: `"${versionOf(model, reservation)}"`,
});

function find(model: Model, id: string): Reservation | undefined {
  const found = model.reservations.get(id);
  return found && model.stateOf(found) === undefined ? undefined : found;
}

function headersFor(model: Model, id: string, which: Expectation): Precondition {
  const found = find(model, id);
  return preconditionFor(which, found && versionOf(model, found));
}

/** Refuses a write whose expected version differs from the current one. */
function checkVersion(model: Model, found: Reservation | undefined, headers: Precondition): void {
  const version = found && versionOf(model, found);
  if (!isMet(headers, version))
    refuse('version_mismatch', { etag: version === undefined ? null : `"${version}"` });
}

/**
 * Returns the reservation that a write changes, sells or releases. Fails if there is no such
 * reservation.
 */
function named(model: Model, by: Key, id: string, headers: Precondition): Reservation {
  if (by.requireVersion && isUnconditional(headers)) refuse('precondition_required');
  const found = find(model, id) ?? refuse('reservation_not_found');
  checkVersion(model, found, headers);
  return found;
}

function activeOne(model: Model, found: Reservation): Reservation {
  if (model.stateOf(found) !== 'active') refuse('reservation_ended', tagOf(model, found));
  return found;
}

function store(model: Model, reservation: Omit<Reservation, 'version'>): Reservation {
  model.noteTime();
  const stored = { ...reservation, version: model.nextReservationVersion() };
  model.reservations.set(stored.id, stored);
  return stored;
}

function checkStock(model: Model, id: string, items: Reservation['items']): void {
  const others = model.activeReservations().filter((other) => other.id !== id);
  const rowsMax = tinyLimits.reservationRowsInStoreMax;
  const isTooMany = others.reduce((sum, other) => sum + other.items.length, items.length) > rowsMax;
  const isShort = items.some(({ petId: pet, quantity }) => {
    return quantity > Math.max(0, (model.items.get(pet)?.quantity ?? 0) - model.held(pet, id));
  });
  // If stock is short and there are too many reservations, the service may report either of the two
  // errors.
  const codes = [
    ...(isShort ? ['insufficient_stock'] : []),
    ...(isTooMany ? ['too_many_reservations'] : []),
  ];
  if (codes.length > 0) throw new Refusal(codes);
}

type Terms = { readonly expiresIn?: number | undefined; readonly note?: string | undefined };

export const reserve =
  (
    id: string,
    items: Reservation['items'],
    terms: Terms = {},
    which: Expectation = 'none',
  ): Planner =>
  (model): Plan => {
    const headers = headersFor(model, id, which);
    return {
      param: id,
      body: { items, ...terms },
      headers,
      respond: (by) => {
        const found = find(model, id);
        const active = found && model.stateOf(found) === 'active' ? found : undefined;
        if (by.requireVersion && active !== undefined && which === 'none')
          refuse('precondition_required');
        if (items.some(({ petId: pet }) => !model.items.has(pet))) refuse('pet_not_found');
        checkVersion(model, found, headers);
        if (found?.end?.state === 'sold') refuse('reservation_ended', tagOf(model, found));
        if (active !== undefined && active.owner !== by.rotation && !model.allows(by, 'admin')) {
          refuse('reservation_taken', tagOf(model, active));
        }
        checkStock(model, id, items);
        const { nowMs } = model;
        const { expiresIn, note: said = null } = terms;
        const usualMs = active?.expiresMs ?? nowMs + 900_000;
        const expiresMs = expiresIn === undefined ? usualMs : nowMs + expiresIn * 1000;
        const createdMs = active?.createdMs ?? nowMs;
        const made = store(model, {
          id,
          items,
          expiresMs,
          createdMs,
          key: by.name,
          owner: by.rotation,
          note: said,
          end: null,
        });
        const body = reservationBody(model, made);
        if (active !== undefined) return { status: 200, body, headers: tagOf(model, made) };
        const location = `/v1/reservations/${id}`;
        return { status: 201, body, headers: { ...tagOf(model, made), location } };
      },
    };
  };

function sell(model: Model, by: Key, found: Reservation, said: string | undefined) {
  const { id, items, note: noted } = activeOne(model, found);
  for (const { petId: pet, quantity } of items) {
    if ((model.items.get(pet)?.quantity ?? 0) < quantity)
      refuse('insufficient_stock', tagOf(model, found));
  }
  const entries = items.map(({ petId: pet, quantity }) => {
    const { quantity: before, status } = model.items.get(pet) ?? refuse('insufficient_stock');
    const remarks = { reason: 'sale', note: said ?? noted };
    const change = {
      petId: pet,
      kind: 'adjust',
      before,
      after: before - quantity,
      status,
      ...remarks,
    };
    return model.append(by, change, id);
  });
  const sale = { firstSeq: model.head - entries.length + 1, lastSeq: model.head };
  const sold = store(model, { ...found, end: { state: 'sold', ms: model.nowMs, sale } });
  noteEntries(model, entries);
  const body = entries.map((entry) =>
    itemBody(entry.petId, { quantity: entry.after ?? 0, status: entry.status, version: 0 }),
  );
  const headers = { ...tagOf(model, sold), 'ledger-seq': `${model.head}` };
  return { status: 200, body, headers };
}

const expiresIn = fc.constantFrom(1, 5, 20, 20, undefined);
const requests = fc
  .tuple(reservationId, rows, fc.record({ expiresIn, note }), expectationOrAbsent)
  .map(([id, items, terms, which]) => reserve(id, items, terms, which));

const change = plans(
  fc.tuple(
    reservationId,
    expectation,
    fc.constantFrom<Terms>({ expiresIn: 5 }, { expiresIn: 40 }, { note: 'p' }),
  ),
  ([id, which, terms], model) => {
    const headers = headersFor(model, id, which);
    return {
      param: id,
      body: terms,
      headers,
      respond: (by) => {
        const active = activeOne(model, named(model, by, id, headers));
        const expiresMs =
          terms.expiresIn === undefined ? active.expiresMs : model.nowMs + terms.expiresIn * 1000;
        const changed = store(model, { ...active, expiresMs, note: terms.note ?? active.note });
        return {
          status: 200,
          body: reservationBody(model, changed),
          headers: tagOf(model, changed),
        };
      },
    };
  },
);

const release = plans(fc.tuple(reservationId, expectation), ([id, which], model) => {
  const headers = headersFor(model, id, which);
  return {
    param: id,
    headers,
    respond: (by) => {
      const found = named(model, by, id, headers);
      if (found.end?.state === 'sold') activeOne(model, found);
      const isActive = model.stateOf(found) === 'active';
      const end = { state: 'released' as const, ms: model.nowMs, sale: null };
      const ended = isActive ? store(model, { ...found, end }) : found;
      return { status: 204, headers: tagOf(model, ended) };
    },
  };
});

const sale = plans(fc.tuple(reservationId, note, expectation), ([id, said, which], model) => {
  const headers = headersFor(model, id, which);
  return {
    param: id,
    body: { note: said },
    headers,
    respond: (by) => sell(model, by, named(model, by, id, headers), said),
  };
});

const read = plans(fc.tuple(reservationId, fc.boolean()), ([id, sendsTag], model) => {
  const found = find(model, id);
  if (found === undefined) return { param: id, respond: () => refuse('reservation_not_found') };
  const expected = {
    status: 200,
    body: reservationBody(model, found),
    headers: tagOf(model, found),
  };
  const state = `${versionOf(model, found)}`;
  return { param: id, ...tagged(model, `reservation ${id}`, sendsTag, state, expected) };
});

export const reservationOperations = {
  putReservation: operation('write', 8, requests),
  updateReservation: operation('write', 4, change),
  releaseReservation: operation('write', 3, release),
  sellReservation: operation('write', 6, sale),
  getReservation: operation('read', 4, read),
};
