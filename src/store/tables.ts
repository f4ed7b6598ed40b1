import { barcodeKey } from '@pawstock/shared/barcode.ts';
import type { Item, PetId } from '@pawstock/shared/item.ts';
import { keysOf } from '@pawstock/shared/keys.ts';
import type { LedgerEntry, SeqRange } from '@pawstock/shared/ledger-entry.ts';
import {
  type DetailField,
  detailRules,
  mapDetails,
  type PetDetails,
} from '@pawstock/shared/pet-details.ts';
import type { ActionRecord } from '../domain/action.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Idempotency } from '../domain/idempotency.ts';
import type { MailProgress, MailStatus } from '../domain/mail-progress.ts';
import type { Reservation, ReservedItem } from '../domain/reservation.ts';
import type { Shop } from '../domain/shop.ts';
import type { Attempt } from '../domain/webhook-attempt.ts';
import type { StoredEffect } from './idempotency-records.ts';
import type { ProgressRow, SettingsRow } from './webhook-rows.ts';

export type Scalar = string | number | bigint | null;

/** The value of a parameter of an SQL statement. Only PostgreSQL accepts arrays. */
export type SqlValue = Scalar | readonly Scalar[];

export type Row = Record<string, unknown>;

/**
 * SQL in parts, with a parameter between each two of them, and the values of the parameters.
 * PostgreSQL does not prepare a statement without `values`.
 */
export type Statement = {
  readonly parts: readonly string[];
  readonly values?: readonly SqlValue[];
};

/** A statement, and a function that turns each row of its result into a value. */
export type Query<T> = Statement & { readonly fromRow: (row: Row) => T };

/**
 * Turns a template literal into an SQL statement. An interpolated statement becomes a part of it,
 * and any other interpolated value becomes a parameter.
 */
export function sql(
  strings: TemplateStringsArray,
  ...inserted: readonly (SqlValue | Statement)[]
): Statement {
  const parts = [strings[0] ?? ''];
  const values: SqlValue[] = [];
  const append = (text: string) => parts.push(`${parts.pop()}${text}`);
  for (const [index, value] of inserted.entries()) {
    if (isStatement(value)) {
      const [first = '', ...others] = value.parts;
      append(first);
      parts.push(...others);
      values.push(...(value.values ?? []));
    } else {
      parts.push('');
      values.push(value);
    }
    append(strings[index + 1] ?? '');
  }
  return { parts, values };
}

/** SQL without parameters: the names of columns, or statements that are run once. */
export const sqlText = (text: string): Statement => ({ parts: [text] });

/**
 * The text of a statement with numbered parameters: ?1 and ?2 in SQLite, $1 and $2 in PostgreSQL.
 */
export function textOf({ parts }: Statement, sign: '?' | '$'): string {
  return parts.reduce((before, after, index) => `${before}${sign}${index}${after}`);
}

function isStatement(value: SqlValue | Statement): value is Statement {
  return typeof value === 'object' && value !== null && 'parts' in value;
}

/**
 * The database tables that both engines have, and how values of the domain become table rows:
 * docs/decisions/0037.
 */

/**
 * How a field is stored. If `name` is undefined, the name of the column is made from the name of
 * the field.
 */
type Column = {
  readonly type: 'bigint' | 'boolean' | 'text';
  readonly fromSql: (stored: unknown) => unknown;
  readonly toSql: (value: unknown) => Scalar;
  readonly name?: string;
  /** What the field holds if it is a time in milliseconds. */
  readonly time?: TimeKind;
};

/**
 * What a copy of a store whose clock was ahead does with a time. A `past` time says when something
 * happened, or from when on something may happen: the copy moves it back. A `reservationEnd` may be
 * ahead of the clock for as long as a reservation may last. A `future` time, such as the expiry of an
 * API key, was chosen by a person, and stays as it is.
 */
export type TimeKind = 'past' | 'reservationEnd' | 'future';

const unchanged = (stored: unknown): unknown => stored;

/** Throws if a value is none that both engines can store. */
function scalar(value: unknown): Scalar {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value;
    default:
      if (value === null) return null;
      throw new TypeError(`a column cannot hold a value of type ${typeof value}`);
  }
}

const text: Column = { type: 'text', fromSql: unchanged, toSql: scalar };
/** A petId may be too large for a number, so it stays a bigint. */
const petId: Column = { ...text, type: 'bigint' };
/** Both database engines return integers as bigint, which become numbers here. */
const integer: Column = {
  ...petId,
  fromSql: (stored) => (stored === null ? null : Number(stored)),
};
/** A boolean is written as 0 or 1, because SQLite has no booleans. */
const boolean: Column = {
  type: 'boolean',
  fromSql: (stored) => Number(stored) === 1,
  toSql: Number,
};
/** A list is stored as text, its elements separated by commas. */
const list = <T>(parse: (text: string) => T): Column => ({
  type: 'text',
  fromSql: (stored) => (stored === null ? null : String(stored).split(',').map(parse)),
  toSql: (values) => (Array.isArray(values) ? values.join() : null),
});

