import type { PetId } from '@pawstock/shared/item.ts';
import type { SeqRange } from '@pawstock/shared/ledger-entry.ts';
import {
  type Held,
  latestExpiredMs,
  latestForgottenMs,
  type Reservation,
} from '../domain/reservation.ts';
import type { ReservationQuery, ReservationTotals, ReservedPage, ReservedQuery } from './store.ts';
import {
  type Query,
  type ReservationRow,
  reservationTable,
  type Statement,
  sql,
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

/** Finds how much of a pet all active reservations hold. */
export const heldByPet: Query<Held & { readonly petId: PetId }> = {
  text: `
    select pet_id, cast(sum(quantity) as bigint) as quantity, max(ends_at_ms) as until_ms from reservation
    where state = 'active' and pet_id = $1 and ends_at_ms > $2 group by pet_id`,
  fromRow: (row) => ({
    petId: row['pet_id'] as PetId,
    quantity: Number(row['quantity']),
    untilMs: Number(row['until_ms']),
  }),
};

export const activeRowCount = (nowMs: number): Query<number> => ({
  ...sql`select count(*) as count from reservation where ends_at_ms > ${latestExpiredMs(nowMs)}`,
  fromRow: ({ count }) => Number(count),
});

/**
 * The SQL condition for a reservation that is active at the reader's time, or at the time of the
 * store's last change if that is later. Otherwise an expired reservation and another that got its
 * stock would both seem active.
 */
const activeCondition = (expiredMs: string, endsAtMs = 'ends_at_ms') =>
  `${endsAtMs} > ${expiredMs} and ${endsAtMs} > (select at_ms from latest_time)`;

/**
 * A page of active reservations in the order of their ids. The plus signs keep SQLite from using
 * the indexes by pet and by end, whose rows it would have to sort for every page.
 */
export function reservationPage(
  { petId, after, limit }: ReservationQuery,
  nowMs: number,
): Query<ReservationRow> {
  const column = petId === null ? 'position' : 'pet_id';
  const text = `
    select * from reservation where id in (
      select id from reservation
      where state = 'active' and id > $1 and +${column} = $2 and ${activeCondition('$3', '+ends_at_ms')}
      order by id limit $4
    ) order by id, position`;
  const values = [after, petId ?? 0, latestExpiredMs(nowMs), limit];
  return { text, values, fromRow: reservationTable.fromRow };
}

/**
 * How much of each pet is reserved, as JSON. The database makes the JSON, which saves an object for
 * each pet.
 */
export function reservedStock({ after, limit }: ReservedQuery, nowMs: number): Query<ReservedPage> {
  const values = [limit, latestExpiredMs(nowMs), ...(after === null ? [] : [after])];
  return {
    text: `
      select coalesce(string_agg(item, ',' order by nth) filter (where nth <= $1), '') as items,
        max(pet_id) filter (where nth = $1) as last_id, max(nth) as count
      from (
        select pet_id, row_number() over (order by pet_id) as nth,
          '{"petId":' || pet_id || ',"reserved":' || cast(sum(quantity) as bigint) || '}' as item
        from reservation
        where state = 'active' and ${activeCondition('$2', '+ends_at_ms')} ${after === null ? '' : 'and pet_id > $3'}
        group by pet_id order by pet_id limit cast($1 as bigint) + 1
      ) as page`,
    values,
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
  text: `
    select count(*) filter (where position = 0) as reservations,
      coalesce(sum(cast(quantity as double precision)), 0) as quantity
    from reservation where ${activeCondition('$1')}`,
  values: [latestExpiredMs(nowMs)],
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
