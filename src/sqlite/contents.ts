import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { entryFromRow, idempotencyRecordFromRow, itemFromRow, nameFromRow } from '../store/rows.ts';
import type { StoreContents, StoredIdempotencyRecord } from '../store/store.ts';
import {
  entryColumns,
  idempotencyRecordColumns,
  idempotencyRecordValues,
  itemColumns,
  nameColumns,
} from './columns.ts';
import { KeyTable } from './key-table.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { WebhookTable } from './webhook-table.ts';

/** The whole contents of a store: to load, to check, and to copy to another store. */

const rowsPerPage = 8_192;

/** The connection must be in a transaction, so that everything is read at one moment. */
export function contentsOf(db: DatabaseSync): StoreContents {
  const last = db
    .prepare(
      `select ifnull((select max(seq) from ledger), 0) as seq,
              ifnull((select max(revision) from pet_name), 0) as names_revision`,
    )
    .get();
  return {
    lastSeq: Number(last?.['seq']),
    entries: () => allEntries(db),
    items: () => pagesOf(db, `select ${itemColumns} from item where quantity is not null order by pet_id`, itemFromRow),
    namesRevision: Number(last?.['names_revision']),
    names: () => pagesOf(db, `select ${nameColumns} from pet_name order by pet_id`, nameFromRow),
    keys: async () => new KeyTable(db).changedAfter(0),
    idempotencyRecords: async () => allIdempotencyRecords(db),
    webhooks: async () => new WebhookTable(db).all(),
  };
}

async function* allEntries(db: DatabaseSync): AsyncGenerator<LedgerEntry[]> {
  const page = db.prepare(`select ${entryColumns} from ledger where seq > ? order by seq limit ${rowsPerPage}`);
  for (let seq = 0; ; ) {
    const entries = page.all(seq).map(entryFromRow);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    seq = last.seq;
  }
}

/** The event loop turns between pages. */
async function* pagesOf<T>(
  db: DatabaseSync,
  query: string,
  fromRow: (row: Record<string, unknown>) => T,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  for (const row of db.prepare(query).iterate()) {
    page.push(fromRow(row));
    if (page.length < rowsPerPage) continue;
    yield page;
    page = [];
    await nextTurn();
  }
  if (page.length > 0) yield page;
}

function allIdempotencyRecords(db: DatabaseSync): StoredIdempotencyRecord[] {
  return db
    .prepare(`select ${idempotencyRecordColumns} from remembered order by first_seq`)
    .all()
    .map(idempotencyRecordFromRow);
}

/** Stores all contents in one transaction. False where the store is not empty. */
export async function restore(
  db: DatabaseSync,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<boolean> {
  db.exec('begin immediate');
  try {
    const { lastSeq, keys } = contentsOf(db);
    const empty = lastSeq === 0 && (await keys()).length === 0;
    if (empty) await insertContents(db, contents, onProgress);
    db.exec('commit');
    return empty;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

async function insertContents(
  db: DatabaseSync,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<void> {
  const ledger = new LedgerWriter(db);
  for await (const entries of contents.entries()) {
    ledger.append(entries);
    onProgress(entries.at(-1)?.seq ?? 0);
  }
  const insertName = db.prepare(`insert into pet_name (${nameColumns}) values (?, ?, ?)`);
  for await (const names of contents.names()) {
    for (const { petId, name, revision } of names) insertName.run(petId, name, revision);
  }
  const table = new KeyTable(db);
  for (const key of await contents.keys()) table.put(key);
  const insert = db.prepare(`insert into remembered (${idempotencyRecordColumns}) values (?, ?, ?, ?, ?, ?)`);
  for (const record of await contents.idempotencyRecords()) insert.run(...idempotencyRecordValues(record));
  const webhookTable = new WebhookTable(db);
  for (const webhook of await contents.webhooks()) webhookTable.put(webhook);
}
