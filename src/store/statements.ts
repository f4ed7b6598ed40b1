import type { PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { PetDetails } from '@pawstock/shared/pet-details.ts';
import type { AnnouncedImport } from '../domain/announced-import.ts';
import type { ListedAttempt } from '../domain/webhook-attempt.ts';
import type { EntryQuery, Head, WebhookLease } from './store.ts';
import {
  actionTable,
  attemptTable,
  detailsTable,
  entryTable,
  identityTable,
  keyTable,
  mailProgressTable,
  mailStatusTable,
  type Query,
  type Row,
  shopTable,
  sql,
  sqlText,
  storedPetIdOrNull,
  webhookProgressTable,
  webhookTable,
} from './tables.ts';

/** SQL statements that are the same for SQLite and PostgreSQL. */

/** The columns of a `Head`. */
export const headColumns = sqlText(
  'seq, actions_revision, details_revision, reservations_revision, schema, clock_ms, at_ms',
);

/** Both engines return the integers as bigint. */
export function headFrom(row: Row): Head {
  return {
    seq: Number(row['seq']),
    actionsRevision: Number(row['actions_revision']),
    detailsRevision: Number(row['details_revision']),
    reservationsRevision: Number(row['reservations_revision']),
    schema: Number(row['schema']),
    clockMs: Number(row['clock_ms']),
    atMs: Number(row['at_ms']),
  };
}

export const timeOf = (seq: number): Query<number> => ({
  ...sql`select at_ms from ledger where seq = ${seq}`,
  fromRow: ({ at_ms }) => Number(at_ms),
});

export const entriesAfter = (seq: number, limit: number) =>
  entryTable.query`select * from ledger where seq > ${seq} order by seq limit ${limit}`;

export function foundEntries(query: EntryQuery): Query<LedgerEntry> {
  const { firstSeq, endSeq, petId, key, keyId, reason, limit, isAscending } = query;
  const everything = sqlText('');
  const ofPet = petId === undefined ? everything : sql`and pet_id = ${petId}`;
  const byKey = key === undefined ? everything : sql`and key_name = ${key}`;
  const byKeyId = keyId === undefined ? everything : sql`and key_id = ${keyId}`;
  const forReason = reason === undefined ? everything : sql`and reason = ${reason}`;
  const order = sqlText(isAscending ? 'asc' : 'desc');
  return entryTable.query`
    select * from ledger
    where seq >= ${firstSeq} and seq < ${endSeq} ${ofPet} ${byKey} ${byKeyId} ${forReason}
    order by seq ${order} limit ${limit}`;
}

export const entriesBetween = (first: number, last: number) =>
  entryTable.query`select * from ledger where seq between ${first} and ${last} order by seq`;

/**
 * The details of a pet in stock, all null if it has none. No row means that there is no such pet:
 * one statement sees one moment, so a pet that is being removed is not found without its details.
 */
export const detailsOfPet = (petId: PetId): Query<PetDetails> =>
  detailsTable.query`
    select * from item left join pet_details using (pet_id)
    where pet_id = ${petId} and quantity is not null`;

/** Finds a pet by its barcode in the form of `barcodeKey`. */
export const detailsOfBarcode = (key: string) =>
  detailsTable.query`select * from pet_details where barcode_key = ${key}`;

export const detailsChangedAfter = (revision: number, limit: number) =>
  detailsTable.query`select * from pet_details where revision > ${revision} limit ${limit}`;

/** Deletes the oldest idempotency records up to a time, at most `limit` of them. */
export const deleteForgottenRecords = (forgottenMs: number, limit: number) => sql`
  delete from idempotency_record where (caller, idempotency_key) in (
    select caller, idempotency_key from idempotency_record
    where at_ms <= ${forgottenMs} order by at_ms limit ${limit}
  )`;

export const allKeys = keyTable.query`select * from api_key order by revision`;

/**
 * Finds an API key that is no setup link. A store that has only the setup links of its first start
 * is empty.
 */
export const anyKeyInUse = keyTable.query`select * from api_key where scope <> 'setup' limit 1`;

/** Deletes revoked and expired API keys, except the `endedKeysMax` keys that ended last. */
export const trimKeys = (nowMs: number, endedKeysMax: number) => sql`
  delete from api_key where digest in (
    select digest from (
      select digest, row_number() over (order by coalesce(revoked_at_ms, expires_at_ms) desc) as nth from api_key
      where revoked_at_ms is not null or expires_at_ms <= ${nowMs}
    ) as ended
    where nth > ${endedKeysMax}
  )`;

export const latestActions = (limit: number) =>
  actionTable.query`select * from owner_action order by id desc limit ${limit}`;

export const allWebhookSettings = webhookTable.query`select * from webhook order by created_at_ms, name`;

export const allWebhookProgress = webhookProgressTable.query`select * from webhook_progress`;

/** The delivery attempts of a webhook endpoint, the last stored first. */
export const attemptsOf = (name: string): Query<ListedAttempt> => ({
  ...sql`
  select webhook_attempt.*, ledger.pet_id from webhook_attempt join webhook on webhook.id = webhook_id
  left join ledger on ledger.seq = webhook_attempt.seq
  where webhook.name = ${name} order by webhook_attempt.id desc`,
  fromRow: (row) => ({ ...attemptTable.fromRow(row), petId: storedPetIdOrNull(row['pet_id']) }),
});

/**
 * Deletes all but the last delivery attempts of each webhook endpoint, and all attempts of removed
 * endpoints.
 */
export const trimAttempts = (attemptsMax: number) => sql`
  delete from webhook_attempt where webhook_id not in (select id from webhook) or id in (
    select id from (
      select id, row_number() over (partition by webhook_id order by id desc) as nth from webhook_attempt
    ) as ranked
    where nth > ${attemptsMax}
  )`;

export const webhookLease: Query<WebhookLease> = {
  ...sql`select lease_holder, lease_renewal from head`,
  fromRow: (row) => ({
    holder: String(row['lease_holder']),
    renewal: Number(row['lease_renewal']),
  }),
};

/** Says in the store that an import begins, which then is the only one that can write. */
export const announceImport = ({ rows, startedAtMs }: AnnouncedImport) => sql`
  update head set import_rows = ${rows}, import_started_at_ms = ${startedAtMs}`;

export const announcedImport: Query<AnnouncedImport> = {
  ...sql`select import_rows, import_started_at_ms from head`,
  fromRow: (row) => ({
    rows: Number(row['import_rows']),
    startedAtMs: Number(row['import_started_at_ms']),
  }),
};

export const storeIdentity = identityTable.query`select * from store_identity`;

export const shopSettings = shopTable.query`select * from shop`;

export const mailStatus = mailStatusTable.query`select * from mail_status`;

export const mailProgressOf = (day: string) =>
  mailProgressTable.query`select * from mail_progress where day = ${day}`;
