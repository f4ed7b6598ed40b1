import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { entryOf, itemOf, rememberedOf } from '../store/rows.ts';
import type { RememberedKey, StoreContents } from '../store/store.ts';
import { entryColumns, itemColumns, rememberedColumns, rememberedValues } from './columns.ts';
import { KeyTable } from './key-table.ts';
import { LedgerWriter } from './ledger-writer.ts';

/** A store as a whole: to load it, to check it, and to move it elsewhere. */

const rowsPerPage = 8_192;

/** The database must be within a transaction, so that all of it is of one moment. */
export function contentsOf(db: DatabaseSync): StoreContents {
  const last = db.prepare('select ifnull(max(seq), 0) as seq from ledger').get();
  return {
    lastSeq: Number(last?.['seq']),
    entries: () => allEntries(db),
    items: () => allItems(db),
    keys: async () => new KeyTable(db).changedAfter(0),
    remembered: async () => allRemembered(db),
  };
}

async function* allEntries(db: DatabaseSync): AsyncGenerator<LedgerEntry[]> {
  const page = db.prepare(`select ${entryColumns} from ledger where seq > ? order by seq limit ${rowsPerPage}`);
  for (let seq = 0; ; ) {
    const entries = page.all(seq).map(entryOf);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries;
    seq = last.seq;
  }
}

/** Other work gets its turn between pages. */
async function* allItems(db: DatabaseSync): AsyncGenerator<Item[]> {
  let items: Item[] = [];
  for (const row of db
    .prepare(`select ${itemColumns} from item where quantity is not null order by pet_id`)
    .iterate()) {
    items.push(itemOf(row));
    if (items.length < rowsPerPage) continue;
    yield items;
    items = [];
    await nextTurn();
  }
  if (items.length > 0) yield items;
}

function allRemembered(db: DatabaseSync): RememberedKey[] {
  return db.prepare(`select ${rememberedColumns} from remembered order by first_seq`).all().map(rememberedOf);
}

/** One transaction. False where the store is not empty. */
export async function fill(
  db: DatabaseSync,
  contents: StoreContents,
  onProgress: (entries: number) => void,
): Promise<boolean> {
  db.exec('begin immediate');
  try {
    const { lastSeq, keys } = contentsOf(db);
    const empty = lastSeq === 0 && (await keys()).length === 0;
    if (empty) await store(db, contents, onProgress);
    db.exec('commit');
    return empty;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

async function store(db: DatabaseSync, contents: StoreContents, onProgress: (entries: number) => void): Promise<void> {
  const ledger = new LedgerWriter(db);
  for await (const entries of contents.entries()) {
    ledger.append(entries);
    onProgress(entries.at(-1)?.seq ?? 0);
  }
  const table = new KeyTable(db);
  for (const key of await contents.keys()) table.put(key);
  const remember = db.prepare(`insert into remembered (${rememberedColumns}) values (?, ?, ?, ?, ?, ?)`);
  for (const key of await contents.remembered()) remember.run(...rememberedValues(key));
}
