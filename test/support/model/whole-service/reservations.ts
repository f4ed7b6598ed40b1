import fc from 'fast-check';
import { limits } from '../../../../src/limits.ts';
import { noteEntries } from './deliveries.ts';
import {
  iso,
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
import { tinyLimits } from './tiny-limits.ts';

/** Reservations: stock set aside until a moment of the store's clock. */

export const reservationId = fc.constantFrom('r1', 'r1', 'r1', 'r2', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9');
const rows = fc.uniqueArray(fc.record({ petId, quantity: fc.constantFrom(1, 1, 2, 3, 5) }), {
  minLength: 1,
  maxLength: 3,
  selector: (row) => row.petId,
});
const note = fc.option(fc.constantFrom('n', 'm'), { nil: undefined });

export const reservationBody = ({ id, items, expiresMs, createdMs, key, note: said }: Reservation) => ({
  id,
  items,
  expiresAt: iso(expiresMs),
  createdAt: iso(createdMs),
  key,
  note: said,
});

/** Before there is a limit for the whole store there is none that a test could reach. */
const rowsMax = 'reservationRowsInStoreMax' in limits ? tinyLimits.reservationRowsInStoreMax : Number.POSITIVE_INFINITY;

function checkReservation(model: Model, id: string, items: Reservation['items']): void {
  const others = model.activeReservations().filter((other) => other.id !== id);
  const isTooMany = others.reduce((sum, other) => sum + other.items.length, items.length) > rowsMax;
  const codes = items.flatMap(({ petId: pet, quantity }) => {
    const item = model.items.get(pet);
    if (item === undefined) return ['pet_not_found'];
    return quantity > Math.max(0, item.quantity - model.held(pet, id)) ? ['insufficient_stock'] : [];
  });
  // Which of two rules refuses first is not said. The first row at fault is.
  const allowed = [...codes.slice(0, 1), ...(isTooMany ? ['too_many_reservations'] : [])];
  if (allowed.length > 0) throw new Refusal(allowed);
}

export const reserve =
  (id: string, items: Reservation['items'], expiresIn: number | undefined, said: string | undefined): Planner =>
  (model): Plan => ({
    param: id,
    body: { items, expiresIn, note: said },
    respond: (by) => {
      checkReservation(model, id, items);
      const existing = model.activeReservations().find((other) => other.id === id);
      model.noteTime();
      const { nowMs } = model;
      const createdMs = existing?.createdMs ?? nowMs;
      const made = {
        id,
        items,
        expiresMs: nowMs + (expiresIn ?? 900) * 1000,
        createdMs,
        key: by.name,
        note: said ?? null,
      };
      model.reservations.set(id, made);
      return { status: existing === undefined ? 201 : 200, body: reservationBody(made) };
    },
  });

function activeOne(model: Model, id: string): Reservation {
  return model.activeReservations().find((other) => other.id === id) ?? refuse('reservation_not_found');
}

function sell(model: Model, by: Key, id: string, said: string | undefined) {
  const { items } = activeOne(model, id);
  for (const { petId: pet, quantity } of items) {
    if ((model.items.get(pet)?.quantity ?? 0) < quantity) refuse('insufficient_stock');
  }
  model.reservations.delete(id);
  const entries = items.map(({ petId: pet, quantity }) => {
    const item = model.items.get(pet) ?? refuse('insufficient_stock');
    const after = item.quantity - quantity;
    const remarks = { reason: 'sale', note: said ?? `reservation ${id}` };
    return model.append(by, {
      petId: pet,
      kind: 'adjust',
      before: item.quantity,
      after,
      status: item.status,
      ...remarks,
    });
  });
  noteEntries(model, entries);
  return entries.map((entry) =>
    itemBody(entry.petId, { quantity: entry.after ?? 0, status: entry.status, version: 0 }),
  );
}

const requests = fc.tuple(reservationId, rows, fc.constantFrom(1, 5, 20, 20, undefined), note);

const release = plans(reservationId, (id, model) => ({
  param: id,
  respond: () => {
    activeOne(model, id);
    model.reservations.delete(id);
    return { status: 204 };
  },
}));

const sale = plans(fc.tuple(reservationId, note), ([id, said], model) => ({
  param: id,
  body: { note: said },
  respond: (by) => ({ status: 200, body: sell(model, by, id, said) }),
}));

const read = plans(reservationId, (id, model) => ({
  param: id,
  respond: () => ({ status: 200, body: reservationBody(activeOne(model, id)) }),
}));

export const reservationOperations = {
  reserve: operation(
    'write',
    8,
    requests.map((request) => reserve(...request)),
  ),
  release: operation('write', 2, release),
  sell: operation('write', 6, sale),
  getReservation: operation('read', 3, read),
};
