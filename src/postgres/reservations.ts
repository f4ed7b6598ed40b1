import type { Reservation } from '../domain/reservation.ts';
import { reservationRows, reservationStatements, reservationsFrom } from '../store/reservations.ts';
import type { ReservationStore } from '../store/store.ts';
import { reservationTable, type Statement, sql } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin, insertRows } from './session.ts';

/** The server's clock, on which all instances agree. In a transaction it is read once the head is locked. */
const statements = reservationStatements({
  now: 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint',
  list: (parameter, type) => `(select value::${type} from jsonb_array_elements_text(${parameter}::jsonb))`,
});

export const selectReservations = statements.selectNamed;

export function reservations({ freshness, writes }: Connections): ReservationStore {
  return {
    reservations: async (query) => reservationsFrom(await freshness.select(statements.select(query))),
    reservedStock: () => freshness.select(statements.reservedStock),
    deleteExpiredReservations: () =>
      writes.runAlone(async (session) => {
        const lockHead = sql`select from head for update`;
        const [, , deleted] = await session.pipeline([begin, lockHead, statements.deleteExpired]);
        await session.commit();
        return deleted?.rows.map(statements.deleteExpired.fromRow).filter((position) => position === 0).length ?? 0;
      }),
  };
}

export function insertReservations(changed: ReadonlyMap<string, Reservation | undefined>): Statement[] {
  if (changed.size === 0) return [];
  return [
    sql`delete from reservation where id = any(${[...changed.keys()]}::text[])`,
    insertRows(reservationTable, reservationRows(changed.values())),
  ];
}
