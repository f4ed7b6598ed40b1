import { reservationsNamedIn } from '../domain/decide-batch.ts';
import type { ReadReservations, Reservation } from '../domain/reservation.ts';
import type { Write } from '../domain/write.ts';
import { readReservations, reservationRows, reservationStatements, reservationsFrom } from '../store/reservations.ts';
import type { ReservationStore } from '../store/store.ts';
import { reservationTable, sql } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

/** By this machine's clock. */
const statements = reservationStatements({
  now: "cast(round(unixepoch('subsec') * 1000) as integer)",
  list: (parameter, type) => `(select cast(value as ${type}) from json_each(${parameter}))`,
});

export function reservations(connections: Connections): ReservationStore {
  return {
    reservations: (query) => connections.read((db) => reservationsFrom(db.select(statements.select(query)))),
    reservedStock: () => connections.read((db) => db.select(statements.reservedStock)),
    deleteExpiredReservations: () => connections.send('deleteExpiredReservations'),
  };
}

/** Most batches need none, and read none. */
export function reservationsFor(db: Connection, writes: readonly Write[]): ReadReservations | undefined {
  const named = reservationsNamedIn(writes);
  return named && readReservations(db.select({ ...statements.selectNamed(named), fromRow: (row) => row }));
}

export function storeReservations(db: Connection, changed: ReadonlyMap<string, Reservation | undefined>): void {
  for (const id of changed.keys()) db.run(sql`delete from reservation where id = ${id}`);
  db.insert(reservationTable, reservationRows(changed.values()));
}

export function deleteExpiredReservations(db: Connection): number {
  return db.select(statements.deleteExpired).filter((position) => position === 0).length;
}