/** A value that no query looks into is stored as JSON. */
const json: Column = {
  type: 'text',
  fromSql: (stored) => JSON.parse(String(stored)),
  toSql: (value) => JSON.stringify(value),
};

/** A petId in the result of a query. Throws if it is none. */
export function storedPetId(stored: unknown): PetId {
  if (typeof stored === 'bigint') return stored;
  throw new TypeError(`a petId in a result is of type ${typeof stored}`);
}

export function storedPetIdOrNull(stored: unknown): PetId | null {
  return stored === null ? null : storedPetId(stored);
}

/** The name of the column for a field, such as `at_ms` for `atMs`. */
function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function columns<Field extends string>(column: Column, ...fields: Field[]): Record<Field, Column> {
  // The type of `Object.fromEntries` forgets which keys it was given.
  return Object.fromEntries(fields.map((field) => [field, column])) as Record<Field, Column>;
}
const integers = <Field extends string>(...fields: Field[]) => columns(integer, ...fields);
const pastTimes = <Field extends string>(...fields: Field[]) =>
  columns({ ...integer, time: 'past' }, ...fields);
const reservationEnds = <Field extends string>(...fields: Field[]) =>
  columns({ ...integer, time: 'reservationEnd' }, ...fields);
const futureTimes = <Field extends string>(...fields: Field[]) =>
  columns({ ...integer, time: 'future' }, ...fields);
const texts = <Field extends string>(...fields: Field[]) => columns(text, ...fields);

type TableColumn<T> = Omit<Column, 'toSql'> & {
  readonly name: string;
  readonly field: keyof T & string;
  /** What the column holds for a value of the domain. */
  readonly valueIn: (value: T) => Scalar;
};

export class Table<T extends object> {
  readonly name: string;
  readonly columns: readonly TableColumn<T>[];
  /**
   * The SQL clause that makes an insert update a row with the same primary key. If empty, such an
   * insert fails.
   */
  readonly onConflict: string;

  /**
   * If a row with the same `key` columns exists, an insert replaces its other columns, or only the
   * `replaced` ones.
   */
  constructor(
    name: string,
    key: string,
    columns: Record<keyof T & string, Column>,
    replaced?: readonly string[],
  ) {
    this.name = name;
    this.columns = keysOf(columns).map((field) => {
      const declared: Column = columns[field];
      const { toSql, ...column } = declared;
      return {
        name: columnName(field),
        ...column,
        field,
        valueIn: (value) => toSql(value[field]),
      };
    });
    const names = this.columns.map((column) => column.name);
    const others = replaced ?? names.filter((one) => !key.split(', ').includes(one));
    const assignments = others.map((one) => `${one} = excluded.${one}`);
    this.onConflict = key === '' ? '' : `on conflict (${key}) do update set ${assignments}`;
  }

  readonly fromRow = (row: Row): T => {
    const value: Record<string, unknown> = {};
    for (const { field, name, fromSql } of this.columns) value[field] = fromSql(row[name]);
    // The schema has the same rules as the types, and only this class writes the rows.
    return value as T;
  };

  toRow(value: T): Scalar[] {
    return this.columns.map(({ valueIn }) => valueIn(value));
  }

  query(strings: TemplateStringsArray, ...values: (SqlValue | Statement)[]): Query<T> {
    return { ...sql(strings, ...values), fromRow: this.fromRow };
  }
}

export const itemTable = new Table<Item>('item', 'pet_id', {
  petId,
  ...integers('quantity', 'version'),
  ...texts('status'),
});

export const entryTable = new Table<LedgerEntry>('ledger', '', {
  petId,
  ...integers('seq', 'before', 'after', 'keyId'),
  ...pastTimes('atMs'),
  ...texts('kind', 'status', 'reason', 'note', 'requestId', 'traceparent', 'reservation'),
  key: { ...text, name: 'key_name' },
});

/**
 * A pet's details, and the revision of their last change. The details of a removed pet are all
 * null. Barcodes are unique in the form of `barcodeKey`.
 */
export type StoredDetails = RevisedDetails & { readonly barcodeKey: string | null };

export type RevisedDetails = PetDetails & { readonly revision: number };

export function storedDetails(details: RevisedDetails): StoredDetails {
  const { barcode } = details;
  return { ...details, barcodeKey: barcode === null ? null : barcodeKey(barcode) };
}

const detailColumns = mapDetails<Record<DetailField, Column>>((field) =>
  detailRules[field].kind === 'quantity' ? integer : text,
);

export const detailsTable = new Table<StoredDetails>('pet_details', 'pet_id', {
  petId,
  ...detailColumns,
  ...texts('barcodeKey'),
  ...integers('revision'),
});

/**
 * A reservation without its items. `endsAtMs` is the time of its sale or release, otherwise its
 * expiry.
 */
