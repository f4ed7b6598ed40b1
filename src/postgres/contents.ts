import { decisionOf } from '../domain/decide.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { entryFromRow, idempotencyRecordFromRow, itemFromRow, nameFromRow } from '../store/rows.ts';
import type { StoreContents, StoredIdempotencyRecord, StoredName } from '../store/store.ts';
import { keysChangedAfter, putKey } from './key-table.ts';
import { insertIdempotencyRecords, insertStatements } from './ledger-writer.ts';
import { begin, type Session, sql } from './session.ts';
import { allWebhooks, insertWebhook } from './webhook-table.ts';

/** A store as a whole: to load it, to verify it, and to copy it elsewhere. */

const rowsPerPage = 8_192;

/** The whole store as one moment has it, in a transaction that may take its time between pages. */
export async function readContents<T>(session: Session, work: (contents: StoreContents) => Promise<T>): Promise<T> {
  const [, , , head] = await session.pipeline([
    { text: 'begin isolation level repeatable read read only' },
    sql`set local statement_timeout = 0`,
    sql`set local idle_in_transaction_session_timeout = 0`,
    sql`select seq, names_revision from head`,
  ]);
  return work({
    lastSeq: Number(head?.rows[0]?.['seq']),
    entries: () => allEntries(session),
    items: () => allItems(session),
    namesRevision: Number(head?.rows[0]?.['names_revision']),
    names: () => allNames(session),
    keys: () => keysChangedAfter(session, 0),
    idempotencyRecords: () => allIdempotencyRecords(session),
    webhooks: () => allWebhooks(session),
  });
}

async function* allEntries(session: Session): AsyncGenerator<LedgerEntry[]> {
  for (let seq = 0; ; ) {
    const { rows } = await session.query(
      sql`select * from ledger where seq > ${seq} order by seq limit ${rowsPerPage}`,
    );
    const entries = rows.map(entryFromRow);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    seq = last.seq;
  }
}

async function* allItems(session: Session): AsyncGenerator<Item[]> {
  for (let after: PetId | undefined; ; ) {
    const { rows } = await session.query(
      after === undefined
        ? sql`select * from item order by pet_id limit ${rowsPerPage}`
        : sql`select * from item where pet_id > ${after} order by pet_id limit ${rowsPerPage}`,
    );
    const items = rows.map(itemFromRow);
    const last = items.at(-1);
    if (last === undefined) return;
    yield items;
    after = last.petId;
  }
}

async function* allNames(session: Session): AsyncGenerator<StoredName[]> {
  for (let after: PetId | undefined; ; ) {
    const { rows } = await session.query(
      after === undefined
        ? sql`select * from pet_name order by pet_id limit ${rowsPerPage}`
        : sql`select * from pet_name where pet_id > ${after} order by pet_id limit ${rowsPerPage}`,
    );
    const names = rows.map(nameFromRow);
    const last = names.at(-1);
    if (last === undefined) return;
    yield names;
    after = last.petId;
  }
}

async function allIdempotencyRecords(session: Session): Promise<StoredIdempotencyRecord[]> {
  const { rows } = await session.query(sql`select * from remembered order by first_seq`);
  return rows.map(idempotencyRecordFromRow);
}

/** One transaction. False where the store is not empty. */
export async function restore(
  session: Session,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<boolean> {
  const [, , head] = await session.pipeline([
    begin,
    sql`set local statement_timeout = 0`,
    sql`select seq, keys_revision from head for update`,
  ]);
  const [row] = head?.rows ?? [];
  const empty = Number(row?.['seq']) === 0 && Number(row?.['keys_revision']) === 0;
  if (empty) await insertContents(session, contents, onProgress);
  await session.commit();
  return empty;
}

async function insertContents(
  session: Session,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<void> {
  for await (const entries of contents.entries()) {
    await session.pipeline(insertStatements(decisionOf(entries), 0));
    onProgress(entries.at(-1)?.seq ?? 0);
  }
  for await (const names of contents.names()) {
    await session.query(sql`
      insert into pet_name (pet_id, name, revision)
      select * from unnest(
        ${names.map(({ petId }) => petId)}::bigint[], ${names.map(({ name }) => name)}::text[],
        ${names.map(({ revision }) => revision)}::bigint[]
      )`);
  }
  const keys = await contents.keys();
  await session.pipeline([
    ...keys.map((key, index) => putKey(key, index + 1)),
    sql`update head set keys_revision = ${keys.length}, names_revision = ${contents.namesRevision}`,
    insertIdempotencyRecords(await contents.idempotencyRecords()),
    ...(await contents.webhooks()).map(insertWebhook),
  ]);
}
