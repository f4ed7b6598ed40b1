import type { SeqRange } from '@pawstock/shared/ledger-entry.ts';
import { latestExpiredMs, latestForgottenMs, type Reservation } from '../domain/reservation.ts';
import type { ReservationQuery, ReservationTotals, ReservedPage, ReservedQuery } from './store.ts';
import {
  type Query,
  type ReservationRow,
  reservationTable,
  type Statement,
  sql,
  sqlText,
} from './tables.ts';

/**
 * A reservation is stored as one row for each of its pets. Only the row at position 0 has the note.
 * The domain decides before which times reservations have expired or are forgotten, and the queries
 * get these times as parameters.
 */

export const reservationRows = (reservations: Iterable<Reservation>): ReservationRow[] =>
  [...reservations].flatMap(({ items, note, ...rest }) => {
    const endsAtMs = rest.state === 'active' ? rest.expiresAtMs : rest.endedAtMs;
    const sale = rest.state === 'sold' ? rest.sale : { firstSeq: null, lastSeq: null };
    const common = { ...rest, ...sale, endsAtMs };
    return items.map((item, position) => ({
      ...common,
      ...item,
      position,
      note: position === 0 ? note : null,
    }));
  });

/** Makes reservations from table rows, which must include all rows of each reservation. */
export function reservationsFrom(rows: readonly ReservationRow[]): Reservation[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((group) => {
    const ordered = group.toSorted((one, other) => one.position - other.position);
    const { petId, quantity, position, state, endsAtMs, firstSeq, lastSeq, ...rest } =
      ordered[0] as ReservationRow;
    const terms = {
      ...rest,
      items: ordered.map((row) => ({ petId: row.petId, quantity: row.quantity })),
    };
    if (state === 'active') return { ...terms, state };
    const sale = { firstSeq, lastSeq } as SeqRange;
    return { ...terms, endedAtMs: endsAtMs, ...(state === 'sold' ? { state, sale } : { state }) };
  });
}

export const activeRowCount = (nowMs: number): Query<number> => ({
  ...sql`select count(*) as count from reservation where ends_at_ms > ${latestExpiredMs(nowMs)}`,
  fromRow: ({ count }) => Number(count),
});

/**
 * The SQL condition for a reservation that is active at the reader's time, or at the time of the
 * store's last change if that is later. Otherwise an expired reservation and another that got its
 * stock would both seem active.
 */
const activeCondition = (nowMs: number, column = sqlText('ends_at_ms')) => sql`
  ${column} > ${latestExpiredMs(nowMs)} and ${column} > (select at_ms from latest_time)`;

/** A plus sign keeps SQLite from using the index of a column, whose rows it would have to sort. */
const endWithoutIndex = sqlText('+ends_at_ms');

/** A page of active reservations in the order of their ids. */
export function reservationPage(
  { petId, after, limit }: ReservationQuery,
  nowMs: number,
): Query<ReservationRow> {
  const isListed = petId === null ? sql`+position = 0` : sql`+pet_id = ${petId}`;
  return reservationTable.query`
    select * from reservation where id in (
      select id from reservation
      where state = 'active' and id > ${after} and ${isListed}
        and ${activeCondition(nowMs, endWithoutIndex)}
      order by id limit ${limit}
    ) order by id, position`;
}

/**
 * How much of each pet is reserved, as JSON. The database makes the JSON, which saves an object for
 * each pet.
 */
export function reservedStock({ after, limit }: ReservedQuery, nowMs: number): Query<ReservedPage> {
  const rest = after === null ? sqlText('') : sql`and pet_id > ${after}`;
  return {
    ...sql`
      select coalesce(string_agg(item, ',' order by nth) filter (where nth <= ${limit}), '') as items,
        max(pet_id) filter (where nth = ${limit}) as last_id, max(nth) as count
      from (
        select pet_id, row_number() over (order by pet_id) as nth,
          '{"petId":' || pet_id || ',"reserved":' || cast(sum(quantity) as bigint) || '}' as item
        from reservation
        where state = 'active' and ${activeCondition(nowMs, endWithoutIndex)} ${rest}
        group by pet_id order by pet_id limit cast(${limit} as bigint) + 1
      ) as page`,
    fromRow: ({ items, last_id, count }) => ({
      json: `[${items}]`,
      next: Number(count) > limit ? (last_id as bigint) : null,
    }),
  };
}

/**
 * The number of active reservations, each of which has one row at position 0, and the quantity that
 * they hold.
 */
export const reservationTotals = (nowMs: number): Query<ReservationTotals> => ({
  ...sql`
    select count(*) filter (where position = 0) as reservations,
      coalesce(sum(cast(quantity as double precision)), 0) as quantity
    from reservation where ${activeCondition(nowMs)}`,
  fromRow: ({ reservations, quantity }) => ({
    reservations: Number(reservations),
    quantity: Number(quantity),
  }),
});

/**
 * Returns the positions of the changed rows. The number of rows at position 0 is the number of
 * reservations.
 */
const returning = (statement: Statement): Query<number> => ({
  ...statement,
  fromRow: ({ position }) => Number(position),
});

export const noteExpiredReservations = (nowMs: number) =>
  returning(sql`
    update reservation set state = 'expired' where state = 'active' and ends_at_ms <= ${latestExpiredMs(nowMs)}
    returning position`);

export const deleteForgottenReservations = (nowMs: number) =>
  returning(
    sql`delete from reservation where ends_at_ms <= ${latestForgottenMs(nowMs)} returning position`,
  );
