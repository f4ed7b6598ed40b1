import type { reservationsNamedIn } from '../domain/decide-batch.ts';
import type { Item } from '../domain/item.ts';
import type { ReadReservations, Reservation } from '../domain/reservation.ts';
import type { ReservationQuery, ReservationTotals, ReservedPage, ReservedQuery } from './store.ts';
import { itemTable, type Query, type ReservationRow, type Row, reservationTable, sql } from './tables.ts';

/** Rows of reservations, and the statements about them. Expired rows count as none. */

export const reservationRows = (reservations: Iterable<Reservation | undefined>): ReservationRow[] =>
  [...reservations]
    .filter((reservation) => reservation !== undefined)
    .flatMap(({ items, ...rest }) => items.map((item, position) => ({ ...rest, ...item, position })));

/** From all rows of each, in order. */
export function reservationsFrom(rows: readonly ReservationRow[]): Reservation[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((group) => {
    const { petId, quantity, position, ...rest } = group[0] as ReservationRow;
    return { ...rest, items: group.map((row) => ({ petId: row.petId, quantity: row.quantity })) };
  });
}

type Dialect = {
  /** The clock in milliseconds, the same throughout a statement. */
  readonly now: string;
  /** The values of the JSON array in a parameter. */
  readonly list: (parameter: string, type: 'text' | 'bigint') => string;
};

export type ReservationStatements = ReturnType<typeof reservationStatements>;

export function reservationStatements({ now, list }: Dialect) {
  const clock = `with clock (now_ms) as (select ${now}),
    active as not materialized (select reservation.* from clock join reservation on expires_at_ms > now_ms)`;
  return {
    /** A pet occurs once in a reservation, as position 0 does. */
    select: (query: ReservationQuery): Query<ReservationRow> => {
      const { fromRow } = reservationTable;
      if ('id' in query) {
        return { text: `${clock} select * from active where id = $1 order by position`, values: [query.id], fromRow };
      }
      const { petId, after, limit } = query;
      // In the order of ids, not by the index of the pet, which may have to be sorted for every page.
      const page = `select id from active where id > $1 and +${petId === null ? 'position' : 'pet_id'} = $2 order by id limit $3`;
      const text = `${clock} select * from active where id in (${page}) order by id, position`;
      return { text, values: [after, petId ?? 0, limit], fromRow };
    },

    /** Made into JSON here, so that no object is made for each of many pets. */
    reservedStock: ({ after, limit }: ReservedQuery): Query<ReservedPage> => ({
      text: `${clock}
        select coalesce(string_agg(item, ',' order by nth) filter (where nth <= $1), '') as items,
          max(pet_id) filter (where nth = $1) as last_id, max(nth) as count
        from (
          select pet_id, row_number() over (order by pet_id) as nth,
            '{"petId":' || pet_id || ',"reserved":' || cast(sum(quantity) as bigint) || '}' as item
          from active ${after === null ? '' : 'where pet_id > $2'} group by pet_id order by pet_id limit cast($1 as bigint) + 1
        ) as page`,
      values: after === null ? [limit] : [limit, after],
      fromRow: ({ items, last_id, count }) => ({
        json: `[${items}]`,
        next: Number(count) > limit ? (last_id as bigint) : null,
      }),
    }),

    totals: {
      text: `${clock} select count(*) filter (where position = 0) as reservations,
        coalesce(sum(cast(quantity as double precision)), 0) as quantity from active`,
      values: [],
      fromRow: ({ reservations, quantity }) => ({ reservations: Number(reservations), quantity: Number(quantity) }),
    } satisfies Query<ReservationTotals>,

    /** All that a batch needs, in one statement, so that one reading of the clock decides: see `readReservations`. */
    selectNamed: ({ ids, petIds, reserves }: NonNullable<ReturnType<typeof reservationsNamedIn>>): Query<Row> => ({
      text: `${clock}
        select now_ms, found.* from clock left join (
          select * from active where id in ${list('$1', 'text')}
          union all
          select null, null, pet_id, cast(sum(quantity) as bigint), max(expires_at_ms), null, null, null from active
          where pet_id in ${list('$2', 'bigint')} and id not in ${list('$1', 'text')} group by pet_id
          ${reserves ? 'union all select null, null, null, count(*), null, null, null, null from active' : ''}
        ) as found on true order by id, position`,
      values: [JSON.stringify(ids), JSON.stringify(petIds.map(String))],
      fromRow: (row) => row,
    }),

    /** Those that some reservations hold. */
    itemsOf: (ids: readonly string[]): Query<Item> => ({
      text: `select * from item where pet_id in (select pet_id from reservation where id in ${list('$1', 'text')})`,
      values: [JSON.stringify(ids)],
      fromRow: itemTable.fromRow,
    }),

    deleteExpired: {
      text: `delete from reservation where expires_at_ms <= ${now} returning position`,
      values: [],
      fromRow: ({ position }: Row) => Number(position),
    },
  };
}

export const deleteReservation = (id: string) => sql`delete from reservation where id = ${id}`;

/** What `selectNamed` has found. The rows without an id are sums, and the one without a pet counts all rows. */
export function readReservations(rows: readonly Row[]): ReadReservations {
  const found = rows.filter((row) => row['quantity'] !== null).map(reservationTable.fromRow);
  const { named = [], others = [] } = Object.groupBy(found, ({ id }) => (id === null ? 'others' : 'named'));
  const isOfPet = ({ petId }: ReservationRow) => petId !== null;
  return {
    nowMs: Number(rows[0]?.['now_ms']),
    named: reservationsFrom(named),
    others: others
      .filter(isOfPet)
      .map(({ petId, quantity, expiresAtMs }) => ({ petId, quantity, untilMs: expiresAtMs })),
    rows: others.find((row) => !isOfPet(row))?.quantity ?? 0,
  };
}