export type ReservationRow = Omit<Reservation, 'items' | 'endedAtMs' | 'sale'> &
  Readonly<Record<'itemCount' | 'endsAtMs', number> & Record<keyof SeqRange, number | null>>;

export const reservationTable = new Table<ReservationRow>('reservation', 'id', {
  ...texts('id', 'note', 'state'),
  ...reservationEnds('expiresAtMs', 'endsAtMs'),
  ...pastTimes('createdAtMs'),
  ...integers('itemCount', 'keyId', 'revision', 'firstSeq', 'lastSeq'),
  key: { ...text, name: 'key_name' },
});

/**
 * One pet of a reservation. `heldUntilMs` is the expiry of an active reservation, and null for one
 * that has ended.
 */
export type ReservationItemRow = ReservedItem & {
  readonly reservationId: string;
  readonly position: number;
  readonly heldUntilMs: number | null;
};

export const reservationItemTable = new Table<ReservationItemRow>('reservation_item', '', {
  petId,
  ...texts('reservationId'),
  ...integers('position', 'quantity'),
  ...reservationEnds('heldUntilMs'),
});

/** An item of a reservation, together with the reservation. */
export type ReservationWithItem = {
  readonly header: ReservationRow;
  readonly item: ReservationItemRow;
};

export const reservationWithItem = (row: Row): ReservationWithItem => ({
  header: reservationTable.fromRow(row),
  item: reservationItemTable.fromRow(row),
});

/**
 * `revision` is the number of the action that created the API key. The store returns keys in this
 * order.
 */
export type StoredKey = ApiKey & { readonly revision: number };

const keyColumns = {
  ...texts('name', 'digest', 'scope'),
  ...pastTimes('createdAtMs', 'revokedAtMs', 'lastUsedAtMs'),
  ...futureTimes('expiresAtMs'),
  ...integers('keyId', 'rateLimit', 'revision'),
  ...columns(boolean, 'requireVersion'),
};
export const keyTable = new Table<StoredKey>('api_key', 'digest', keyColumns, [
  'expires_at_ms',
  'revoked_at_ms',
]);

export type StoredIdempotencyRecord = Idempotency & StoredEffect & { readonly atMs: number };

const recordKey = 'caller, idempotency_key';
export const idempotencyRecordTable = new Table<StoredIdempotencyRecord>(
  'idempotency_record',
  recordKey,
  {
    ...texts('fingerprint', 'kind', 'value'),
    key: { ...text, name: 'idempotency_key' },
    ...integers('caller', 'firstSeq', 'lastSeq'),
    ...pastTimes('atMs'),
  },
);

export const webhookTable = new Table<SettingsRow>('webhook', 'id', {
  ...texts('id', 'name', 'url', 'secret'),
  ...pastTimes('createdAtMs', 'pausedAtMs'),
  ...integers('low', 'revision', 'generation', 'replayAfter', 'replayGeneration'),
  ...columns(boolean, 'publicOnly'),
  ...columns(list(String), 'events', 'reasons'),
  ...columns(list(BigInt), 'petIds'),
  ...columns(json, 'previousSecrets'),
});

export const webhookProgressTable = new Table<ProgressRow>('webhook_progress', 'webhook_id', {
  ...texts('webhookId', 'state', 'lastFailure'),
  ...pastTimes('failingSinceMs', 'nextAttemptAtMs', 'disabledAtMs', 'lastAttemptAtMs'),
  ...integers('generation', 'cursor', 'failures', 'lastStatus'),
  ...integers('replayPosition', 'replayUntil'),
});

export const attemptTable = new Table<Attempt>('webhook_attempt', '', {
  ...texts('webhookId', 'event', 'failure', 'response'),
  ...integers('seq', 'status', 'durationMs'),
  ...pastTimes('atMs'),
});

export const actionTable = new Table<ActionRecord>('owner_action', '', {
  ...texts('kind', 'name', 'requestId'),
  ...integers('keyId'),
  ...pastTimes('atMs'),
  key: { ...text, name: 'key_name' },
});

export const mailProgressTable = new Table<MailProgress>('mail_progress', 'day, subject', {
  ...texts('day', 'subject', 'state'),
  ...columns(boolean, 'isRepeat'),
  ...pastTimes('atMs'),
});

/** The migrations insert the only row of each of the tables below. */

/**
 * What tells a store from all others. `copiedFrom` is the id of the store from which this one was
 * copied; null for any other store. A store that is restored from a backup has the backup's id.
 */
export type StoreIdentity = { readonly id: string; readonly copiedFrom: string | null };

export const identityTable = new Table<StoreIdentity>(
  'store_identity',
  '',
  texts('id', 'copiedFrom'),
);

export const shopTable = new Table<Shop>('shop', '', integers('lowAt'));

export const mailStatusTable = new Table<MailStatus>('mail_status', '', {
  ...texts('lastError'),
  ...pastTimes('lastSentAtMs'),
});
