import type { Item, PetId } from '@pawstock/shared/item.ts';
import type { Held } from '../domain/reservation.ts';
import {
  detailsTable,
  idempotencyRecordTable,
  itemTable,
  type ReservationWithItem,
  type Row,
  reservationWithItem,
  type StoredDetails,
  type StoredIdempotencyRecord,
  storedPetId,
} from './tables.ts';

/**
 * A search for the rows of several keys, written out for each engine. SQLite runs a statement for
 * each key, whose parts are ?1 and ?2. PostgreSQL runs one statement for all keys: $1 is the list of
 * their first parts, and $2 that of their second parts.
 */
export type Lookup<T> = {
  readonly sqlite: string;
  readonly postgres: string;
  readonly fromRow: (row: Row) => T;
};

/** In SQLite, a removed pet keeps its row, with a quantity of null. */
export const itemsByPet: Lookup<Item> = {
  sqlite: 'select * from item where pet_id = ?1 and quantity is not null',
  postgres: 'select * from item where pet_id = any($1)',
  fromRow: itemTable.fromRow,
};

export const detailsByPet: Lookup<StoredDetails> = {
  sqlite: 'select * from pet_details where pet_id = ?1',
  postgres: 'select * from pet_details where pet_id = any($1)',
  fromRow: detailsTable.fromRow,
};

export const detailsByBarcode: Lookup<StoredDetails> = {
  sqlite: 'select * from pet_details where barcode_key = ?1',
  postgres: 'select * from pet_details where barcode_key = any($1)',
  fromRow: detailsTable.fromRow,
};

/** The items of reservations, each together with its reservation. */
export const reservationsById: Lookup<ReservationWithItem> = {
  sqlite: 'select * from reservation join reservation_item on reservation_id = id where id = ?1',
  postgres: `
    select * from reservation join reservation_item on reservation_id = id where id = any($1)`,
  fromRow: reservationWithItem,
};

/**
 * In PostgreSQL, the limit makes the planner look up one record after the other in the primary key.
 * Without it, the planner may read the whole table, and conditions on the two lists by themselves
 * would try each caller with the keys of all others.
 */
export const idempotencyRecordsByKey: Lookup<StoredIdempotencyRecord> = {
  sqlite: 'select * from idempotency_record where caller = ?1 and idempotency_key = ?2',
  postgres: `
    select record.*
    from unnest($1::bigint[], $2::text[]) as requested (caller, idempotency_key)
    cross join lateral (
      select * from idempotency_record
      where caller = requested.caller and idempotency_key = requested.idempotency_key
      limit 1
    ) as record`,
  fromRow: idempotencyRecordTable.fromRow,
};

/**
 * How much of a pet all reservations hold that end after a time. The second part of every key is
 * the same time.
 */
export const heldByPet: Lookup<Held & { readonly petId: PetId }> = {
  sqlite: `
    select pet_id, cast(sum(quantity) as integer) as quantity, max(held_until_ms) as until_ms
    from reservation_item where pet_id = ?1 and held_until_ms > ?2 group by pet_id`,
  postgres: `
    select pet_id, cast(sum(quantity) as bigint) as quantity, max(held_until_ms) as until_ms
    from reservation_item where pet_id = any($1) and held_until_ms > any($2) group by pet_id`,
  fromRow: (row) => ({
    petId: storedPetId(row['pet_id']),
    quantity: Number(row['quantity']),
    untilMs: Number(row['until_ms']),
  }),
};
